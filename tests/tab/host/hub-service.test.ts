import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { journalType } from "../../../shared/journal/content-schema";
import { attachmentType, monitorTag } from "../../../shared/report/form";
import { connectHub } from "../../../tab/host/hub-service";
import { badNight } from "../example-nights";
import { quietHour } from "../example-reports";
import { nightNow } from "../night-world";

const project = "https://dev.azure.com/contoso/Night%20Shift";
const api = `${project}/_apis/build/builds`;
const timeline = "96ac2280-8cb4-5df5-99de-dd2da759617d";
const step = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

/** A service over texts by the ends of URLs, and what it was asked for. */
function serviceWith(texts: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const get = async (url: string) => {
    asked.push(url);
    const found = Object.entries(texts).find(([part]) => url.includes(part));
    return found === undefined
      ? undefined
      : typeof found[1] === "string"
        ? found[1]
        : JSON.stringify(found[1]);
  };
  return { service: connectHub(project, get), asked };
}

const record = (id: number, changes: object = {}) => ({
  id,
  definition: { id: 9, name: "night watch" },
  ...changes,
});
const attached = (type: string, number: number, name: string) => ({
  name,
  _links: { self: { href: `${api}/1/${timeline}/${step(number)}/attachments/${type}/${name}` } },
});

describe("the hub's requests", () => {
  it("list the runs that monitor by their tag: the latest of all, and of each pipeline", async () => {
    const { service, asked } = serviceWith({
      maxBuilds: { value: [record(1), record(3)] },
      "/builds?": { value: [record(1), record(2)] },
    });
    const { runs, since } = await service.monitorRuns(nightNow);
    assert.deepEqual([runs.map(({ id }) => id).sort(), since], [[1, 2, 3], undefined]);
    assert.equal(asked.length, 2);
    for (const url of asked) {
      const query = new URL(url).searchParams;
      assert.deepEqual(
        [query.get("tagFilters"), query.get("queryOrder")],
        [monitorTag, "startTimeDescending"],
      );
      assert.equal(query.get("minTime"), "2026-10-27T06:38:00Z");
    }
  });

  it("are four for a monitor: two lists, its report and its journal", async () => {
    const [run] = badNight().runs;
    const [report = "", journal = ""] = (run?.attachments ?? []).map(({ text }) => text);
    const { service, asked } = serviceWith({
      [`${step(1)}/attachments/${attachmentType}`]: report,
      [`${step(1)}/attachments/${journalType}`]: journal,
      [`1/attachments/${attachmentType}`]: { value: [attached(attachmentType, 1, "pipeline-monitor.json")] },
      [`1/attachments/${journalType}`]: {
        value: [attached(journalType, 1, "monitor-reported-0123456789ab.json")],
      },
    });
    const [found, ...others] = await service.steps(1);
    assert.deepEqual([asked.length, others], [4, []]);
    assert.deepEqual(
      [found?.tag, found?.reports.length, found?.problems],
      ["monitor-reported-0123456789ab", 1, []],
    );
    const [night] = found?.nights ?? [];
    assert.deepEqual([night?.name, night?.pipelines.length], ["Night Shift", 8]);
    assert.equal(night?.pipelines.find(({ pipeline }) => pipeline === "invoices")?.owner, "Billing");
  });

  it("tell the steps of a run apart, and say what of them cannot be read", async () => {
    const report = (changes: object) => JSON.stringify({ ...quietHour(), ...changes });
    const names = ["a.json", "b.json"];
    const { service } = serviceWith({
      [`${step(1)}/attachments/${attachmentType}`]: report({ configuration: "shop.json" }),
      [`${step(2)}/attachments/${attachmentType}`]: report({ version: 2 }),
      [`${step(2)}/attachments/${journalType}`]: JSON.stringify({ version: 7 }),
      [`1/attachments/${attachmentType}`]: {
        value: names.map((name, index) => attached(attachmentType, index + 1, name)),
      },
      [`1/attachments/${journalType}`]: { value: [attached(journalType, 2, "b.json")] },
    });
    const steps = await service.steps(1);
    assert.deepEqual(
      steps.map(({ tag, reports, problems }) => [tag, reports[0]?.configuration, problems]),
      [
        [undefined, "shop.json", []],
        ["b", undefined, ["A report is of another version of the task.", "The journal cannot be read."]],
      ],
    );
  });

  it("unpack no journal that is larger than any monitor's", async () => {
    const bomb = deflateRawSync(`{"projects":[]${" ".repeat(40 * 2 ** 20)}}`).toString("base64");
    const { service } = serviceWith({
      [`${step(1)}/attachments/${journalType}`]: { version: 1, run: "1", until: 1, deflated: bomb },
      [`1/attachments/${journalType}`]: { value: [attached(journalType, 1, "a.json")] },
    });
    assert.deepEqual((await service.steps(1))[0]?.problems, ["The journal cannot be read."]);
  });

  it("list the runs of a pipeline that were queued in an hour", async () => {
    const { service, asked } = serviceWith({ "/builds?": { value: [record(1), { id: "broken" }] } });
    assert.equal((await service.runsBetween(7, nightNow, nightNow + 3600)).length, 1);
    const query = Object.fromEntries(new URL(asked[0] ?? "").searchParams);
    assert.deepEqual(
      [query["definitions"], query["minTime"], query["maxTime"]],
      ["7", "2026-11-24T06:38:00Z", "2026-11-24T07:37:59Z"],
    );
    assert.equal(query["queryOrder"], "queueTimeDescending");
  });

  it("say so if there is no project, or a list has another form", async () => {
    await assert.rejects(
      serviceWith({}).service.monitorRuns(nightNow),
      /did not find the project, or you may not see its runs/,
    );
    await assert.rejects(
      serviceWith({ "/builds?": [] }).service.monitorRuns(nightNow),
      /a form that this \w+ does not understand/,
    );
  });
});

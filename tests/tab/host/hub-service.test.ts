import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { journalType } from "../../../shared/journal/schema";
import { attachmentType, monitorTag } from "../../../shared/report/form";
import { connectHub } from "../../../tab/host/hub-service";
import { badNight } from "../example-nights";
import { quietHour } from "../example-reports";
import { nightNow } from "../night-world";

const project = "https://dev.azure.com/contoso/Night%20Shift";
const api = `${project}/_apis/build/builds`;
const timeline = "96ac2280-8cb4-5df5-99de-dd2da759617d";

/** A service over texts by the ends of URLs, and what it was asked for. */
function serviceWith(texts: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const get = async (url: string) => {
    asked.push(url);
    const found = Object.entries(texts).find(([part]) => url.includes(part));
    if (found === undefined) return undefined;
    return { text: typeof found[1] === "string" ? found[1] : JSON.stringify(found[1]), next: undefined };
  };
  return { service: connectHub(project, get), asked };
}

const record = (id: number) => ({ id, definition: { id: 9, name: "night watch" } });
const queryOf = (url = "") => Object.fromEntries(new URL(url).searchParams);

/** What the steps of run 1 attached, by the number of the step and the name. */
function attached(type: string, texts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found = Object.entries(texts).map(([place, text]) => {
    const [number, name = ""] = place.split("/");
    const path = `${timeline}/00000000-0000-4000-8000-00000000000${number}/attachments/${type}/${name}`;
    return { name, path, text };
  });
  const value = found.map(({ name, path }) => ({ name, _links: { self: { href: `${api}/1/${path}` } } }));
  const byPath = Object.fromEntries(found.map(({ path, text }) => [path, text]));
  return { ...byPath, [`1/attachments/${type}`]: { value } };
}

describe("the hub's requests", () => {
  it("list the runs that monitor by their tag: the latest of all, and of each pipeline", async () => {
    const { service, asked } = serviceWith({
      maxBuilds: { value: [record(1), record(3)] },
      "/builds?": { value: [record(1), record(2)] },
    });
    const { runs, since } = await service.monitorRuns(nightNow);
    assert.deepEqual([runs.map(({ id }) => id).sort(), since], [[1, 2, 3], undefined]);
    assert.equal(asked.length, 2);
    for (const { tagFilters, queryOrder, minTime } of asked.map(queryOf))
      assert.deepEqual(
        [tagFilters, queryOrder, minTime],
        [monitorTag, "startTimeDescending", "2026-10-27T06:38:00Z"],
      );
  });

  it("are four for a monitor: two lists, its report and its journal", async () => {
    const [run] = badNight();
    const [report, journal] = (run?.attachments ?? []).map(({ text }) => text);
    const { service, asked } = serviceWith({
      ...attached(attachmentType, { "1/pipeline-monitor.json": report }),
      ...attached(journalType, { "1/monitor-reported-9-0123456789ab.json": journal }),
    });
    const [{ tag, reports, nights, problems } = assert.fail(), ...others] = await service.steps(1);
    assert.deepEqual([asked.length, others, problems], [4, [], []]);
    assert.deepEqual([tag, reports.length], ["monitor-reported-9-0123456789ab", 1]);
    const [{ name, pipelines } = assert.fail()] = nights ?? [];
    assert.deepEqual([name, pipelines.length], ["Night Shift", 8]);
    assert.equal(pipelines.find(({ pipeline }) => pipeline.name === "invoices")?.owner, "Billing");
  });

  it("tell the steps of a run apart, and say what of them cannot be read", async () => {
    const { service } = serviceWith({
      ...attached(attachmentType, {
        "1/a.json": { ...quietHour(), configuration: "shop.json" },
        "2/b.json": { ...quietHour(), version: 2 },
      }),
      ...attached(journalType, { "2/b.json": { version: 7 } }),
    });
    const [one, other] = await service.steps(1);
    assert.deepEqual([one?.tag, one?.reports[0]?.configuration, one?.problems], [undefined, "shop.json", []]);
    const problems = ["A report is of another version of the task.", "The journal cannot be read."];
    assert.deepEqual([other?.tag, other?.reports, other?.problems], ["b", [], problems]);
  });

  it("unpack no journal that is larger than any monitor's", async () => {
    const bomb = deflateRawSync(`{"projects":[]${" ".repeat(40 * 2 ** 20)}}`).toString("base64");
    const { service } = serviceWith(
      attached(journalType, { "1/a.json": { version: 1, run: "1", until: 1, deflated: bomb } }),
    );
    assert.deepEqual((await service.steps(1))[0]?.problems, ["The journal cannot be read."]);
  });

  it("list the runs of a pipeline that were queued in an hour", async () => {
    const { service, asked } = serviceWith({ "/builds?": { value: [record(1), { id: "broken" }] } });
    assert.equal((await service.runsBetween(7, nightNow, nightNow + 3600)).length, 1);
    const { definitions, queryOrder, minTime, maxTime } = queryOf(asked[0]);
    assert.deepEqual([definitions, queryOrder], ["7", "queueTimeDescending"]);
    assert.deepEqual([minTime, maxTime], ["2026-11-24T06:38:00Z", "2026-11-24T07:37:59Z"]);
  });

  it("say so if there is no project, or a list has another form", async () => {
    const runs = (texts: object) => serviceWith({ ...texts }).service.monitorRuns(nightNow);
    await assert.rejects(runs({}), /did not find the project, or you may not see its runs/);
    await assert.rejects(runs({ "/builds?": [] }), /a form that this \w+ does not understand/);
  });
});

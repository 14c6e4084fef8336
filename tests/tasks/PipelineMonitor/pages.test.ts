import assert from "node:assert/strict";
import { HttpError } from "../../../shared/http/errors";
import { issueOf, runOf } from "../../../tasks/PipelineMonitor/issue/issue";
import type { KnownAlert } from "../../../tasks/PipelineMonitor/issue/memory";
import { page as pageFor } from "../../../tasks/PipelineMonitor/pages";
import { failedRun } from "./failed-run";
import { memoryContext } from "./report-stage";
import { configWith, failure, now, silenced } from "./silence/silence-stage";

/** A report that tells failures of these pipelines. */
function reportOf(pipelines: readonly string[], keys: object = {}) {
  const config = configWith({ notify: "changes", ...keys });
  const issues = pipelines.map((pipeline, index) =>
    failure({ id: index + 1, definitionId: index, pipeline }),
  );
  return silenced({ config, issues, runs: issues.flatMap((issue) => runOf(issue) ?? []) }).report;
}

/** Pages for a report. The service refuses each pipeline as `refusals` has it. */
async function paged(
  report: ReturnType<typeof reportOf>,
  alerts: readonly KnownAlert[] = [],
  { refusals = {}, isUnknown = false }: { refusals?: Record<string, Error>; isUnknown?: boolean } = {},
) {
  const sent: string[] = [];
  const send = async (what: string, pipeline: string) => {
    sent.push(`${what} ${pipeline}`);
    if (refusals[pipeline] !== undefined) throw refusals[pipeline];
  };
  const pipelineOf = new Map(alerts.map(({ key, pipeline = "" }) => [key, pipeline]));
  const target = {
    ...{ id: "0123456789abcdef", name: "PagerDuty", isMention: () => false, opensLogPages: false },
    takes: () => true,
    pager: {
      open: ({ details }: { details: Readonly<Record<string, string>> }) =>
        send("open", details["pipeline"] ?? ""),
      close: (key: string) => send("close", pipelineOf.get(key) ?? ""),
    },
  };
  const memory = { projects: new Map(), othersUntil: now - 3600, unread: [], alerts };
  const last = { memory, startTime: undefined, skipped: [], notes: [], isUnknown };
  const context = memoryContext();
  const { delivered, isTold, alerts: known = [] } = await pageFor([report], { target, last }, context);
  const states = known.map(({ pipeline, isUnsure, isClosed }) =>
    [pipeline, isUnsure === true ? "unsure" : isClosed === true ? "closed" : "open"].join(" "),
  );
  const page = { sent, delivered, isTold, states, warnings: context.agent.warnings };
  return { page, known };
}

function refusal(status: number): Error {
  const service = {
    serviceCode: "",
    serviceMessage: "",
    retryAfterSeconds: undefined,
    redirectsTo: undefined,
  };
  return new HttpError("PagerDuty: POST", { kind: "status", status, ...service }, 1, "");
}

describe("paging", () => {
  const kind = { code: "nearLimit", severity: "warning", rank: 5, tally: "" } as const;
  const names = ["a", "b", "c"];
  const [lasting, over] = [reportOf(names), reportOf([])];
  const worked = failedRun({
    ...{ id: 9, definitionId: 0, pipeline: "a", result: "succeeded", finishTime: now - 2000 },
  });

  it("goes on with the other alerts only after a refusal that is about the content of one", async () => {
    const { page, known } = await paged(lasting);
    assert.deepEqual([page.delivered, page.isTold], ["sent", true]);
    const all = Object.fromEntries(names.map((name) => [name, refusal(400)]));
    assert.equal((await paged(lasting, [], { refusals: all })).page.isTold, false, "as with a wrong key");
    for (const status of [400, 413, 422, 500]) {
      const isOfContent = status !== 500;
      const refusals = { b: refusal(status) };
      const { message } = refusals.b;
      const left = isOfContent ? "1 alert was" : "2 alerts were";
      const toCome = issueOf({ ...kind, isState: true }, { pipeline: "b" }, []);
      const opening = await paged({ ...lasting, issues: [...lasting.issues, toCome] }, [], { refusals });
      assert.deepEqual(opening.page, {
        sent: names.slice(0, isOfContent ? 3 : 2).map((name) => `open ${name}`),
        ...{ delivered: "failed", isTold: isOfContent },
        states: isOfContent ? ["a open", "c open", "b unsure"] : ["a open", "b unsure"],
        warnings: [`${left} not opened in PagerDuty. ${message}`],
      });
      const closing = await paged(over, known, { refusals });
      assert.deepEqual(closing.page, {
        sent: names.slice(0, isOfContent ? 3 : 2).map((name) => `close ${name}`),
        ...{ delivered: "failed", isTold: true },
        states: isOfContent ? ["b unsure", " closed", " closed"] : ["b unsure", "c unsure", " closed"],
        warnings: [`${left} not closed in PagerDuty. ${message}`],
      });
    }
  });

  it("sends nothing with test_flag true, and knows what is open as before", async () => {
    const { known } = await paged(lasting);
    const quiet = { sent: [], states: ["a open", "b open", "c open"], warnings: [] };
    const keys = { test_flag: true };
    const tested = [await paged(reportOf(names, keys)), await paged(reportOf([], keys), known)];
    assert.deepEqual(
      tested.map(({ page }) => page),
      [
        { ...quiet, delivered: "testOnly", isTold: false, states: [] },
        { ...quiet, delivered: "notNeeded", isTold: false },
      ],
    );
  });

  it("closes an alert before the next one of its pipeline, if its problem ended in between", async () => {
    const { known } = await paged(reportOf(["a"]));
    const earlier = known.map((alert) => ({ ...alert, at: now - 3000 }));
    const report = { ...lasting, records: [...lasting.records, { run: worked }] };
    const { page } = await paged(report, earlier);
    assert.deepEqual(page.sent, ["close a", "open a", "open b", "open c"]);
    assert.deepEqual((await paged(lasting, earlier)).page.sent, ["open b", "open c"]);
  });

  it("closes what a pipeline that is well may have open, unless 200 are known, or none could be read", async () => {
    const well = { ...over, records: [{ run: worked }] };
    const known = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ key: `${index}`, project: "another" }));
    for (const [count, isUnknown, sent] of [
      [199, false, ["close "]],
      [200, false, []],
      [201, false, []],
      [0, true, []],
    ] as const)
      assert.deepEqual((await paged(well, known(count), { isUnknown })).page.sent, sent, `${count}`);
  });

  it("sends at most 200 requests of a kind for a report, and says that the next one continues", async () => {
    const many = Array.from({ length: 202 }, (_, index) => `p${index}`);
    const { page, known } = await paged(reportOf(many));
    assert.deepEqual([page.sent.length, page.isTold, known.length], [200, false, 200]);
    assert.deepEqual(page.warnings, ["2 alerts were not opened in PagerDuty. The next report continues."]);
    const all = [...known, ...(await paged(reportOf(many), known)).known.slice(200)];
    const closing = await paged(over, all);
    assert.deepEqual(
      [
        closing.page.sent,
        closing.page.states,
        closing.page.states.filter((state) => state.endsWith("unsure")),
      ].map(({ length }) => length),
      [200, 200, 2],
    );
  });
});

// Needs: causes, history, missed-runs, run-limits, stuck-runs
import assert from "node:assert/strict";
import { emptyJournal } from "../../../../shared/journal/schema";
import { completeReport } from "../../../../tasks/PipelineMonitor/project-hour";
import { testClock } from "../../../test-clock";
import { type WatchChanges, watch } from "../monitor-stage";
import { memoryContext, projectReport } from "../report-stage";

const now = Date.UTC(2026, 10, 20, 0, 19, 0);

/** A schedule whose search for the next time fails. */
const schedule = {
  ...{ expression: "0 3 * * *", hours: [3], daysOfMonth: [20], months: [11], daysOfWeek: [5] },
  get minutes(): number[] {
    throw new RangeError("Invalid time value");
  },
};
const broken = { pipeline: { name: "price feed" }, schedules: [schedule], graceSeconds: 900 };

const runs = [1, 2].map((id) => ({ id, result: "failed", logs: ["an error"] }));

describe("an optional check that fails by its own code", () => {
  const schedules = [broken];
  const cases: [string, Pick<WatchChanges, "keys" | "schedules">, object?][] = [
    ["missed runs", { schedules }],
    ["run limits", { schedules, keys: { runs_per_week_max: 1000 } }, { pipelinesNamed: async () => [7] }],
    ["causes of failures", { keys: { explain_failures: true } }, { timeline: async () => ({ errors: 7 }) }],
    ["history", { keys: { history: 20 } }, { lastRuns: async () => [{ run: null }] }],
    ["stuck runs", { keys: { check_unfinished: true } }, { unfinishedRuns: () => [Promise.resolve([null])] }],
  ];
  for (const [what, changes, service = {}] of cases)
    it(`costs itself alone: ${what}`, async () => {
      const clock = testClock({ startsAt: now });
      const { agent, report } = await watch(runs, { ...changes, clock, service: () => service });
      const failures = agent.printed.filter((line) => /^nightly import .* failed\b/.test(line));
      assert.deepEqual([report.delivered, failures.length], ["sent", 2]);
      assert.ok(report.skipped.includes(what), `${report.skipped}`);
      assert.ok(agent.warnings.some((warning) => warning.startsWith(`Could not check ${what}: `)));
    });

  it("costs itself alone: the journal", async () => {
    const journal = { ...emptyJournal, pipelines: new Map() };
    Object.defineProperty(journal, "since", { get: () => assert.fail("a mistake") });
    const config = { ...projectReport().config, sinceLastReport: true };
    const context = memoryContext();
    const { skipped, issues } = await completeReport(projectReport({ journal, config }), context, []);
    assert.ok(skipped.includes("journal"));
    assert.deepEqual(issues, []);
    assert.match(context.agent.warnings.join(), /^Could not check journal: a mistake/);
  });

  it("is not there for the journal if nothing asks for it: the rules alone need no memory of runs", async () => {
    const { journal } = await completeReport(projectReport(), memoryContext(), []);
    assert.equal(journal, emptyJournal);
  });

  it("is named in the order in which the checks ran: stuck runs first, then as their issues are listed", async () => {
    const keys = { runs_per_week_max: 1000, check_unfinished: true };
    const unfinishedRuns = () => [Promise.resolve([null])];
    const service: object = { pipelinesNamed: async () => [7], unfinishedRuns };
    const clock = testClock({ startsAt: now });
    const { report } = await watch(runs, { keys, schedules, clock, service: () => service });
    assert.deepEqual(report.skipped, ["stuck runs", "missed runs", "run limits"]);
  });
});

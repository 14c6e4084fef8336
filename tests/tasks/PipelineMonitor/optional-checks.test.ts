import assert from "node:assert/strict";
import type { OptionalSettings } from "../../../tasks/PipelineMonitor/config/parse";
import { testClock } from "../../test-clock";
import { watch } from "./monitor-stage";

const now = Date.UTC(2026, 10, 20, 0, 19, 0);

/** A schedule whose search for the next time fails. */
const schedule = {
  ...{ expression: "0 3 * * *", hours: [3], daysOfMonth: [20], months: [11], daysOfWeek: [5] },
  get minutes(): number[] {
    throw new RangeError("Invalid time value");
  },
};
const broken = { pipeline: "price feed", schedules: [schedule], graceSeconds: 900 };

const runs = [1, 2].map((id) => ({ id, result: "failed", logs: ["an error"] }));

describe("an optional check that fails by its own code", () => {
  const cases: [string, Partial<OptionalSettings>, object?][] = [
    ["missing runs", { schedules: [broken] }],
    ["limits of runs", { schedules: [broken], runsPerWeekMax: 1000 }, { pipelinesNamed: async () => [7] }],
    ["causes of failures", { explainFailures: true }, { timelineErrors: async () => ({ map: () => 7 }) }],
    ["history", { historyRuns: 20 }, { lastRuns: async () => [{ run: null }] }],
    ["unfinished runs", { checkUnfinished: true }, { unfinishedRuns: () => [Promise.resolve([null])] }],
  ];
  for (const [what, extras, service = {}] of cases)
    it(`costs itself alone: ${what}`, async () => {
      const clock = testClock({ startsAt: now });
      const { agent, report } = await watch(runs, { extras, clock, service: () => service });
      const failures = agent.printed.filter((line) => line.includes("status completed, result failed"));
      assert.deepEqual([report.delivered, failures.length], ["sent", 2]);
      assert.ok(report.skipped.includes(what), `${report.skipped}`);
      assert.ok(agent.warnings.some((warning) => warning.startsWith(`Left out: ${what}. `)));
    });

  it("is named in the order in which the checks ran: unfinished runs first, then as their issues are listed", async () => {
    const extras = { schedules: [broken], runsPerWeekMax: 1000, checkUnfinished: true };
    const service: object = {
      pipelinesNamed: async () => [7],
      unfinishedRuns: () => [Promise.resolve([null])],
    };
    const clock = testClock({ startsAt: now });
    const { report } = await watch(runs, { extras, clock, service: () => service });
    assert.deepEqual(report.skipped, ["unfinished runs", "missing runs", "limits of runs"]);
  });
});

import assert from "node:assert/strict";
import { type Config, type Extras, parseConfig } from "../../../tasks/PipelineMonitor/config/parse";
import { monitor } from "../../../tasks/PipelineMonitor/monitor";
import { memoryAgent } from "../../memory-agent";
import { memoryBuildService } from "../../memory-build-service";
import { sketchRun } from "../../sandbox/runs";
import { testClock } from "../../test-clock";
import { usualConfig } from "./usual-config";

const now = Date.UTC(2026, 10, 20, 0, 19, 0);

/** A schedule whose search for the next time fails. */
const schedule = {
  ...{ expression: "0 3 * * *", hours: [3], daysOfMonth: [20], months: [11], daysOfWeek: [5] },
  get minutes(): number[] {
    throw new RangeError("Invalid time value");
  },
};
const broken = { pipeline: "price feed", schedules: [schedule], graceSeconds: 900 };

/** The message of a monitor with optional checks, over one run that failed and is like no other. */
async function watch(extras: Partial<Extras>, record: object = {}) {
  const file = { organization: "contoso", project: "Night Shift", url_base: "https://dev.azure.com/" };
  const parsed = parseConfig({ ...file, ...usualConfig }).config ?? assert.fail();
  const config: Config = { ...parsed, extras: { ...parsed.extras, ...extras } };
  const agent = memoryAgent();
  const runs = [1, 2].map((id) => sketchRun(now, { id, result: "failed", logs: ["an error"] }));
  const service = { ...memoryBuildService(config.project, runs), ...record };
  const report = await monitor({
    config,
    service,
    ownPipeline: undefined,
    issueKind: undefined,
    post: async () => undefined,
    agent,
    clock: testClock({ startsAt: now }),
    cancelled: new AbortController().signal,
  });
  const failures = agent.printed.filter((line) => line.includes("status completed, result failed"));
  return { report, failures: failures.length, warnings: agent.warnings };
}

describe("an optional check that fails by its own code", () => {
  const cases: [string, Partial<Extras>, object?][] = [
    ["missing runs", { schedules: [broken] }],
    ["limits of runs", { schedules: [broken], runsPerWeekMax: 1000 }, { pipelinesNamed: async () => [7] }],
    ["causes of failures", { explainFailures: true }, { timelineErrors: async () => ({ map: () => 7 }) }],
    ["history", { historyRuns: 20 }, { lastRuns: async () => [{ run: null }] }],
    ["unfinished runs", { checkUnfinished: true }, { unfinishedRuns: () => [Promise.resolve([null])] }],
  ];
  for (const [what, extras, service] of cases)
    it(`costs itself alone: ${what}`, async () => {
      const { report, failures, warnings } = await watch(extras, service);
      assert.deepEqual([report.delivered, failures], ["sent", 2]);
      assert.ok(report.skipped.includes(what), `${report.skipped}`);
      assert.ok(warnings.some((warning) => warning.startsWith(`Left out: ${what}. `)));
    });
});

import assert from "node:assert/strict";
import type { RunRecord } from "../../../../../shared/azure-devops/records";
import { readLimits } from "../../../../../tasks/PipelineMonitor/checks/run-limits/read-limits";
import { scheduledPipeline } from "../../../../../tasks/PipelineMonitor/checks/schedules/settings";
import { failedRun } from "../../failed-run";

const now = Date.UTC(2026, 10, 20, 0, 19) / 1000;
const never = new AbortController().signal;
const schedules = [
  ...scheduledPipeline("nightly import", { schedule: "0 2 * * *" }),
  ...scheduledPipeline("price feed", { schedule: "0 * * * *" }),
];
const ranHoursAgo = (...hours: number[]): RunRecord[] =>
  hours.map((count) => ({ run: failedRun({ queueTime: now - 3600 * count }) }));

describe("readLimits", () => {
  /** What is found where pipelines have some ids, and these some runs. */
  async function found(ids: Record<string, number[]>, runs: Record<number, RunRecord[][]>, max: number) {
    const asked: string[] = [];
    const service = {
      pipelinesNamed: async (name: string) => ids[name] ?? [],
      async *runsQueuedSince(since: number, _signal: AbortSignal, definitionId?: number) {
        asked.push(`${definitionId} for ${(now - since) / 3600} h`);
        yield* runs[definitionId ?? 0] ?? [];
      },
    };
    const limits = await readLimits(schedules, max, service, now * 1000 + 999, never);
    return {
      asked,
      limits: limits.map(
        (limit) => `${limit.pipeline}: ${limit.kind === "runLimit" ? limit.ranInWeek : limit.kind}`,
      ),
    };
  }

  it("asks for a week of each scheduled pipeline by its id, and counts all pages", async () => {
    const runs = { 1: [ranHoursAgo(1, 2), ranHoursAgo(30)], 2: [[]] };
    assert.deepEqual(await found({ "nightly import": [1], "price feed": [2] }, runs, 3), {
      asked: ["1 for 168 h", "2 for 168 h"],
      limits: ["nightly import: 3", "price feed: 0"],
    });
    assert.deepEqual((await found({ "nightly import": [1], "price feed": [2] }, runs, 168)).limits, []);
  });

  it("goes by that one of several pipelines of a name which ran most, and names those that are not there", async () => {
    const runs = { 1: [ranHoursAgo(1)], 3: [ranHoursAgo(1, 2)], 4: [ranHoursAgo(5)] };
    assert.deepEqual((await found({ "nightly import": [1, 3, 4] }, runs, 3)).limits, [
      "nightly import: 2",
      "price feed: unknownPipeline",
    ]);
  });

  it("takes a record that does not tell when it was queued for a run", async () => {
    const unreadable = { id: 1, buildNumber: "", pipeline: undefined, problem: "x" };
    const runs = { 1: [[{ unreadable }, { run: failedRun({ queueTime: undefined }) }]] };
    assert.deepEqual((await found({ "nightly import": [1], "price feed": [2] }, runs, 168)).limits, []);
    assert.deepEqual((await found({ "nightly import": [1] }, runs, 8)).limits[0], "nightly import: 2");
  });
});

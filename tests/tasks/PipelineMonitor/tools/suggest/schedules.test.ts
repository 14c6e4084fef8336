import assert from "node:assert/strict";
import { collectSchedules } from "../../../../../tasks/PipelineMonitor/tools/suggest/schedules";
import { failedRun } from "../../failed-run";

const day = 24 * 3600;
const start = Date.UTC(2026, 10, 1, 2) / 1000;

describe("the schedules that --suggest lists", () => {
  const linesOf = (count: number, reason: string) => {
    const schedules = collectSchedules();
    for (let index = 0; index < count; index++)
      schedules.count({ run: failedRun({ reason, queueTime: start + index * day }) });
    return schedules.lines((start + 15 * day) * 1000);
  };

  it("are those of two weeks without a gap, as cron to be pasted", () => {
    assert.deepEqual(linesOf(15, "schedule").slice(1), [
      "Schedules that the runs show:",
      `  nightly import: "schedule": "0 2 * * *" (every day at 02:00 UTC, 2 weeks)`,
    ]);
  });

  it("are not those of less, or of runs that people started", () => {
    assert.deepEqual(linesOf(13, "schedule"), []);
    assert.deepEqual(linesOf(15, "manual"), []);
  });
});

import assert from "node:assert/strict";
import { parseRun, type RunRecord } from "../../../../shared/azure-devops/records";
import { findDuePipelines, readMissingRuns } from "../../../../tasks/PipelineMonitor/checks/missing-runs";
import { scheduledPipeline } from "../../../../tasks/PipelineMonitor/config/schedules";
import { sinceLast, type Window } from "../../../../tasks/PipelineMonitor/issue/window";
import { failedRun } from "../failed-run";

const never = new AbortController().signal;
const midnight = Date.UTC(2026, 10, 20) / 1000;
const hour = 3600;
const schedules = [
  ...scheduledPipeline("nightly import", { schedule: "0 * * * *", grace: 600 }),
  ...scheduledPipeline("price feed", { schedule: "30 * * * *" }),
];
/** A window from one o'clock, whose hour before is the last that an earlier report covers. */
const windowAt = (now: number, until?: number): Window => ({
  ...sinceLast((midnight + now) * 1000, { lastStart: midnight + hour, ownStart: undefined }),
  until,
});

describe("findDuePipelines", () => {
  const due = (now: number, until?: number) =>
    findDuePipelines(schedules, windowAt(now, until)).map(({ scheduled, due: times }) => [
      scheduled.pipeline,
      times.map((at) => (at - midnight) / 60),
    ]);

  it("gives the times of each pipeline whose grace ended within the window, of those that have any", () => {
    assert.deepEqual(due(hour + 600), []);
    assert.deepEqual(due(hour + 601), [["nightly import", [60]]]);
    assert.deepEqual(due(2 * hour + 3000), [
      ["nightly import", [60, 120]],
      ["price feed", [90, 150]],
    ]);
  });

  it("leaves to the next report what its window does not hold", () => {
    assert.deepEqual(due(2 * hour + 3000, midnight + 2 * hour), [
      ["nightly import", [60]],
      ["price feed", [90]],
    ]);
  });
});

describe("readMissingRuns", () => {
  const queued = (pipeline: string, minute: number): RunRecord => ({
    run: failedRun({ pipeline, queueTime: midnight + 60 * minute }),
  });

  /** Which times are missing where a service gives runs, and since when it was asked. */
  async function missing(...pages: RunRecord[][]) {
    let asked = 0;
    const service = {
      async *runsQueuedSince(since: number) {
        asked = since - midnight;
        yield* pages;
      },
    };
    const due = findDuePipelines(schedules, windowAt(2 * hour + 3000));
    const found = await readMissingRuns(due, service, never);
    return { asked, found: found.map(({ pipeline, at }) => `${pipeline} ${(at - midnight) / 60}`) };
  }

  it("gives the times of each pipeline at which none of its runs was queued, over all pages", async () => {
    const { asked, found } = await missing(
      [queued("nightly import", 60), queued("price feed", 120)],
      [queued("price feed", 150), queued("other", 90)],
    );
    assert.deepEqual(found, ["nightly import 120", "price feed 90"]);
    assert.equal(asked, hour - 60);
  });

  it("leaves a time to each record of the pipeline that cannot be understood, or has no time", async () => {
    const broken = parseRun({ definition: { name: "price feed" } });
    const timeless: RunRecord = { run: failedRun({ pipeline: "nightly import", queueTime: undefined }) };
    const { found } = await missing([broken, timeless, parseRun(0)]);
    assert.deepEqual(found, ["nightly import 120", "price feed 150"]);
  });
});

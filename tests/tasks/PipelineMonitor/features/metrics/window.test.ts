import assert from "node:assert/strict";
import { countedFrom } from "../../../../../tasks/PipelineMonitor/features/metrics/count";
import { sinceLast } from "../../../../../tasks/PipelineMonitor/issue/window";

const now = Date.UTC(2026, 10, 20, 3, 19, 30);
const [hour, day] = [3600, 24 * 3600];

describe("the window of metrics", () => {
  it("begins where that of the last report ended, or a day ago", () => {
    const begins = (before: number | undefined, metricsBefore?: number) => {
      const window = sinceLast(
        now,
        before === undefined ? undefined : { until: Math.floor(now / 1000) - before },
      );
      const until = metricsBefore === undefined ? undefined : Math.floor(now / 1000) - metricsBefore;
      return Math.floor(now / 1000) - countedFrom(window, until);
    };
    assert.deepEqual(
      [600, 5 * hour, 2 * day].map((before) => begins(before)),
      [600, 5 * hour, day],
    );
    assert.equal(begins(undefined), day);
    assert.deepEqual(
      [9000.5, 2 * day, 60].map((before) => begins(600, before)),
      [9001, day, 60],
    );
  });
});

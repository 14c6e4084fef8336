import assert from "node:assert/strict";
import { renderLimit } from "../../../../../tasks/PipelineMonitor/checks/run-limits/limit-text";
import type { RunLimit } from "../../../../../tasks/PipelineMonitor/checks/run-limits/run-limits";

describe("renderLimit", () => {
  it("says when the limit is reached, and by which figures", () => {
    const limit: RunLimit = {
      kind: "runLimit",
      pipeline: "price feed",
      runsPerWeekMax: 1000,
      reachedAt: Date.UTC(2026, 10, 24, 5, 12) / 1000,
      ranInWeek: 612,
      scheduledInWeek: 1440,
      densest: { from: Date.UTC(2026, 10, 20, 6) / 1000, runs: 2 },
    };
    const figures = "its schedule has 1440 runs a week, up to";
    const ofWeek = "reaches the limit of 1000 runs a week at 05:12 UTC (2026-11-24) and will not start then";
    const ofBurst = "is to run 15 times in the 15 minutes from 06:00 UTC (2026-11-20), of which 10 start";
    const densest = { ...limit.densest, runs: 15 };
    assert.deepEqual(
      [limit, { ...limit, densest }, { ...limit, densest, reachedAt: undefined }].map(renderLimit),
      [
        `${ofWeek}: ${figures} 2 in 15 minutes, and 612 ran in the last 7 days`,
        `${ofWeek}; ${ofBurst}: ${figures} 15 in 15 minutes, and 612 ran in the last 7 days`,
        `${ofBurst}: ${figures} 15 in 15 minutes, and 612 ran in the last 7 days`,
      ],
    );
  });
});

import assert from "node:assert/strict";
import { renderParts } from "../../../../../shared/chat/message";
import { renderLimit } from "../../../../../tasks/PipelineMonitor/checks/run-limits/limit-text";
import type { RunLimit } from "../../../../../tasks/PipelineMonitor/checks/run-limits/run-limits";
import { sanitize } from "../../../../sanitize";

const written = (limit: RunLimit) =>
  renderParts(renderLimit(limit), { name: String, link: (label) => label }, sanitize);

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
    const ofWeek = "will reach 1000 runs in 7 days at 2026-11-24 05:12 UTC, and later runs will not start";
    const ofBurst =
      "is scheduled 15 times in the 15 minutes from 2026-11-20 06:00 UTC, but only 10 will start";
    const densest = { ...limit.densest, runs: 15 };
    assert.deepEqual(
      [limit, { ...limit, densest }, { ...limit, densest, reachedAt: undefined }].map(written),
      [
        `${ofWeek}: ${figures} 2 in 15 minutes; 612 ran in the last 7 days`,
        `${ofWeek}; ${ofBurst}: ${figures} 15 in 15 minutes; 612 ran in the last 7 days`,
        `${ofBurst}: ${figures} 15 in 15 minutes; 612 ran in the last 7 days`,
      ],
    );
  });
});

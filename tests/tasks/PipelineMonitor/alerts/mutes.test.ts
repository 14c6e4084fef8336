import assert from "node:assert/strict";
import { mutesAt } from "../../../../tasks/PipelineMonitor/alerts/mutes";
import { configWith, now } from "./alerts-stage";

describe("mutesAt", () => {
  const { pipelines } = configWith(
    {},
    {
      default: { max_proc_time: 900, min_proc_time: 30, mute_until: "2026-11-30" },
      a: {},
      b: { mute_until: "2026-11-22T03:00Z" },
      c: { mute_until: "2026-11-21" },
    },
  );

  it("says which mutes last, which have ended since the last report, and which before", () => {
    const { lasting, ended, past } = mutesAt(pipelines, now - 3600, now);
    const names = [lasting, ended, past].map((some) => some.map(({ entry }) => entry));
    assert.deepEqual(names, [["default"], ["b"], ["c"]]);
  });
});

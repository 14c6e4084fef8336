import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { lastHour } from "../../../../tasks/PipelineMonitor/issue/window";
import { findMutes } from "../../../../tasks/PipelineMonitor/silence/mutes";
import { sanitize } from "../../../sanitize";
import { projectReport } from "../report-stage";
import { configWith, now } from "./silence-stage";

describe("findMutes", () => {
  const config = configWith(
    {},
    {
      default: { max_proc_time: 900, min_proc_time: 30, mute_until: "2026-11-30" },
      a: {},
      b: { mute_until: "2026-11-22T03:00Z", mute_reason: "moving" },
      c: { mute_until: "2026-11-21" },
    },
  );

  it("says which mutes last, which have ended since the last report, and which before", () => {
    const { lasting, ended, warnings } = findMutes(projectReport({ config, window: lastHour(now * 1000) }));
    assert.deepEqual(
      [...lasting, ...ended].map(({ parts }) => plainText(parts, sanitize)),
      [
        "All pipelines without an entry of their own are muted until 2026-11-30 00:00 UTC.",
        "The mute of b ended at 2026-11-22 03:00 UTC (moving).",
      ],
    );
    assert.deepEqual(warnings, [
      "configFile: the mute of c ended on 2026-11-21. Remove its mute_until and mute_reason.",
    ]);
  });
});

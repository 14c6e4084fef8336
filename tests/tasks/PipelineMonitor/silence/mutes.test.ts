import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
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
  const none = { startTime: undefined, skipped: [], notes: [], isUnknown: false };

  function mutesAt(mutesUntil: number | undefined) {
    const memory = { mutesUntil, othersUntil: now, projects: new Map(), unread: [] };
    const window = sinceLast(now * 1000, { until: now - 3600 });
    const found = findMutes([projectReport({ config, window })], { ...none, memory });
    const texts = [...found.lasting, ...found.ended].map(({ parts }) => plainText(parts, sanitize));
    return { texts, warnings: found.past };
  }
  const lasting = "All pipelines without an entry of their own are muted until 2026-11-30 00:00 UTC.";
  const ended = "The mute of b ended at 2026-11-22 03:00 UTC (moving).";
  const warning = "configFile: the mute of c ended on 2026-11-21. Remove its mute_until and mute_reason.";

  it("says which mutes last, which have ended since the last report, and which before", () => {
    assert.deepEqual(mutesAt(undefined), { texts: [lasting, ended], warnings: [warning] });
    assert.deepEqual(mutesAt(now - 60).texts, [lasting]);
  });

  it("says that a mute has ended in the next report that is told, however late that is", () => {
    const { texts, warnings } = mutesAt(Date.UTC(2026, 10, 20) / 1000);
    assert.deepEqual(texts, [lasting, ended, "The mute of c ended at 2026-11-21 00:00 UTC."]);
    assert.deepEqual(warnings, []);
  });
});

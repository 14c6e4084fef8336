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

  function mutesAt(mutesUntil: number | undefined, at = now) {
    const memory = { mutesUntil, othersUntil: now, projects: new Map(), unread: [] };
    const window = sinceLast(at * 1000, { until: at - 3600 });
    const found = findMutes([projectReport({ config, window })], { ...none, memory });
    const texts = [...found.lasting, ...found.ended].map(({ parts }) => plainText(parts, sanitize));
    return { texts, warnings: found.past };
  }
  const lasting = "All pipelines without an entry of their own are muted until 2026-11-30 00:00 UTC.";
  const ended = "The mute of b ended at 2026-11-22 03:00 UTC (moving).";
  const warningOf = (name: string, day: string) =>
    `configFile: the mute of ${name} ended on ${day}. Remove its mute_until and mute_reason.`;
  const warning = warningOf("c", "2026-11-21");

  it("says which mutes last, which have ended since the last report, and which before", () => {
    assert.deepEqual(mutesAt(undefined), { texts: [lasting, ended], warnings: [warning] });
    assert.deepEqual(mutesAt(now - 60).texts, [lasting]);
    const found = findMutes(
      [projectReport({ config, window: sinceLast(now * 1000, { until: now - 3600 }) })],
      {
        ...{ ...none, memory: undefined },
      },
    );
    const aside = { severity: "note", rank: 7 };
    const tally = { thing: "mute", what: "ended" };
    assert.deepEqual(
      [...found.lasting, ...found.ended].map(({ parts: _, ...line }) => line),
      [aside, { ...aside, tally, silenced: undefined }],
    );
  });

  it("says that a mute has ended in the report of its last second, and once", () => {
    const end = Date.UTC(2026, 10, 22, 3) / 1000;
    assert.deepEqual(mutesAt(undefined, end - 1).texts, [
      lasting,
      "b is muted until 2026-11-22 03:00 UTC (moving).",
    ]);
    assert.deepEqual(mutesAt(undefined, end).texts, [lasting, ended]);
    assert.deepEqual(mutesAt(end), {
      texts: [lasting],
      warnings: [warningOf("b", "2026-11-22"), warning],
    });
  });

  it("is about the default, or nothing", () => {
    const mute = { max_proc_time: 900, min_proc_time: 30, mute_until: "2026-11-22T03:19Z" };
    const of = (...entries: object[]) =>
      findMutes(
        entries.map((one) =>
          projectReport({ config: configWith({}, one), window: sinceLast(now * 1000, { until: 0 }) }),
        ),
        { ...none, memory: undefined },
      ).ended.map(({ parts }) => plainText(parts, sanitize));
    assert.deepEqual(of({ default: mute, a: {} }), ["The mute in `default` ended at 2026-11-22 03:19 UTC."]);
    assert.deepEqual([of({ a: {} }), of({ a: { mute_reason: "later" } })], [[], []]);
    assert.deepEqual(findMutes([], { ...none, memory: undefined }), { ended: [], lasting: [], past: [] });
  });

  it("says that a mute has ended in the next report that is told, however late that is", () => {
    const { texts, warnings } = mutesAt(Date.UTC(2026, 10, 20) / 1000);
    assert.deepEqual(texts, [lasting, ended, "The mute of c ended at 2026-11-21 00:00 UTC."]);
    assert.deepEqual(warnings, []);
  });
});

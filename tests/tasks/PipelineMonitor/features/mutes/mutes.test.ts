import assert from "node:assert/strict";
import { plainText } from "../../../../../shared/chat/message";
import { nothingBefore } from "../../../../../tasks/PipelineMonitor/feature";
import { isFor, quietWindows } from "../../../../../tasks/PipelineMonitor/features/mutes/maintenance";
import { mutes } from "../../../../../tasks/PipelineMonitor/features/mutes/mutes";
import { sinceLast } from "../../../../../tasks/PipelineMonitor/issue/window";
import { openFeatures } from "../../../../../tasks/PipelineMonitor/open-features";
import { lineOfNote } from "../../../../../tasks/PipelineMonitor/render/notes";
import { sanitize } from "../../../../sanitize";
import { configWith, hour, now } from "../../ledger/ledger-stage";
import { memoryContext, projectReport } from "../../report-stage";

const day = 24 * hour;

describe("mutes", () => {
  const times = { max_proc_time: 900, min_proc_time: 30 };
  const moving = { mute_until: "2026-11-22T03:00Z", mute_reason: "moving" };
  const [lastingOne, pastOne] = [{ ...times, mute_until: "2026-11-30" }, { mute_until: "2026-11-21" }];
  const muted = configWith({}, { default: lastingOne, a: {}, b: moving, c: pastOne });
  const lasting = "All pipelines without an entry of their own are muted until 2026-11-30 00:00 UTC.";
  const ended = "The mute of b ended at 2026-11-22 03:00 UTC (moving).";
  const warningOf = (name: string, date: string) =>
    `configFile: pipelines.${name}.mute_until: the mute ended on ${date}. Remove it, and its mute_reason.`;
  const mutesAt = (reportedUntil: number | undefined, at = now, config = muted) => {
    const window = sinceLast(at * 1000, { until: at - hour });
    const on = mutes.read({ config, value: config.keys });
    const context = memoryContext();
    const before = { ...nothingBefore, reportedUntil };
    const { notesOnAll } = openFeatures(on === undefined ? [] : [on], before, context);
    const found = notesOnAll([projectReport({ config, window })], context);
    const lines = [...found.asides, ...found.notes.map(lineOfNote)];
    return {
      texts: lines.map(({ parts }) => plainText(parts, sanitize)),
      past: context.agent.warnings,
      found,
    };
  };

  const shown = ({ texts, past }: ReturnType<typeof mutesAt>) => [texts, past];

  it("finds which last, which have ended since the last report, and which before", () => {
    const past = [warningOf("c", "2026-11-21")];
    assert.deepEqual(shown(mutesAt(undefined)), [[lasting, ended], past]);
    assert.deepEqual(shown(mutesAt(now - hour)), [[lasting, ended], past]);
    assert.deepEqual(shown(mutesAt(now - 60)), [[lasting], [warningOf("b", "2026-11-22"), ...past]]);
    const third = "The mute of c ended at 2026-11-21 00:00 UTC.";
    assert.deepEqual(shown(mutesAt(now - 2 * day)), [[lasting, ended, third], []]);
  });

  it("takes a mute as ended from its last second on, once", () => {
    const end = Date.UTC(2026, 10, 22, 3) / 1000;
    const still = "b is muted until 2026-11-22 03:00 UTC (moving).";
    assert.deepEqual(mutesAt(end - 60, end - 1).texts, [lasting, still]);
    assert.deepEqual(mutesAt(end - 60, end).texts, [lasting, ended]);
    assert.deepEqual(mutesAt(end, end + 60).texts, [lasting]);
  });

  it("has none that entries inherit, and none without the keys", () => {
    const mute = { ...times, mute_until: "2026-11-22T03:19Z" };
    const { texts } = mutesAt(undefined, now, configWith({}, { default: mute, a: {}, b: {} }));
    assert.deepEqual(texts, ["The mute in `default` ended at 2026-11-22 03:19 UTC."]);
    assert.deepEqual(shown(mutesAt(undefined, now, configWith())), [[], []]);
  });

  it("makes notes of those that have ended, which the title counts", () => {
    const notes = mutesAt(now - hour).found.notes;
    assert.deepEqual(
      notes.map(({ tally }) => tally),
      [{ thing: "mute", what: "ended" }],
    );
  });
});

describe("maintenance windows", () => {
  it("find the pipelines of a maintenance window by name and pattern", () => {
    const quiet = [{ schedule: "0 2 * * *", hours: 1, pipelines: ["night*", "caf\u00e9"] }];
    const [window] = quietWindows(quiet);
    assert.ok(window);
    const taken = ["nightly import", "cafe\u0301", "price feed", undefined].filter((one) =>
      isFor(window, one),
    );
    assert.deepEqual(taken, ["nightly import", "cafe\u0301"]);
  });
});

import assert from "node:assert/strict";
import type { RunSketch } from "../../../../sandbox/runs";
import { ended, type Hour, playHours } from "../../monitor-stage";

const limits = { max_proc_time: 900, min_proc_time: 30 };
const on = { pipelines: { default: limits } };
const off = { pipelines: { default: { ...limits, check_flag: false } } };
/** Succeeded once, and failed twice since, before the first report. */
const broken = (at: number): RunSketch[] => [
  ended(at, -0.5, { id: 5, result: "failed" }),
  ended(at, -1.5, { id: 4, result: "failed" }),
  ended(at, -2.5, { id: 3 }),
];
const scheduled = { ...on, runs: "scheduled" };
const manual = (at: number) => broken(at).map((run) => ({ ...run, record: { reason: "manual" } }));
const hour = (at: number, keys: object, runs = broken(at)): Hour => ({ at, keys, runs });
const days = (count: number) => 24 * count;

describe("a pipeline that comes under watch", () => {
  it("is told once if its last run failed, with since when, however long ago", async () => {
    for (const more of [{}, { history: 20 }]) {
      const texts = await playHours(more, [
        ...[0, 1, 2].map((week) => hour(days(7 * week), off)),
        ...[0, 1].map((later) => hour(days(60) + later, on)),
      ]);
      assert.match(texts[3] ?? "", /nightly import \S+ failed 2 times since 2026-11-20 01:49 UTC\. /);
      assert.deepEqual([...texts.slice(0, 3), texts[4]], ["", "", "", ""]);
    }
  });

  it("is told by the run itself if that was the only one that failed", async () => {
    const once = (at: number) => [ended(at, -0.5, { id: 5, result: "failed" }), ended(at, -2.5, { id: 3 })];
    const [, text] = await playHours({}, [hour(0, off, once(0)), hour(5, on, once(5))]);
    assert.match(text ?? "", /nightly import \S+ failed at 02:49 UTC\. /);
  });

  it("may be one that a filter hid, and tells when it works again", async () => {
    const [, ...texts] = await playHours({}, [
      hour(0, scheduled, manual(0)),
      hour(5, on, manual(5)),
      hour(6, on, [ended(6, 5.5, { id: 6 }), ...manual(6)]),
    ]);
    assert.match(texts[0] ?? "", / failed 2 times since 01:49 UTC\. /);
    assert.match(texts[1] ?? "", /20261120\.6\S+ works again/);
  });

  const toldOf = (texts: readonly string[]) =>
    texts.map((text) => [...text.matchAll(/20261120\.(\d)\S+ failed/g)].map(([, id]) => id));

  it("is told by its new run alone if that failed, too", async () => {
    const again = [ended(1, 0.5, { id: 6, result: "failed" }), ...broken(1)];
    assert.deepEqual(toldOf(await playHours({}, [hour(0, off), hour(1, on, again)])), [[], ["6"]]);
  });

  it("is not told again of a problem that lasts", async () => {
    const record = (reason: string) => ({ result: "failed", record: { reason } });
    const runs = (at: number) => [
      ...(at > 0 ? [ended(at, 0.5, { id: 6, ...record("manual") })] : []),
      ended(at, -0.5, { id: 5, ...record("schedule") }),
    ];
    const hours = [scheduled, scheduled, on, on].map((keys, at) => hour(at, keys, runs(at)));
    assert.deepEqual(toldOf(await playHours({}, hours)), [["5"], [], [], []]);
  });

  it("is not told on the first report, if it works by now, or if it stays hidden", async () => {
    const works = (at: number) => [ended(at, 4.5, { id: 6 }), ...broken(at)];
    for (const hours of [
      [hour(25, on)],
      [hour(0, off), hour(5, on, works(5))],
      [hour(0, off, manual(0)), hour(5, scheduled, manual(5))],
    ])
      assert.equal((await playHours({}, hours)).join(""), "");
  });

  it("is told by the next report if its last run cannot be read now", async () => {
    const lastRuns = () => Promise.reject(new Error("down"));
    const unread = { ...hour(5, on), service: () => ({ lastRuns }) };
    const texts = await playHours({}, [hour(0, off), unread, hour(6, on), hour(7, on)]);
    const isTold = texts.map((text) => / failed 2 times since 01:49 UTC\. /.test(text));
    assert.deepEqual(isTold, [false, false, true, false]);
  });
});

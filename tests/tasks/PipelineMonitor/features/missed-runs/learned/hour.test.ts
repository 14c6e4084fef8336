import assert from "node:assert/strict";
import type { KnownSchedule } from "../../../../../../shared/journal/schema";
import {
  judge,
  learn,
  waitMinutes,
} from "../../../../../../tasks/PipelineMonitor/features/missed-runs/learned/hour";
import { emptySchedule, withTimes } from "../../../../../../tasks/PipelineMonitor/journal/times";
import { cronsOf } from "../../../../../../tasks/PipelineMonitor/schedules/words";
import { failedRun } from "../../../failed-run";
import { dayMinutes, dueTimes, schedule } from "../../../schedules/story";

const sunday = Date.UTC(2026, 4, 31) / 60_000;
const day = (count: number) => sunday + count * dayMinutes;
const timesIn = (cron: string, from: number, until: number) => dueTimes([cron], day(from), day(until));
const noRuns: readonly number[] = [];
// Proven in times to come, so that it stays so.
const unknown = schedule({ proofs: Array.from({ length: 96 }, (_, index) => day(500) + 30 * index) });
/** What is known of a schedule after four weeks of runs at its times. */
const knownOf = (cron: string): KnownSchedule => ({
  ...unknown,
  times: timesIn(cron, 0, 28),
  pattern: { slots: timesIn(cron, 0, 7).map((time) => time - sunday), since: day(0) },
});

describe("what is learned of a pipeline", () => {
  const learnedFrom = (known: KnownSchedule, times: readonly number[], now: number) =>
    learn({ ...known, times: [...known.times, ...times], branches: [] }, now);
  const cronsAfter = (...of: Parameters<typeof learnedFrom>) =>
    cronsOf(learnedFrom(...of).pattern?.slots ?? []);

  it("is from four weeks, or from 100 days of the last 70 runs", () => {
    /** How many days ago the runs were that are kept of so many. */
    const kept = (count: number, daysBetween: number) => {
      const times = Array.from({ length: count }, (_, index) => day(200 - (count - 1 - index) * daysBetween));
      const agos = learnedFrom(unknown, times, day(200)).times.map((time) => (day(200) - time) / dayMinutes);
      return [Math.max(...agos), agos.length];
    };
    assert.deepEqual(
      [kept(200, 1), kept(20, 10), kept(700, 0.1)],
      [
        [69, 70],
        [90, 10],
        [27.9, 280],
      ],
    );
  });

  it("is of each branch by itself", () => {
    const queued = (branch: string | undefined, at: number, reason = "schedule") =>
      failedRun({ reason, queueTime: day(at) * 60, ...(branch === undefined ? {} : { branch }) });
    const runs = [queued("main", 0), queued("release", 0), queued("main", 1), queued("main", 2, "manual")];
    const known = withTimes(
      [{ ...emptySchedule("main"), times: [day(-1)] }],
      [...runs, queued(undefined, 3)],
    );
    assert.deepEqual(
      known.map(({ branch, times }) => [branch, times.map((time) => (time - day(0)) / dayMinutes)]),
      [
        ["main", [-1, 0, 1]],
        ["release", [0]],
        [undefined, [3]],
      ],
    );
  });

  it("lasts until the runs show another schedule, or fill the last week no more", () => {
    const known = knownOf("0 2 * * *");
    const later = timesIn("30 4 * * *", 28, 49);
    assert.deepEqual(cronsAfter(known, later.slice(0, 14), day(42)), ["0 2 * * *"]);
    const missed = { ...known, missed: [120], isStopped: true };
    assert.deepEqual(learnedFrom(missed, later, day(49)), {
      ...{ ...unknown, times: [...known.times, ...later] },
      pattern: { slots: knownOf("30 4 * * *").pattern?.slots, since: day(28) + 270 },
    });
    // A run at another time, three days after the last one.
    assert.deepEqual(cronsAfter(unknown, [...known.times, day(31)], day(31)), []);
    assert.deepEqual(cronsAfter(unknown, [...known.times, day(28) + 1], day(31)), ["0 2 * * *"]);
  });

  it("is the same pattern if only lateness differs, known since the earliest, with what was missed", () => {
    const late = { ...knownOf("10 2 * * *"), times: [], missed: [130], isStopped: true };
    const times = timesIn("0 2 * * *", 7, 28);
    const { pattern } = knownOf("0 2 * * *");
    assert.deepEqual(learnedFrom(late, times, day(28)), { ...late, times, pattern });
  });
});

describe("waitMinutes", () => {
  it("is the grace, at least half an hour, and an hour if the schedule may move by one", () => {
    for (const [cron, grace, expected] of [
      ["0 2 * * *", 15, 90],
      ["0 2 * * *", 31, 91],
      ["0 * * * *", 15, 30],
      ["0 * * * *", 31, 31],
    ] as const)
      assert.equal(waitMinutes(knownOf(cron), grace), expected);
    assert.equal(waitMinutes(unknown, 15), 30);
  });
});

describe("judge", () => {
  const nightly = knownOf("0 2 * * *");
  const twice = knownOf("0 2,14 * * *");
  /** The report on day 28, in minutes of it. All runs were started by the schedule, but for those that are manual. */
  function judged(
    known: KnownSchedule,
    runs: readonly number[],
    { from = 0, until = 1440, grace = 15, manual = noRuns } = {},
  ) {
    const [scheduled, all] = [runs, [...runs, ...manual]].map((some) => some.map((time) => day(28) + time));
    const due = { from: day(28) + from, until: day(28) + until, graceMinutes: grace };
    const after = judge(known, all ?? [], scheduled ?? [], due);
    const { pattern, missed, isStopped } = after.known;
    const moved = pattern === known.pattern ? {} : { moved: cronsOf(pattern?.slots ?? []) };
    return { missing: after.missing.map((at) => at - day(28)), missed, isStopped, ...moved };
  }
  const well = { missing: [], missed: [], isStopped: false };
  const stopped = { missing: [120], missed: [120], isStopped: true };

  it("reports a slot from the beginning until before the end that has no run from 15 minutes before to half an hour, or the grace, after", () => {
    for (const time of [105, 120, 150]) assert.deepEqual(judged(nightly, [time]), well, String(time));
    for (const time of [104, 151]) assert.deepEqual(judged(nightly, [time]), stopped, String(time));
    assert.deepEqual(judged(nightly, [165], { grace: 45 }), well);
    assert.deepEqual(judged(nightly, [], { from: 120, until: 121 }), stopped);
    assert.deepEqual([judged(nightly, [], { until: 120 }), judged(nightly, [], { from: 121 })], [well, well]);
    assert.deepEqual(judged(nightly, [], { manual: [125] }), well);
    assert.deepEqual(judged(unknown, []), well);
    // Two days ago, and the runs since show that the schedule has not moved.
    const before = { ...nightly, times: nightly.times.filter((time) => time !== day(26) + 120) };
    assert.deepEqual(judged(before, [120], { from: -2880 }), { ...well, missing: [-2760] });
    const hourly = knownOf("0 * * * *");
    const others = Array.from({ length: 24 }, (_, index) => 60 * (index + 1));
    assert.deepEqual(judged(hourly, others), { missing: [0], missed: [0], isStopped: false });
  });

  it("reports a slot once until it has run again, and nothing more of a schedule that has stopped", () => {
    const ofTwice = (missed: number[], isStopped: boolean, runs: number[]) =>
      judged({ ...twice, missed, isStopped }, runs);
    assert.deepEqual(ofTwice([], false, [840]), { missing: [120], missed: [120], isStopped: false });
    assert.deepEqual(ofTwice([], false, [120]), { missing: [840], missed: [840], isStopped: true });
    assert.deepEqual(ofTwice([], false, []), { missing: [120], missed: [120, 840], isStopped: true });
    assert.deepEqual(ofTwice([120], false, [840]), { missing: [], missed: [120], isStopped: false });
    assert.deepEqual(ofTwice([120], false, [120, 840]), { missing: [], missed: [], isStopped: false });
    assert.deepEqual(ofTwice([120], false, []), { missing: [840], missed: [120, 840], isStopped: true });
    assert.deepEqual(ofTwice([120], true, [120]), { missing: [840], missed: [840], isStopped: true });
    assert.deepEqual(ofTwice([], true, []), { missing: [], missed: [120, 840], isStopped: true });
  });

  it("follows a schedule that has moved by an hour, unless a person started the run", () => {
    for (const [time, cron] of [
      [180, "0 3 * * *"],
      [195, "0 3 * * *"],
      [60, "0 1 * * *"],
    ] as const)
      assert.deepEqual(judged({ ...nightly, missed: [120] }, [time]), { ...well, moved: [cron] });
    assert.deepEqual(judged(nightly, [], { manual: [180] }), stopped);
    assert.deepEqual(judged(nightly, [240]), stopped);
    assert.deepEqual(judged(twice, [180]), { missing: [120], missed: [120, 840], isStopped: true });
    assert.deepEqual(judged(twice, [180, 900]), { ...well, moved: ["0 3,15 * * *"] });
    // Where it is not proven, it starts nothing without changes.
    const ofNight = { ...twice, proofs: [day(500) + 120, day(501) + 120] };
    assert.deepEqual(judged(ofNight, [180]), { ...well, moved: ["0 3,15 * * *"] });
    // On the day of the change, the first had run in time.
    assert.deepEqual(judged(twice, [120, 900]), { ...well, moved: ["0 3,15 * * *"] });
  });
});

import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { learn } from "../../../../tasks/PipelineMonitor/features/missed-runs/learned/hour";
import { isProven, isProvenAt, proofsOf, withGaps } from "../../../../tasks/PipelineMonitor/schedules/proof";
import { failedRun } from "../failed-run";
import {
  branchOf,
  dayMinutes,
  dueTimes,
  everyDay,
  schedule,
  start,
} from "../features/missed-runs/learned/story";

/** A run of a day, which a schedule started at 02:00, and which took ten minutes. */
const ran = (day: number, commit: string | undefined, changes: Partial<Run> = {}): Run => {
  const queueTime = (start + day * dayMinutes + 120) * 60;
  const times = { queueTime, startTime: queueTime, finishTime: queueTime + 600 };
  const source = commit === undefined ? {} : { commit };
  return failedRun({ id: day + 1, reason: "schedule", result: "succeeded", ...source, ...times, ...changes });
};
const daysOf = (times: readonly number[]) => times.map((at) => Math.floor((at - start) / dayMinutes));
const proven = (...runs: Run[]) => daysOf(proofsOf([], [branchOf(runs)]));

describe("a run proves that its schedule runs without changes", () => {
  it("if an earlier one of its commit, which the schedule started, had succeeded by then", () => {
    const [red, manual] = [{ result: "failed" }, { reason: "manual" }];
    for (const [runs, days] of [
      [[ran(0, "a"), ran(1, "a")], [1]],
      [[ran(0, "a"), ran(1, "b")], []],
      [[ran(0, "a"), ran(1, "b"), ran(2, "a")], []],
      [[ran(0, "a"), ran(1, undefined), ran(2, "a")], []],
      [[ran(0, "a", red), ran(1, "a")], []],
      [[ran(0, "a", { result: "partiallySucceeded" }), ran(1, "a")], []],
      [[ran(0, "a", red), ran(1, "a", red), ran(2, "a"), ran(3, "a", red)], [3]],
      [[ran(0, "a", manual), ran(1, "a")], []],
      [[ran(0, "a"), ran(1, "a", manual)], []],
      [[ran(0, "a"), ran(1, "a", manual), ran(2, "a")], [2]],
    ] as const)
      assert.deepEqual(
        proven(...runs),
        days,
        runs.map(({ commit, result, reason }) => [commit, result, reason]).join("; "),
      );
  });

  it("not if the earlier one was still in progress, or was run again", () => {
    const { finishTime = 0 } = ran(1, "a");
    assert.deepEqual(proven(ran(0, "a", { finishTime: finishTime - 300 }), ran(1, "a")), []);
    const again = branchOf([ran(0, "a", { result: "failed" })]);
    const both = branchOf([ran(0, "a", { finishTime: finishTime - 3600 }), ran(1, "a")], again);
    assert.deepEqual(proofsOf([], [both]), []);
  });

  it("once for all branches, and the last two of each quarter of an hour of the day are remembered", () => {
    const quiet = (late: number) =>
      branchOf(
        [0, 1, 2, 3].map((day) => {
          const { queueTime = 0 } = ran(day, "a");
          return ran(day, "a", { id: 100 * late + day, queueTime: queueTime + late });
        }),
      );
    assert.deepEqual(daysOf(proofsOf([], [quiet(0)])), [2, 3]);
    assert.deepEqual(daysOf(proofsOf([], [quiet(0), quiet(300)])), [2, 3]);
    const later = branchOf([ran(8, "b"), ran(9, "b")]);
    const at = (day: number, minute: number) => start + day * dayMinutes + minute;
    assert.deepEqual(daysOf(proofsOf([at(0, 120), at(1, 900), at(3, 134)], [later])), [1, 3, 9]);
  });

  it("apart from its neighbours if it runs every few minutes", () => {
    const runs = Array.from({ length: 10 }, (_, index) => {
      const queueTime = (start + 5 * index) * 60;
      return ran(0, "a", { id: index + 1, queueTime, startTime: queueTime, finishTime: queueTime + 60 });
    });
    const proofs = proofsOf([], [branchOf(runs)]);
    assert.deepEqual(
      proofs,
      [5, 25, 45].map((minute) => start + minute),
    );
    assert.deepEqual(proofsOf(proofs, [branchOf(runs)]), proofs);
  });
});

describe("a schedule", () => {
  const nightly = (days: number) => dueTimes(["0 2 * * *"], start, start + days * dayMinutes);
  const quiet = (commit: string, ...days: number[]) => days.map((day) => ran(day, commit));
  const learnedBy = (days: number, without: readonly number[], runs: readonly Run[], known = schedule()) => {
    const times = nightly(days).filter((_, day) => !without.includes(day));
    return learn({ ...known, times, branches: [branchOf(runs)] }, start + days * dayMinutes);
  };

  it("is believed after two proofs since its pattern began, and stays so without its runs", () => {
    assert.equal(isProven(learnedBy(22, [], quiet("a", 20, 21))), false);
    const known = learnedBy(23, [], quiet("a", 20, 21, 22));
    assert.equal(isProven(known), true);
    assert.equal(isProven(learnedBy(23, [], [], known)), true, "the branch keeps few runs");
    const early = quiet("a", 0, 1, 2);
    assert.equal(isProven(learnedBy(28, [], early)), true);
    assert.equal(isProven(learnedBy(28, [2], early)), false, "before a gap");
  });

  it("is believed at the times of the day that are proven, within lateness and an hour's move", () => {
    const proofs = [20, 21].map((day) => start + day * dayMinutes + 120);
    const isProvenNow = isProvenAt({ pattern: { slots: [120, 840], since: start }, proofs });
    const believed = Array.from({ length: dayMinutes }, (_, minute) => minute).filter(isProvenNow);
    const around = (middle: number) => Array.from({ length: 31 }, (_, index) => middle - 15 + index);
    assert.deepEqual(believed, [...around(60), ...around(120), ...around(180)]);
    const midnight = isProvenAt({ pattern: { slots: [0], since: 0 }, proofs: [dayMinutes, 2 * dayMinutes] });
    assert.deepEqual([1425, 1380, 61, 120].map(midnight), [true, true, true, false]);
    const late = isProvenAt({ pattern: { slots: [120], since: proofs[0] ?? 0 }, proofs });
    assert.equal(late(120), false, "since its pattern began");
  });

  it("is believed at every hour, once for each proof, if it is due every hour, and from hour to hour else", () => {
    const slots = (hours: readonly number[]) => hours.map((hour) => hour * 60 + 23);
    const proofs = [3, 15].map((hour, day) => start + (20 + day) * dayMinutes + hour * 60 + 23);
    const believed = (hours: readonly number[], some = proofs) =>
      slots(hours).filter(isProvenAt({ pattern: { slots: slots(hours), since: start }, proofs: some }))
        .length;
    const all = Array.from({ length: 24 }, (_, hour) => hour);
    assert.equal(believed(all), 24);
    assert.equal(believed(all, proofs.slice(1)), 0, "of one proof");
    assert.equal(believed(all.filter((hour) => hour < 17 && hour !== 9)), 0);
    assert.equal(believed(all.filter((hour) => hour < 17)), 17);
  });

  it("forgets the proof of a time of the day after a gap there, until that is proven", () => {
    const all = dueTimes(["0 2,14 * * *"], start, start + 28 * dayMinutes);
    const times = all.filter((at) => at !== start + 10 * dayMinutes + 840);
    const [first = 0, second = 0] = [2, 3].map((day) => start + day * dayMinutes + 120);
    const proofsAfter = (...afternoon: number[]) => {
      const pattern = { slots: everyDay(120, 840), since: start };
      const known = schedule({ times, pattern, proofs: [first, second, ...afternoon] });
      return learn({ ...known, branches: [] }, start + 28 * dayMinutes).proofs;
    };
    const at = (day: number) => start + day * dayMinutes + 840;
    assert.deepEqual(proofsAfter(at(5)), [first, second]);
    assert.deepEqual(proofsAfter(at(11)), [first, second, at(11)]);
    assert.deepEqual(proofsAfter(at(5), at(6)), [first, second, at(5), at(6)]);
  });

  it("that is not believed begins anew after each gap", () => {
    const changing = Array.from({ length: 28 }, (_, day) => ran(day, String(day)));
    const known = learnedBy(24, [], changing);
    assert.deepEqual(daysOf([known.pattern?.since ?? 0]), [0]);
    const recent = learnedBy(29, [27], changing, known);
    assert.deepEqual(daysOf([recent.pattern?.since ?? 0]), [0], "the run may not have finished");
    const gap = learnedBy(30, [26], changing, known);
    assert.deepEqual([daysOf([gap.pattern?.since ?? 0]), isProven(gap)], [[26], false]);
  });

  it("is doubted after two gaps, and proven anew by the runs since", () => {
    const known = learnedBy(30, [], quiet("a", 20, 21, 22));
    const [first = 0, second = 0] = nightly(33).slice(30, 32);
    const once = withGaps(known, [first]);
    assert.deepEqual([once.gaps, isProven(once), once.pattern], [[first], true, known.pattern]);
    const twice = withGaps(once, [second]);
    assert.deepEqual([twice.gaps, isProven(twice), twice.pattern?.since], [[], false, second]);
    assert.deepEqual(withGaps(known, [first, second]), twice);
    assert.equal(isProven(learnedBy(34, [30, 31], quiet("b", 32, 33), twice)), false);
    assert.equal(isProven(learnedBy(35, [30, 31], quiet("b", 32, 33, 34), twice)), true);
  });

  it("is forgotten when none of its runs is remembered", () => {
    const known = learnedBy(30, [], quiet("a", 20, 21, 22));
    const forgotten = learn({ ...known, branches: [] }, start + 131 * dayMinutes);
    assert.deepEqual(forgotten, schedule());
  });
});

import assert from "node:assert/strict";
import type { Run } from "../../../../../../shared/azure-devops/records";
import { learn } from "../../../../../../tasks/PipelineMonitor/features/missed-runs/learned/hour";
import { emptySchedule } from "../../../../../../tasks/PipelineMonitor/journal/times";
import { isProven, isProvenAt, withGaps } from "../../../../../../tasks/PipelineMonitor/schedules/proof";
import {
  branchOf,
  dayMinutes,
  daysOf,
  dueTimes,
  everyDay,
  ran,
  schedule,
  start,
} from "../../../schedules/story";

describe("a learned schedule", () => {
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
    const isProvenNow = isProvenAt({
      ...emptySchedule(),
      pattern: { slots: [120, 840], since: start },
      proofs,
    });
    const believed = Array.from({ length: dayMinutes }, (_, minute) => minute).filter(isProvenNow);
    const around = (middle: number) => Array.from({ length: 31 }, (_, index) => middle - 15 + index);
    assert.deepEqual(believed, [...around(60), ...around(120), ...around(180)]);
    const midnight = isProvenAt({
      ...emptySchedule(),
      pattern: { slots: [0], since: 0 },
      proofs: [dayMinutes, 2 * dayMinutes],
    });
    assert.deepEqual([1425, 1380, 61, 120].map(midnight), [true, true, true, false]);
    const late = isProvenAt({ ...emptySchedule(), pattern: { slots: [120], since: proofs[0] ?? 0 }, proofs });
    assert.equal(late(120), false, "since its pattern began");
  });

  it("is believed at every hour, once for each proof, if it is due every hour, and from hour to hour else", () => {
    const slots = (hours: readonly number[]) => hours.map((hour) => hour * 60 + 23);
    const proofs = [3, 15].map((hour, day) => start + (20 + day) * dayMinutes + hour * 60 + 23);
    const believed = (hours: readonly number[], some = proofs) =>
      slots(hours).filter(
        isProvenAt({ ...emptySchedule(), pattern: { slots: slots(hours), since: start }, proofs: some }),
      ).length;
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

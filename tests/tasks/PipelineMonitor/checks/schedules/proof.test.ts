import assert from "node:assert/strict";
import type { Run } from "../../../../../shared/azure-devops/records";
import { learn } from "../../../../../tasks/PipelineMonitor/checks/schedules/hour";
import { isProven, proofsOf, withGaps } from "../../../../../tasks/PipelineMonitor/checks/schedules/proof";
import type { KnownSchedule } from "../../../../../tasks/PipelineMonitor/issue/schedules";
import { emptyBranch, withRuns } from "../../../../../tasks/PipelineMonitor/journal/branch";
import { failedRun } from "../../failed-run";
import { dayMinutes, dueTimes, start } from "./story";

/** A run of a day, which a schedule started at 02:00, and which took ten minutes. */
const ran = (day: number, commit: string | undefined, changes: Partial<Run> = {}): Run => {
  const queueTime = (start + day * dayMinutes + 120) * 60;
  const times = { queueTime, startTime: queueTime, finishTime: queueTime + 600 };
  const source = commit === undefined ? {} : { commit };
  return failedRun({ id: day + 1, reason: "schedule", result: "succeeded", ...source, ...times, ...changes });
};
const branchOf = (runs: readonly Run[], name = "") =>
  withRuns(
    emptyBranch(name),
    runs,
    () => false,
    () => undefined,
  );
const daysOf = (times: readonly number[]) => times.map((at) => Math.floor((at - start) / dayMinutes));
const proven = (...runs: Run[]) => daysOf(proofsOf([], [branchOf(runs)]));

describe("a run proves that its schedule runs without changes", () => {
  it("if an earlier one of its commit, which the schedule started, had succeeded by then", () => {
    assert.deepEqual(proven(ran(0, "a"), ran(1, "a")), [1]);
    assert.deepEqual(proven(ran(0, "a"), ran(1, "b")), []);
    assert.deepEqual(proven(ran(0, "a"), ran(1, "b"), ran(2, "a")), []);
    assert.deepEqual(proven(ran(0, "a"), ran(1, undefined), ran(2, "a")), [], "unknown commit");
    assert.deepEqual(proven(ran(0, "a", { result: "failed" }), ran(1, "a")), [], "red until it is green");
    assert.deepEqual(proven(ran(0, "a", { result: "partiallySucceeded" }), ran(1, "a")), []);
    const red = { result: "failed" };
    assert.deepEqual(proven(ran(0, "a", red), ran(1, "a", red), ran(2, "a"), ran(3, "a", red)), [3]);
    assert.deepEqual(proven(ran(0, "a", { reason: "manual" }), ran(1, "a")), []);
    assert.deepEqual(proven(ran(0, "a"), ran(1, "a", { reason: "manual" })), []);
    assert.deepEqual(proven(ran(0, "a"), ran(1, "a", { reason: "manual" }), ran(2, "a")), [2]);
  });

  it("not if the earlier one was still in progress, or was run again", () => {
    const { finishTime = 0 } = ran(1, "a");
    assert.deepEqual(proven(ran(0, "a", { finishTime: finishTime - 300 }), ran(1, "a")), []);
    const again = branchOf([ran(0, "a", { result: "failed" })]);
    const both = withRuns(
      again,
      [ran(0, "a", { finishTime: finishTime - 3600 }), ran(1, "a")],
      () => false,
      () => undefined,
    );
    assert.deepEqual(proofsOf([], [both]), []);
  });

  it("once for all branches, and the last two times are remembered", () => {
    const [main, release] = [0, 300].map((late) =>
      branchOf(
        [0, 1, 2, 3].map((day) => {
          const { queueTime = 0 } = ran(day, "a");
          return ran(day, "a", { id: 100 * late + day, queueTime: queueTime + late });
        }),
      ),
    );
    assert.deepEqual(daysOf(proofsOf([], [main ?? assert.fail()])), [2, 3]);
    assert.deepEqual(daysOf(proofsOf([], [main ?? assert.fail(), release ?? assert.fail()])), [2, 3]);
    const later = branchOf([ran(8, "b"), ran(9, "b")]);
    assert.deepEqual(daysOf(proofsOf([start - dayMinutes, start + 3 * dayMinutes], [later])), [3, 9]);
  });
});

describe("a schedule", () => {
  const nightly = (days: number) => dueTimes(["0 2 * * *"], start, start + days * dayMinutes);
  const unknown: KnownSchedule = {
    ...{ pipeline: "p", definitionId: 1, times: [], missed: [], isStopped: false, proofs: [], gaps: [] },
  };
  const learnedBy = (days: number, without: readonly number[], runs: readonly Run[], known = unknown) => {
    const times = nightly(days).filter((_, day) => !without.includes(day));
    return learn({ ...known, times, branches: [branchOf(runs)] }, start + days * dayMinutes);
  };

  it("is believed after two proofs since its pattern began, and stays so without its runs", () => {
    const quiet = [20, 21, 22].map((day) => ran(day, "a"));
    assert.equal(isProven(learnedBy(22, [], quiet.slice(0, 2))), false);
    const known = learnedBy(23, [], quiet);
    assert.equal(isProven(known), true);
    assert.equal(isProven(learnedBy(23, [], [], known)), true, "the branch keeps few runs");
    assert.equal(
      isProven(
        learnedBy(
          28,
          [],
          [0, 1, 2].map((day) => ran(day, "a")),
        ),
      ),
      true,
    );
    const late = learnedBy(
      28,
      [2],
      [0, 1, 2].map((day) => ran(day, "a")),
    );
    assert.equal(isProven(late), false, "before a gap");
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
    const known = learnedBy(
      30,
      [],
      [20, 21, 22].map((day) => ran(day, "a")),
    );
    const [first = 0, second = 0] = nightly(33).slice(30, 32);
    const once = withGaps(known, [first]);
    assert.deepEqual([once.gaps, isProven(once), once.pattern], [[first], true, known.pattern]);
    const twice = withGaps(once, [second]);
    assert.deepEqual([twice.gaps, isProven(twice), twice.pattern?.since], [[], false, second]);
    assert.deepEqual(withGaps(known, [first, second]), twice);
    assert.equal(isProven(learnedBy(34, [30, 31], [ran(32, "b"), ran(33, "b")], twice)), false);
    const quiet = [32, 33, 34].map((day) => ran(day, "b"));
    assert.equal(isProven(learnedBy(35, [30, 31], quiet, twice)), true);
  });

  it("is forgotten when none of its runs is remembered", () => {
    const known = learnedBy(
      30,
      [],
      [20, 21, 22].map((day) => ran(day, "a")),
    );
    const forgotten = learn({ ...known, branches: [] }, start + 131 * dayMinutes);
    assert.deepEqual(forgotten, { ...unknown, times: [] });
  });
});

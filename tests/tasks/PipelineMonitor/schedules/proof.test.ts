import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { proofsOf } from "../../../../tasks/PipelineMonitor/schedules/proof";
import { branchOf, dayMinutes, daysOf, ran, start } from "./story";

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

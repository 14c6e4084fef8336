import assert from "node:assert/strict";
import fc from "fast-check";
import {
  collectTimes,
  findSpread,
  suggestedTimes,
} from "../../../../../tasks/PipelineMonitor/actions/suggest/times";
import { failedRun } from "../../failed-run";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("findSpread", () => {
  it("gives the median, the 99th percentile and the longest by nearest rank, whatever the order", () => {
    assert.deepEqual(findSpread(upTo(1000).reverse()), { median: 500, p99: 990, longest: 1000 });
    assert.deepEqual(findSpread([7]), { median: 7, p99: 7, longest: 7 });
    assert.deepEqual(findSpread([1, 2, 30]), { median: 2, p99: 30, longest: 30 });
    assert.equal(findSpread([]), undefined);
  });
});

describe("suggestedTimes", () => {
  it("leaves room around what is usual, in numbers that people write", () => {
    const usual = Array.from({ length: 100 }, (_, index) => 280 + index);
    for (const [seconds, max_proc_time, min_proc_time] of [
      [usual, 570, 140],
      [Array(10).fill(7), 67, 3],
      [Array(10).fill(5000), 7500, 2500],
      [Array(10).fill(0), 60, 0],
      [[...Array(9).fill(7), -5], 67, 0], // by a clock that is wrong
    ] as const)
      assert.deepEqual(suggestedTimes(seconds), { max_proc_time, min_proc_time });
  });

  it("does not go by a run in a hundred that hung, or did nothing", () => {
    const usual = Array<number>(200).fill(300);
    assert.deepEqual(suggestedTimes([...usual, 20_000, 1]), suggestedTimes(usual));
  });

  it("says nothing after fewer than ten successful runs", () => {
    assert.equal(suggestedTimes(Array(9).fill(300)), undefined);
    assert.notEqual(suggestedTimes(Array(10).fill(300)), undefined);
  });

  it("would have reported one successful run in a hundred at most for its length, and one for its shortness", () => {
    const seconds = fc.array(fc.oneof(fc.nat(100), fc.nat(100_000)), { minLength: 10, maxLength: 300 });
    fc.assert(
      fc.property(seconds, (list) => {
        const { max_proc_time: max, min_proc_time: min } = suggestedTimes(list) ?? assert.fail();
        assert.ok(list.filter((time) => time > max).length <= list.length / 100);
        assert.ok(list.filter((time) => time < min).length <= list.length / 100);
        assert.ok(Number.isInteger(max) && Number.isInteger(min) && min >= 0 && min <= max);
        for (const time of [max, min]) assert.ok(/^\d{1,2}0*$|^\d$/.test(String(time)), String(time));
      }),
    );
  });
});

describe("collectTimes", () => {
  it("notes by pipeline how long successful runs took, and how long all waited", () => {
    const times = collectTimes();
    const run = failedRun({ queueTime: 0, startTime: 5, finishTime: 105 });
    times.count({ run });
    times.count({ run: { ...run, result: "succeeded", finishTime: 305 } });
    times.count({ run: { ...run, pipeline: { name: "constructor" }, startTime: undefined } });
    times.count({ unreadable: { id: 1, buildNumber: "", pipeline: { name: "lost" }, problem: "x" } });
    assert.deepEqual(times.all(), [
      { pipeline: "constructor", runs: 1, successSeconds: [], queuedSeconds: [] },
      { pipeline: run.pipeline.name, runs: 2, successSeconds: [300], queuedSeconds: [5, 5] },
    ]);
  });
});

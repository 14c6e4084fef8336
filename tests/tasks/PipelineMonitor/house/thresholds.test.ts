// Needs: history, thresholds
import assert from "node:assert/strict";
import { worksAgain } from "../../../works-again";
import { problemsOfThreshold as problemsOf } from "../features/thresholds/thresholds-stage";
import { assertTexts, ended, nothing, playHours } from "../monitor-stage";

const failed = { id: 5, result: "failed" };

describe("the hours of a monitor with thresholds", () => {
  it("tell the second failure in a row, across a gap of more than a day, and nothing of a single one", async () => {
    const [defaults, history] = [{ max_proc_time: 900, min_proc_time: 30, after_failures: 2 }, 20];
    const runs = (at: number) => [
      ended(at, -1.5, { id: 1 }),
      ended(at, -0.5, { id: 2, result: "failed" }),
      ...(at < 40 ? [] : [ended(at, 39.5, { id: 3, result: "failed" })]),
      ...(at < 41 ? [] : [ended(at, 40.5, { id: 4 })]),
      ...(at < 42 ? [] : [ended(at, 41.2, failed), ended(at, 41.5, { id: 6 })]),
    ];
    const hours = [0, 1, 40, 41, 42].map((at) => ({ at, runs: runs(at) }));
    const second = /failed, 2nd failure in a row since 2026-11-20 02:49 UTC/;
    const texts = await playHours({ history, pipelines: { default: defaults } }, hours);
    assertTexts(texts, [nothing, nothing, second, new RegExp(worksAgain(2)), nothing]);
  });
});

describe("a threshold beside the history", () => {
  it("is refused if fewer earlier runs are compared than it counts", () => {
    const history = (failures: number) =>
      `it: ${failures} failures in a row need more history; add "history": 50`;
    const remembering = (runs: unknown) => ({ notify: "changes", history: runs });
    assert.deepEqual(problemsOf(2).slice(1), [history(2)]);
    assert.deepEqual(problemsOf(5, remembering(3)), [history(5)]);
    assert.deepEqual(problemsOf(5, remembering(4)), []);
    // What is no number at all is another problem.
    assert.doesNotMatch(problemsOf(5, remembering("4")).join(), /^it: /);
  });
});

import assert from "node:assert/strict";
import { goodConfig } from "../../good-config";
import { parseConfig } from "../../parse-config";

const { default: defaults } = goodConfig.pipelines;
const parse = (keys: object, entries: object = {}) =>
  parseConfig({ ...goodConfig, ...keys, pipelines: { default: defaults, ...entries } });

describe("thresholds", () => {
  it("refuse a threshold that nothing remembers, or the history cannot count", () => {
    const problemsOf = (after_failures: number, keys: object = {}) =>
      parse(keys, { a: { after_failures } }).problems.map((one) =>
        one.replace("pipelines.a.after_failures", "it"),
      );
    const memory = 'it: needs the memory of what was reported; add "notify": "changes"';
    const history = (failures: number) =>
      `it: ${failures} failures in a row need more history; add "history": 50`;
    const remembering = (runs: unknown) => ({ notify: "changes", history: runs });
    assert.deepEqual(problemsOf(2), [memory, history(2)]);
    assert.deepEqual(problemsOf(5, remembering(3)), [history(5)]);
    assert.deepEqual(problemsOf(5, remembering(4)), []);
    assert.deepEqual(problemsOf(1), []);
    // What is no number at all is another problem.
    assert.doesNotMatch(problemsOf(5, remembering("4")).join(), /^it: /);
    for (const failures of [0, 11, 2.5])
      assert.match(
        problemsOf(failures, remembering(50)).join(),
        /^it: expected a whole number of fail.*, 1 to 10/,
      );
  });
});

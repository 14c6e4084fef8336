import assert from "node:assert/strict";
import { problemsOfThreshold as problemsOf } from "./thresholds-stage";

describe("thresholds", () => {
  it("refuse a threshold that nothing remembers", () => {
    const [problem] = problemsOf(2);
    assert.equal(problem, 'it: needs the memory of what was reported; add "notify": "changes"');
    assert.deepEqual(problemsOf(1), []);
  });

  it("refuse what is no number of failures", () => {
    for (const failures of [0, 11, 2.5])
      assert.match(
        problemsOf(failures, { notify: "changes" }).join(),
        /^it: expected a whole number of fail.*, 1 to 10/,
      );
  });
});

import assert from "node:assert/strict";
import { endsProblem, openStreak, partlyAsSuccess, runState } from "../../../shared/azure-devops/run-state";

describe("how a run stands", () => {
  it("is its result once it is completed, and running before, whatever its result", () => {
    for (const [status, result, state] of [
      ["completed", "succeeded", "succeeded"],
      ["completed", "failed", "failed"],
      ["completed", "partiallySucceeded", "partly"],
      ["completed", "canceled", "canceled"],
      ["completed", "none", "unknown"],
      ["completed", "", "unknown"],
      ["completed", "constructor", "unknown"],
      ["inProgress", "", "running"],
      ["cancelling", "canceled", "running"],
      ["notStarted", "succeeded", "running"],
    ])
      assert.equal(runState({ status: status ?? "", result: result ?? "" }), state, `${status} ${result}`);
  });

  it("is a success for a partial one that counts as such, and for no other", () => {
    const results = ["succeeded", "partiallySucceeded", "failed", "canceled"];
    const read = results.map((result) => partlyAsSuccess({ status: "completed", result }).result);
    assert.deepEqual(read, ["succeeded", "succeeded", "failed", "canceled"]);
  });
});

describe("the end of a problem", () => {
  const late = { at: 200, run: { queueTime: 100 } };
  const faulty = (queueTime?: number) => ({ last: 150, run: { queueTime } });

  it("is a run that did better later, unless it was queued before the one with the problem", () => {
    assert.ok(endsProblem(late, faulty(90)));
    assert.ok(endsProblem(late, faulty(100)), "in the same second");
    assert.ok(endsProblem(late, faulty()), "nobody knows when that was queued");
    assert.ok(!endsProblem(late, faulty(101)), "it took longer");
    assert.ok(!endsProblem({ ...late, at: 150 }, faulty(90)), "the problem was the last event");
  });

  it("ends a row of failures, as far as it was queued after the last one", () => {
    const run = (queueTime: number, result = "failed") => ({ status: "completed", result, queueTime });
    const [first, second] = [run(10), run(20)];
    assert.deepEqual(openStreak([first, second, run(30, "succeeded")]), []);
    assert.deepEqual(openStreak([first, second, run(15, "succeeded")]), [first, second]);
    assert.deepEqual(openStreak([first, run(15, "succeeded"), second]), [second]);
  });
});

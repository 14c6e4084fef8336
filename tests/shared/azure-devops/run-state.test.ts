import assert from "node:assert/strict";
import { partlyAsSuccess, runState } from "../../../shared/azure-devops/run-state";

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

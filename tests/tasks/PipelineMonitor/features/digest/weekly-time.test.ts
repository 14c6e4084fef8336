import assert from "node:assert/strict";
import { problemsOf } from "../../good-config";

describe("digest, a key of the configuration", () => {
  it("is a day and a time, and one clear problem for anything else", () => {
    assert.deepEqual(problemsOf({ digest: "Sat 23:59" }), []);
    const expected = "digest: expected a day and a time, such as Mon 06:00, got";
    for (const digest of [
      ...["mon 06:00", "Mon 6:00", "Mon 24:00", "Mon 06:60", "Mon  06:00", "06:00", "", " Mon 06:00"],
    ])
      assert.deepEqual(problemsOf({ digest }), [`${expected} "${digest}"`]);
    for (const digest of [null, 5, true, ["Mon 06:00"]]) assert.equal(problemsOf({ digest }).length, 1);
  });
});

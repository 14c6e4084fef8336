import assert from "node:assert/strict";
import { keysOf, memberAt } from "../../../shared/json/path";

describe("memberAt", () => {
  it("returns the member at a path, and undefined if there is none", () => {
    const value = { a: [{ b: 1 }], none: null };
    assert.equal(memberAt(value, ["a", 0, "b"]), 1);
    assert.equal(memberAt(value, []), value);
    for (const path of [["x"], ["a", 1, "b"], ["none", "b"], ["a", 0, "b", "c"]])
      assert.equal(memberAt(value, path), undefined, path.join("."));
  });
});

describe("keysOf", () => {
  it("names the keys of an object, and none of anything else", () => {
    assert.deepEqual(keysOf({ a: 1, b: undefined }), ["a", "b"]);
    for (const value of [["x"], "text", 5, null, undefined]) assert.deepEqual(keysOf(value), []);
  });
});

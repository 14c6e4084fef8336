import assert from "node:assert/strict";
import { suggestion } from "../../../shared/text/did-you-mean";

describe("suggestion for a mistyped name", () => {
  const known = ["max_proc_time", "min_proc_time", "check_flag"];

  it("is the nearest known one", () => {
    assert.equal(suggestion("max_proctime", known), "; did you mean max_proc_time?");
    assert.equal(suggestion("checkflag", known), "; did you mean check_flag?");
  });

  it("is none where none is near, or nothing is known", () => {
    assert.equal(suggestion("webhook", known), "");
    assert.equal(suggestion("webhook", []), "");
  });

  it("is made up to half of the letters, and no further", () => {
    assert.equal(suggestion("abxx", ["abcd"]), "; did you mean abcd?");
    assert.equal(suggestion("axxx", ["abcd"]), "");
  });
});

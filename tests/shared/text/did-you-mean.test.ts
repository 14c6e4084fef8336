import assert from "node:assert/strict";
import { didYouMean } from "../../../shared/text/did-you-mean";

describe("suggestion for a mistyped name", () => {
  const known = ["max_proc_time", "min_proc_time", "check_flag"];

  it("is the nearest known one", () => {
    assert.equal(didYouMean("max_proctime", known), ". Did you mean `max_proc_time`?");
    assert.equal(didYouMean("checkflag", known), ". Did you mean `check_flag`?");
  });

  it("is empty if no name is similar, or none is known", () => {
    assert.equal(didYouMean("webhook", known), "");
    assert.equal(didYouMean("webhook", []), "");
  });

  it("is made up to a difference of half the letters", () => {
    assert.equal(didYouMean("abxx", ["abcd"]), ". Did you mean `abcd`?");
    assert.equal(didYouMean("axxx", ["abcd"]), "");
    assert.equal(didYouMean("abcdef", ["abc"]), ". Did you mean `abc`?");
    assert.equal(didYouMean("abc", ["abcdef"]), ". Did you mean `abcdef`?");
  });
});

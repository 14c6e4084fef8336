import assert from "node:assert/strict";
import { didYouMean } from "../../../shared/text/did-you-mean";

describe("suggestion for a mistyped name", () => {
  const known = ["max_proc_time", "min_proc_time", "check_flag"];
  for (const [what, name, names, suggestion] of [
    ["the nearest known one", "max_proctime", known, "max_proc_time"],
    ["one that lacks a character of it", "checkflag", known, "check_flag"],
    ["none if no name is similar", "webhook", known, ""],
    ["none if none is known", "webhook", [], ""],
    ["made up to a difference of half the letters", "abxx", ["abcd"], "abcd"],
    ["made no further", "axxx", ["abcd"], ""],
    ["made for letters too many", "abcdef", ["abc"], "abc"],
    ["made for letters too few", "abc", ["abcdef"], "abcdef"],
  ] as const)
    it(`is ${what}`, () => {
      assert.equal(didYouMean(name, names), suggestion && `. Did you mean \`${suggestion}\`?`);
    });
});

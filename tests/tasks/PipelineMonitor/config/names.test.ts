import assert from "node:assert/strict";
import fc from "fast-check";
import { entryNameFor, matches, patternsAmong } from "../../../../tasks/PipelineMonitor/config/names";

const entryOf = (pipeline: string, ...names: string[]) =>
  entryNameFor(pipeline, new Map(names.map((name) => [name, true])), patternsAmong(names));

describe("entries of pipelines by name", () => {
  it("are those with exactly the name first, whatever characters it holds", () => {
    assert.equal(entryOf("a*b", "a*", "a*b", "a*bc"), "a*b");
    assert.equal(entryOf("what?", "*", "what?"), "what?");
  });

  it("are otherwise the longest pattern that matches, then the first in the alphabet", () => {
    const names = ["*", "night*", "nightly *", "* import", "default"];
    assert.equal(entryOf("nightly export", ...names), "nightly *");
    assert.equal(entryOf("night shift", ...names), "night*");
    assert.equal(entryOf("price feed", ...names), "*");
    assert.equal(entryOf("abc", "a*", "*c"), "*c");
    assert.equal(entryOf("price feed", "default", "nightly *"), undefined);
  });

  it("match as their regular expression does, whatever the name and pattern", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "*", "?", ".", " "), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (pattern, name) => {
        const escaped = pattern.replace(/[.]/g, "\\.").replaceAll("*", "[^]*").replaceAll("?", "[^]");
        assert.equal(matches(pattern, name), new RegExp(`^${escaped}$`).test(name), `${pattern} ${name}`);
      }),
    );
  });
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { entryNameFor, matches } from "../../../../tasks/PipelineMonitor/config/names";

const entries = (...names: string[]) => new Map(names.map((name) => [name, true]));

describe("entries of pipelines by name", () => {
  it("are those with exactly the name first, whatever characters it holds", () => {
    assert.equal(entryNameFor("a*b", entries("a*", "a*b", "a*bc")), "a*b");
    assert.equal(entryNameFor("what?", entries("*", "what?")), "what?");
  });

  it("are otherwise the longest pattern that matches, then the first in the alphabet", () => {
    const names = entries("*", "night*", "nightly *", "* import", "default");
    assert.equal(entryNameFor("nightly export", names), "nightly *");
    assert.equal(entryNameFor("night shift", names), "night*");
    assert.equal(entryNameFor("price feed", names), "*");
    assert.equal(entryNameFor("abc", entries("a*", "*c")), "*c");
    assert.equal(entryNameFor("price feed", entries("default", "nightly *")), undefined);
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

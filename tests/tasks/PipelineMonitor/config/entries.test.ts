import assert from "node:assert/strict";
import fc from "fast-check";
import { createEntries, entryOf, matches } from "../../../../tasks/PipelineMonitor/config/entries";

const settings = { max_proc_time: 900, min_proc_time: 30, owner: "Ops" };
const entriesOf = (...names: string[]) => {
  const entry = (name: string) => entryOf({ owner: `of ${name}` }, settings);
  return createEntries(new Map(names.map((name) => [name, entry(name)])), entryOf({}, settings));
};
const nameFor = (pipeline: string, ...names: string[]) => entriesOf(...names).nameFor(pipeline);

describe("entries of pipelines by name", () => {
  it("are those with exactly the name first, whatever characters it holds", () => {
    assert.equal(nameFor("a*b", "a*", "a*b", "a*bc"), "a*b");
    assert.equal(nameFor("what?", "*", "what?"), "what?");
  });

  it("are otherwise the longest pattern that matches, then the first in the alphabet", () => {
    const names = ["*", "night*", "nightly *", "* import", "default"];
    assert.equal(nameFor("nightly export", ...names), "nightly *");
    assert.equal(nameFor("night shift", ...names), "night*");
    assert.equal(nameFor("price feed", ...names), "*");
    assert.equal(nameFor("abc", "a*", "*c"), "*c");
    assert.equal(nameFor("price feed", "default", "nightly *"), undefined);
  });

  it("give a pipeline without an entry the default, and look each name up with the same result again", () => {
    const { entryFor } = entriesOf("night*");
    for (const _ of [1, 2])
      assert.deepEqual(
        ["nightly", "price feed"].map((name) => entryFor(name).owner),
        ["of night*", "Ops"],
      );
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

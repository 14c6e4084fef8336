import assert from "node:assert/strict";
import fc from "fast-check";
import {
  charactersOf,
  createNameLookUp,
  matches,
  piecesOf,
} from "../../../../tasks/PipelineMonitor/config/patterns";
import { growth, maxGrowth } from "../../../growth";

const nameFor = (pipeline: string, ...known: string[]) => createNameLookUp(known)(pipeline);
const isMatch = (pattern: string, name: string) => matches(piecesOf(pattern), charactersOf(name));

describe("the name or pattern that applies to a pipeline", () => {
  it("is the one with exactly the name first, whatever characters it holds", () => {
    assert.equal(nameFor("a*b", "a*", "a*b", "a*bc"), "a*b");
    assert.equal(nameFor("what?", "*", "what?"), "what?");
  });

  it("is otherwise the longest pattern that matches, then the first in the alphabet", () => {
    const known = ["*", "night*", "nightly *", "* import", "default"];
    assert.equal(nameFor("nightly export", ...known), "nightly *");
    assert.equal(nameFor("night shift", ...known), "night*");
    assert.equal(nameFor("price feed", ...known), "*");
    assert.equal(nameFor("abc", "a*", "*c"), "*c");
    assert.equal(nameFor("price feed", "default", "nightly *"), undefined);
  });

  it("knows folders: a pattern that begins with a backslash is for the path, and another one for the name", () => {
    const known = ["deploy*", "\\Billing\\*", "\\*\\EU\\*", "\\Shop\\deploy"];
    assert.equal(nameFor("\\Billing\\deploy", ...known), "\\Billing\\*");
    assert.equal(nameFor("\\Shop\\EU\\nightly", ...known), "\\*\\EU\\*");
    assert.equal(nameFor("\\Shop\\deploy", ...known), "\\Shop\\deploy");
    assert.equal(nameFor("\\Lab\\deploy", ...known), "deploy*");
    assert.equal(nameFor("\\nightly", "\\*"), "\\*");
    assert.equal(nameFor("nightly", "\\*"), undefined, "its folder is unknown");
    const find = createNameLookUp(known);
    assert.deepEqual(["\\Lab\\deploy", "\\Billing\\deploy"].map(find), ["deploy*", "\\Billing\\*"]);
  });

  it("is found whether a letter and its accent are one code point or two", () => {
    const [composed, decomposed] = ["caf\u00e9", "cafe\u0301"];
    for (const known of [composed, decomposed])
      for (const name of [composed, decomposed]) {
        assert.equal(nameFor(name, known), known);
        assert.equal(nameFor(name, `${known}*`), `${known}*`);
      }
    assert.equal(nameFor(composed, decomposed, composed), composed);
    assert.equal(nameFor(decomposed, decomposed, composed), decomposed);
  });

  it("takes `?` for one character as people count them", () => {
    for (const character of ["a", "\u00e9", "e\u0301", "🚀", "👩‍💻", "🇩🇪", "각"])
      assert.equal(nameFor(`build ${character}`, "build ?"), "build ?", character);
    for (const characters of ["", "ab", "🚀🚀"])
      assert.equal(nameFor(`build ${characters}`, "build ?"), undefined, characters);
  });

  it("is matched as its regular expression is, whatever the name and pattern", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "*", "?", ".", " "), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (pattern, name) => {
        const escaped = pattern.replace(/[.]/g, "\\.").replaceAll("*", "[^]*").replaceAll("?", "[^]");
        assert.equal(isMatch(pattern, name), new RegExp(`^${escaped}$`).test(name), `${pattern} ${name}`);
      }),
    );
  });

  it("is matched in time that grows by the square at most, however hostile pattern and name are", () => {
    for (const piece of ["*a", "*a*a*b", "?*", "*"]) {
      const work = (name: string) => isMatch(piece.repeat(name.length / piece.length), `${name}c`);
      assert.ok(growth(work, (size) => "a".repeat(size), 500) <= 20, piece);
    }
  });

  it("is looked up once for each name, however many runs have it", () => {
    const patterns = Array.from({ length: 50 }, (_, index) => `*a*${index}*b`);
    const work = ({ length }: string) => {
      const lookUp = createNameLookUp(patterns);
      // Without a memory, the time would grow as their square.
      for (let run = 0; run < length ** 2; run++) lookUp(`${"a".repeat(200)}${run % 5}`);
    };
    assert.ok(growth(work, (size) => "r".repeat(size), 15) <= maxGrowth);
  });
});

import assert from "node:assert/strict";
import fc from "fast-check";
import {
  oneLine,
  quoted,
  sanitizedJson,
  shorten,
  shortenName,
  wholeWords,
} from "../../../shared/text/sanitize";
import { hostileText } from "../../hostile-text";
import { findCommand, outputLines } from "../../sandbox/commands";
import { sanitize } from "../../sanitize";

describe("oneLine", () => {
  it("makes one line of any text", () => {
    fc.assert(fc.property(hostileText, (text) => /^[^\r\n\u0085\u2028\u2029\v\f]*$/.test(oneLine(text))));
    assert.equal(oneLine("one\r\ntwo\rthree\u2028four"), "one two three four");
  });

  it("lets no text act on the agent, whatever hides in it", () => {
    fc.assert(
      fc.property(hostileText, (text) =>
        outputLines(oneLine(text)).every((line) => findCommand(line) === undefined),
      ),
    );
  });

  it("removes every control and invisible character, however plain the rest is", () => {
    const codes = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));
    for (const character of codes)
      for (const text of [character, `#${character}#vso[a.b]x`, `plain ${character}## text`]) {
        assert.doesNotMatch(oneLine(text), /[\p{Cc}\p{Cf}]/u, JSON.stringify(text));
        assert.equal(findCommand(oneLine(text)), undefined, JSON.stringify(text));
      }
  });

  it("breaks commands that invisible characters hide from a plain comparison", () => {
    for (const hidden of [
      ...["##\u200bvso[task.complete]", "#\u00ad#vso[a.b]", "##v\u0000so[a.b]", "##vso\u2060[a.b]"],
      ...["##\u180evso[a.b]", "##vso\ufe0f[a.b]", "##\u034fvso[a.b]"],
    ])
      assert.equal(findCommand(oneLine(hidden)), undefined, JSON.stringify(hidden));
  });

  it("breaks the agent's own marks such as ##[error]", () => {
    assert.equal(oneLine("##[error]x ##VSO[a.b]"), "# #[error]x # #VSO[a.b]");
    fc.assert(fc.property(hostileText, (text) => !/##(vso)?\[/i.test(oneLine(text))));
  });

  it("removes escape sequences and control characters, and keeps readable text", () => {
    assert.equal(oneLine("half\ud800 a character"), "half\ufffd a character");
    const titles = "a\u001b]0;title\u0007b\u001b]8;;link\u001b\\c\u009b31md\u001bMe";
    assert.equal(oneLine(titles), "abcde");
    assert.equal(oneLine("\u001b[31mred\u001b[0m\u0007 ünïcode ## 1_2 \u202Eabc"), "red ünïcode ## 1_2 abc");
  });
});

describe("values of others", () => {
  it("are JSON with sanitized keys and texts, whole words, and short quotes", () => {
    const json = (bad: string, text: string) => ({ [bad]: [text, 5, null, { [bad]: true }] });
    assert.deepEqual(sanitizedJson(json("##vso[a]", "x\ny"), sanitize), json("# #vso[a]", "x y"));
    const cut = [13, 8, 7, 2].map((length) => wholeWords("one two three", length));
    assert.deepEqual(cut, ["one two three", "one two ", "one ", ""]);
    assert.deepEqual([quoted("abc", 5), quoted("abcd", 5)], ['"abc"', "a text of 4 characters"]);
  });
});

describe("shorten", () => {
  it("keeps a short text whole and cuts a long one to the length, never within a character", () => {
    assert.equal(shorten(sanitize(" abc "), 3), "abc");
    assert.equal(shorten(sanitize("abcd"), 3), "ab…");
    assert.equal(shorten(sanitize("a😀😀"), 3), "a…");
    assert.deepEqual(
      [4, 5, 10, 11].map((most) => shortenName(sanitize("nightly-one"), most)),
      ["ni…e", "ni…ne", "night…-one", "nightly-one"],
    );
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        for (const shown of [shorten, shortenName].map((cut) => cut(sanitize(text), max)))
          assert.ok(shown.length <= max && shown.isWellFormed(), shown);
      }),
    );
  });
});

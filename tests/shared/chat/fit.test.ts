import assert from "node:assert/strict";
import fc from "fast-check";
import { fitLines, largestFitting, renderEnd } from "../../../shared/chat/fit";
import { markdownWriting } from "../../../shared/chat/markdown";
import { type Line, type Link, plainText, renderParts, rowsOf } from "../../../shared/chat/message";
import { sanitize } from "../../sanitize";

const looks = { severity: "failure", rank: 0 } as const;
const line = (text: string): Line => ({ parts: [{ words: text }], ...looks });
const log: Link = { label: { words: "log" }, url: new URL("https://h/"), isSpare: true };
const run: Link = { ...log, label: { words: "run" }, isSpare: false };
const linked = (text: string): Line => ({ ...line(text), links: [run, log] });
const textOf = (some: Line) =>
  rowsOf(some)
    .map((row) => plainText(row, sanitize))
    .join(" ");
/** Names the omitted lines by their first letter. */
const rest = (omitted: readonly Line[]) => (maxNames: number) => {
  const names = omitted.map((one) => textOf(one).charAt(0)).slice(0, maxNames);
  return line(`${omitted.length} more: ${names.join("")}`);
};
const fitted = (lines: readonly Line[], room: number) =>
  fitLines(lines, rest, { room, write: textOf, sizeOf: ({ length }) => length });
const letters = (text: string, length = 40) => [...text].map((letter) => line(letter.repeat(length)));
const forty = (text: string) => [...text].map((letter) => letter.repeat(40));

describe("lines that fit", () => {
  it("are all of them if all fit", () => {
    assert.deepEqual(fitted([line("aa"), line("b")], 3), ["aa", "b"]);
    assert.deepEqual(fitted([], 0), []);
  });

  it("lose spare links from the mildest upwards, but for the worst three", () => {
    const lines = [..."abcde"].map(linked);
    const all = "a run · log".length;
    for (const count of [0, 1, 2]) {
      const shown = [..."abcde"].map((letter, at) => `${letter} run${at < 5 - count ? " · log" : ""}`);
      assert.deepEqual(fitted(lines, 5 * all - 6 * count), shown);
    }
    assert.match(fitted(lines, 5 * all - 13).at(-1) ?? "", /^\d more: /);
  });

  it("are the worst, whole; one more line names the others", () => {
    assert.deepEqual(fitted(letters("abcdef"), 150), [...forty("abc"), "3 more: def"]);
    assert.deepEqual(fitted(letters("abcdef"), 90), [...forty("a"), "5 more: bcdef"]);
    assert.deepEqual(fitted(letters("abcdef"), 20), ["6 more: abcdef"]);
  });

  it("leave a third to the names of the others, or as much as they need", () => {
    const lines = [...letters("abcdef", 20), ...letters("z".repeat(100), 2)];
    const shown = [..."abcd"].map((letter) => letter.repeat(20));
    assert.deepEqual(fitted(lines, 120), [...shown, `102 more: ef${"z".repeat(28)}`]);
  });

  it("pass over one that is too long for any message", () => {
    const lines = [line("x".repeat(200)), ...letters("abc")];
    assert.deepEqual(fitted(lines, 100), [...forty("ab"), "2 more: xc"]);
  });

  it("are at most 20, and name at most 50 others, however much room there is", () => {
    const shown = (text: string) => fitted(letters(text, 1), 9999);
    assert.deepEqual(shown("a".repeat(20)), [..."a".repeat(20)]);
    assert.deepEqual(shown("a".repeat(21)), [..."a".repeat(20), "1 more: a"]);
    assert.equal(shown("a".repeat(90)).at(-1), `70 more: ${"a".repeat(50)}`);
  });

  it("make room for a line that needs more than was kept for it", () => {
    const fit = { room: 100, write: textOf, sizeOf: ({ length }: string) => length };
    const longer = (omitted: readonly Line[]) => () => line("r".repeat(100 - 10 * omitted.length));
    const shown = fitLines(letters("abcdef", 20), longer, fit);
    assert.deepEqual(shown, [..."ab"].map((letter) => letter.repeat(20)).concat("r".repeat(60)));
  });

  it("count the others by default", () => {
    const fit = { room: 100, write: textOf, sizeOf: ({ length }: string) => length };
    assert.deepEqual(fitLines(letters("abcd"), undefined, fit), [
      ...forty("a"),
      "3 more lines did not fit here; see the step's log.",
    ]);
  });

  it("never exceed the room, and are the worst but for those that are too long", () => {
    const texts = fc.array(fc.string({ minLength: 1, maxLength: 80 }), { maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 20, max: 600 }), (some, room) => {
        const all = some.map((text, index) => `${index}: ${text}`);
        const shown = fitted(all.map(line), room);
        assert.ok(shown.join("").length <= room);
        const whole = shown.filter((text) => all.includes(text));
        const left = all.filter((text) => !whole.includes(text));
        assert.equal(Number(/^(\d+) more/.exec(shown[whole.length] ?? "0 more")?.[1]), left.length);
        assert.equal(shown.length, whole.length + (left.length > 0 ? 1 : 0));
        const firstLeft = all.findIndex((text) => left.includes(text) && text.length <= room / 2);
        const lastShown = all.findLastIndex((text) => whole.includes(text));
        assert.ok(firstLeft === -1 || lastShown < firstLeft, `${shown}`);
      }),
    );
  });
});

describe("a title or footer", () => {
  const plain = (parts: Parameters<typeof plainText>[0]) => plainText(parts, sanitize);
  const ended = (parts: Parameters<typeof plainText>[0], max: number) =>
    renderEnd(parts, plain, sanitize, ({ length }) => length, max);

  it("is whole if it fits; else its names are shortened, and then it is cut", () => {
    const parts = [{ name: "n".repeat(100) }, { words: " failed: no space left on device" }];
    assert.equal(ended(parts, 132), plain(parts));
    assert.equal(ended(parts, 131), `${"n".repeat(17)}…${"n".repeat(12)} failed: no space left on device`);
    assert.equal(ended(parts, 40), `${"n".repeat(17)}…${"n".repeat(12)} failed: …`);
  });

  it("keeps the link at its end when it is cut, unless that takes half of the room", () => {
    const shown = (max: number) =>
      renderEnd(
        [
          { words: "x".repeat(300) },
          { words: " · " },
          { label: { words: "Timeline" }, url: new URL("https://h/") },
        ],
        (some) => renderParts(some, markdownWriting, sanitize),
        sanitize,
        ({ length }) => length,
        max,
      );
    assert.match(shown(100), /^x{70,}… · \[Timeline\]\(https:\/\/h\/\)$/);
    assert.equal(shown(100).length, 100);
    assert.match(shown(30), /^x+…$/);
  });

  it("keeps within its limit in the product's unit, whatever it says", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "&", "夜", "💥", " "), maxLength: 300, size: "max" });
    const parts = fc.array(fc.oneof(fc.record({ words: text }), fc.record({ name: text })));
    const escaped = (some: Parameters<typeof plainText>[0]) => plain(some).replaceAll("&", "&amp;");
    fc.assert(
      fc.property(parts, fc.integer({ min: 5, max: 400 }), (some, max) => {
        assert.ok(Buffer.byteLength(renderEnd(some, escaped, sanitize, Buffer.byteLength, max)) <= max);
      }),
    );
  });
});

describe("the largest number that fits", () => {
  it("is the largest of a range for which all smaller ones fit, or its first", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 0, max: 60 }),
        (to, limit) => Math.min(to, limit) === largestFitting(0, to, (count) => count <= limit),
      ),
    );
    const first = largestFitting(1, 9, () => false);
    assert.equal(first, 1);
  });
});

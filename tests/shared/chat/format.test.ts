import assert from "node:assert/strict";
import fc from "fast-check";
import { fitting } from "../../../shared/chat/format";
import type { Line } from "../../../shared/chat/message";

const line = (text: string, rank = 0): Line => ({ parts: [{ words: text }], rank });
const textOf = ({ parts }: Line) => parts.map((part) => ("words" in part ? part.words : "")).join("");
const fitted = (lines: readonly Line[], room: number) =>
  fitting({ header: "", lines }, room, textOf, ({ length }) => length);

const leftOut = (count: number) =>
  `… and ${count} more issue${count === 1 ? "" : "s"} without room here; the log of the step has all of them.`;

describe("lines that have room", () => {
  it("are all of them, where all have", () => {
    assert.deepEqual(fitted([line("aa"), line("b", 4)], 3), ["aa", "b"]);
    assert.deepEqual(fitted([], 0), []);
  });

  it("are the most severe, of the same rank the first, in their order; a last one counts the others", () => {
    const lines = [
      line("a".repeat(40), 4),
      line("b".repeat(40), 1),
      line("c".repeat(40), 4),
      line("d".repeat(40), 0),
    ];
    const note = leftOut(4).length;
    assert.deepEqual(
      fitted(lines, 159),
      [lines[1], lines[3]].map((kept) => textOf(kept ?? line(""))).concat(leftOut(2)),
    );
    assert.deepEqual(fitted(lines, 39 + note), [leftOut(4)]);
    assert.deepEqual(fitted(lines, 40 + note), ["d".repeat(40), leftOut(3)]);
  });

  it("are counted by the issues that they stand for", () => {
    const group = { ...line("b".repeat(300), 1), issueCount: 8 };
    assert.deepEqual(fitted([line("a"), group, line("c", 2)], 200), ["a", leftOut(9)]);
  });

  it("never take more than there is, never part a line, and never keep one before a more severe one", () => {
    const anyLines = fc.array(
      fc.record({ text: fc.string({ minLength: 1, maxLength: 60 }), rank: fc.integer({ min: 0, max: 4 }) }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(anyLines, fc.integer({ min: 100, max: 600 }), (sketches, room) => {
        // Numbered, so that a kept line can be told from another one like it.
        const lines = sketches.map(({ text, rank }, index) => line(`${index}: ${text}`, rank));
        const all = lines.map(textOf);
        const written = fitted(lines, room);
        assert.ok(written.join("").length <= room);
        const kept = written.filter((text) => all.includes(text));
        assert.deepEqual(
          kept,
          all.filter((text) => kept.includes(text)),
        );
        const left = all.filter((text) => !kept.includes(text));
        assert.deepEqual(written.slice(kept.length), left.length === 0 ? [] : [leftOut(left.length)]);
        const rankOf = (text: string) => lines[all.indexOf(text)]?.rank ?? 0;
        const [worstKept, bestLeft] = [Math.max(0, ...kept.map(rankOf)), Math.min(9, ...left.map(rankOf))];
        assert.ok(worstKept <= bestLeft, "a more severe line was left out");
      }),
    );
  });
});

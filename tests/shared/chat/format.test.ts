import assert from "node:assert/strict";
import fc from "fast-check";
import { fitLines, writeParts } from "../../../shared/chat/format";
import { formatOf } from "../../../shared/chat/formats";
import { type Line, type Message, plainText, renderParts } from "../../../shared/chat/message";
import { sanitize } from "../../sanitize";
import { limits } from "./limits";
import { longMessage } from "./messages";

const severity = "failure";
const line = (text: string, rank = 0): Line => ({ parts: [{ words: text }], severity, rank });
const textOf = ({ parts }: Line) => parts.map((part) => ("words" in part ? part.words : "")).join("");
const fitted = (lines: readonly Line[], room: number) =>
  fitLines({ lines }, { room, write: textOf, sizeOf: ({ length }) => length }, sanitize).fitted;

const leftOut = (count: number) =>
  `${count} more issue${count === 1 ? "" : "s"} did not fit here; see the step's log.`;

describe("lines that fit", () => {
  it("are all of them if all fit", () => {
    assert.deepEqual(fitted([line("aa"), line("b", 4)], 3), ["aa", "b"]);
    assert.deepEqual(fitted([], 0), []);
  });

  it("are the most severe, and of the same rank the first, in order; a last line counts the others", () => {
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

  it("are kept the longer the lower their rank, below zero too", () => {
    const [zero = "", lowest = "", low = ""] = ["z", "a", "b"].map((letter) => letter.repeat(100));
    const lines = [line(zero), line(lowest, -2), line(low, -1)];
    const note = leftOut(3).length;
    assert.deepEqual(fitted(lines, note), [leftOut(3)]);
    assert.deepEqual(fitted(lines, 100 + note), [lowest, leftOut(2)]);
    assert.deepEqual(fitted(lines, 200 + note), [lowest, low, leftOut(1)]);
  });

  it("are counted by the issues that they stand for", () => {
    const group = { ...line("b".repeat(300), 1), issueCount: 8 };
    assert.deepEqual(fitted([line("a"), group, line("c", 2)], 200), ["a", leftOut(9)]);
  });

  it("count recoveries apart from issues, and do not count anything else", () => {
    const recovery = { ...line("r".repeat(200), 5), issueCount: 0, recoveryCount: 1 };
    const all = "did not fit here; see the step's log.";
    const issue = line("i".repeat(200), 1);
    assert.deepEqual(fitted([issue, recovery], 150), [`1 more issue and 1 more recovery ${all}`]);
    assert.deepEqual(fitted([line("i"), recovery, recovery], 150), ["i", `2 more recoveries ${all}`]);
    const silent = { ...line("s".repeat(200), 9), issueCount: 0 };
    assert.deepEqual(fitted([line("i"), silent], 150), ["i", `More ${all}`]);
  });

  it("take no more than their share if not all fit: their names are shortened", () => {
    const named = (length: number, more: object = {}): Line => ({
      parts: [
        { name: "n".repeat(length) },
        { label: { name: "m".repeat(length) }, url: new URL("http://h") },
      ],
      severity,
      rank: 0,
      ...more,
    });
    const write = ({ parts }: Line) =>
      renderParts(parts, { name: (text) => text, link: (label) => `[${label}]` }, sanitize);
    const kept = (lines: readonly Line[]) =>
      fitLines({ lines }, { room: 660, write, sizeOf: ({ length }) => length }, sanitize).fitted;
    const ordinary = Array.from({ length: 30 }, () => line("o".repeat(20)));
    const [first = "", ...others] = kept([named(400), ...ordinary]);
    assert.equal(first.length, 200 + 2, "100 of each name, and the brackets");
    assert.ok(others.length > 15);
    assert.equal(kept([named(400, { issueCount: 4 }), ...ordinary])[0]?.length, 200 + 2);
    assert.equal(kept([named(180, { issueCount: 4 }), ...ordinary])[0]?.length, 360 + 2);
    assert.deepEqual(kept([named(250)]).length, 1, "where all have room, nothing is cut");
  });

  it("never exceed the room, never split a line, and never displace a more severe one", () => {
    const anyLines = fc.array(
      fc.record({ text: fc.string({ minLength: 1, maxLength: 60 }), rank: fc.integer({ min: 0, max: 4 }) }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(anyLines, fc.integer({ min: 100, max: 600 }), (sketches, room) => {
        // Numbered, so that equal lines can be told apart.
        const lines = sketches.map(({ text, rank }, index) => line(`${index}: ${text}`, rank));
        const all = lines.map(textOf);
        const shown = fitted(lines, room);
        assert.ok(shown.join("").length <= room);
        const kept = shown.filter((text) => all.includes(text));
        assert.deepEqual(
          kept,
          all.filter((text) => kept.includes(text)),
        );
        const left = all.filter((text) => !kept.includes(text));
        assert.deepEqual(shown.slice(kept.length), left.length === 0 ? [] : [leftOut(left.length)]);
        const rankOf = (text: string) => lines[all.indexOf(text)]?.rank ?? 0;
        const [worstKept, bestLeft] = [Math.max(0, ...kept.map(rankOf)), Math.min(9, ...left.map(rankOf))];
        assert.ok(worstKept <= bestLeft, "a more severe line was left out");
      }),
    );
  });
});

describe("a message in parts", () => {
  /** A format with room for a hundred characters. */
  const small = {
    write(message: Message) {
      const fit = { room: 100, write: textOf, sizeOf: ({ length }: string) => length };
      const { fitted: lines, omitted } = fitLines(message, fit, sanitize);
      const owners = (message.owners ?? []).map(({ owner }) => owner);
      return { body: [plainText(message.title, sanitize), ...lines, ...owners].join("|"), omitted };
    },
  };
  const message = (lines: readonly Line[]): Message => ({
    ...{ header: "", title: [{ words: "Night" }], lines, footer: [] },
    overflow: (omitted) => line(`and ${omitted.length}`),
    owners: [{ owner: "@ops", pipelines: [] }],
  });
  const forty = (letter: string, rank = 0) => line(letter.repeat(40), rank);
  const written = (lines: readonly Line[]) => writeParts(small, message(lines), sanitize);

  it("is one, without a number, if it fits", () => {
    const lines = [forty("a"), forty("b")];
    assert.deepEqual(written(lines), [
      { body: `Night|${"a".repeat(40)}|${"b".repeat(40)}|@ops`, told: lines },
    ]);
  });

  it("tells the most severe first, numbers its parts, and mentions the owners once", () => {
    const [a, b, c] = [forty("a", 2), forty("b", 1), forty("c", 0)];
    assert.deepEqual(written([a, b, c]), [
      { body: `Night (1/2)|${textOf(b)}|${textOf(c)}|@ops`, told: [b, c] },
      { body: `Night (2/2)|${textOf(a)}`, told: [a] },
    ]);
  });

  it("has five at most; the last counts what does not fit, and that line is told in its place", () => {
    const lines = Array.from({ length: 20 }, (_, index) => forty(String.fromCharCode(97 + index)));
    const parts = written(lines);
    assert.deepEqual(
      parts.map(({ told }) => told.length),
      [2, 2, 2, 2, 3],
    );
    assert.equal(parts[4]?.body, `Night (5/5)|${"i".repeat(40)}|${"j".repeat(40)}|and 10`);
    assert.deepEqual(parts.flatMap(({ told }) => told).slice(0, 10), lines.slice(0, 10));
  });

  it("counts a line that is too long for any part", () => {
    const lines = [forty("a"), forty("b"), line("x".repeat(101), 1)];
    assert.deepEqual(
      written(lines).map(({ body, told }) => [body.split("|").slice(1), told.length]),
      [
        [["a".repeat(40), "b".repeat(40), "@ops"], 2],
        [["and 1"], 1],
      ],
    );
  });

  it("tells every line once, within the limits of each product, whatever names and sizes are", () => {
    const sketches = fc.array(
      fc.record({
        name: fc.string({ unit: fc.constantFrom("a", "ü", "*", "&", '"'), maxLength: 400, size: "max" }),
        fill: fc.constantFrom(0, 50, 1100),
        rank: fc.integer({ min: -1, max: 3 }),
      }),
      { maxLength: 60, size: "max" },
    );
    fc.assert(
      fc.property(sketches, (drawn) => {
        const overflow = () => line("and others".repeat(40));
        const idOf = (index: number) => `no${index}.`;
        const lines = drawn.map(
          ({ name, fill, rank }, index): Line => ({
            parts: [{ words: `${idOf(index)}${"x".repeat(fill)}` }, { name }],
            ...{ severity, rank },
          }),
        );
        for (const [product, measures] of Object.entries(limits)) {
          const format = formatOf(product, new URL("https://x.example/"));
          const parts = writeParts(format, { ...longMessage(1), lines, overflow }, sanitize);
          assert.ok(parts.length <= 5);
          const told = parts.flatMap((part) => part.told);
          const counted = told.filter((one) => !lines.includes(one));
          assert.ok(counted.length <= 1);
          assert.equal(new Set(told).size, told.length);
          if (counted.length === 0) assert.deepEqual(new Set(told), new Set(lines));
          for (const [index, part] of parts.entries()) {
            for (const [limit, sizeOf] of measures) assert.ok(sizeOf(part.body) <= limit, product);
            const shown = part.body.replaceAll("\\", "");
            assert.equal(shown.includes(`(${index + 1}/${parts.length})`), parts.length > 1);
            // The last counts what does not fit.
            if (index < parts.length - 1)
              for (const one of part.told.filter((line) => lines.includes(line)))
                assert.ok(part.body.includes(idOf(lines.indexOf(one))), `${product}: a line is missing`);
          }
        }
      }),
      { numRuns: 20, endOnFailure: true, includeErrorInReport: true },
    );
  });
});

import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { readCauseLine } from "../../../../tasks/PipelineMonitor/causes/cause-line";
import { type TestClock, testClock } from "../../../test-clock";

interface Reading {
  clock?: TestClock;
  cancelled?: AbortSignal;
  leftSeconds?: number;
}
const read = (log: Readable, { clock = testClock(), cancelled, leftSeconds = 60 }: Reading = {}) =>
  readCauseLine(log, clock, cancelled ?? new AbortController().signal, { leftSeconds });
const reading = (...chunks: readonly (string | Buffer)[]) =>
  read(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));
const told = async (text: string) => (await reading(text))?.text;
const exit = "Bash exited with code '1'.";

/** A log that gives its chunks, and then breaks or hangs. */
function broken(chunks: string[], end: "breaks" | "hangs" = "breaks"): Readable {
  let next = 0;
  return new Readable({
    read() {
      const chunk = chunks[next++];
      if (chunk !== undefined) this.push(Buffer.from(chunk));
      else if (end === "breaks") this.destroy(new Error("reset"));
    },
  });
}

describe("readCauseLine", () => {
  it("gives the first line that the agent marked, without its time and its mark, else that of the first error", async () => {
    const log =
      "2026-11-20T03:01:00.1234567Z fine\n2026-11-20T03:01:01.1234567Z ##[error]no route\r\n##[error]later";
    const second = { number: 2, ending: "", before: ["fine"], beforeNumber: 1 };
    assert.deepEqual(await reading(log), { ...second, text: "no route", isMarked: true });
    const unmarked = await reading("fine\npsql: error at 2026-11-20T03:01:00Z: refused\nanother error");
    assert.deepEqual(unmarked, {
      ...second,
      text: "psql: error at 2026-11-20T03:01:00Z: refused",
      isMarked: false,
    });
    assert.equal(await told("an Error, an ERROR, err\nor"), undefined);
  });

  it("puts the nearest error before a marked line that only says that there was one", async () => {
    const textsOf = async (log: string) => {
      const line = (await reading(log)) ?? assert.fail();
      return { line, texts: [line.text, line.ending, line.number] };
    };
    const mark = `##[error]${exit}`;
    const near = await textsOf(`an error of old\nx\npsql: FATAL: refused\nmore\n0 errors in lint\n${mark}`);
    assert.deepEqual(near.texts, ["psql: FATAL: refused", exit, 3]);
    assert.deepEqual([near.line.before[0], near.line.beforeNumber], ["more", 4]);
    const far = await textsOf(`an error of old\n${"x\n".repeat(5000)}${mark}`);
    assert.deepEqual(far.texts, ["an error of old", exit, 1]);
    assert.equal(far.line.beforeNumber + far.line.before.length, 5002);
    for (const [index, log] of [`${mark}\npsql: error: refused`, `0 errors in lint\n${mark}`].entries())
      assert.deepEqual((await textsOf(log)).texts, [exit, "", index + 1]);
  });

  it("counts the lines of any log, kept or not, for each line that it gives", async () => {
    const line = fc.constantFrom(
      ...["", "fine", "Ä", "x".repeat(3000), "an error", "##[error]no", "##[error]exit code 1"],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), fc.nat(9000), async (lines, cut) => {
        const bytes = Buffer.from(lines.join("\n"));
        const found = await reading(bytes.subarray(0, cut), bytes.subarray(cut));
        const numbered = found === undefined ? [] : [found.text, ...found.before];
        const { number = 0, beforeNumber = 0 } = found ?? {};
        for (const [index, text] of numbered.entries()) {
          const whole =
            lines[(index === 0 ? number : beforeNumber + index - 1) - 1] ?? assert.fail("no such line");
          assert.ok(
            whole.replace("##[error]", "").endsWith(text) || text.startsWith(whole),
            `${index}: ${text}`,
          );
        }
      }),
    );
  });

  it("finds the same however the log is cut into chunks", async () => {
    const log =
      "2026-11-20T03:01:00Z Ä fine\n2026-11-20T03:01:01Z x: error: ö\nmore\n##[error]Das Ende 🙂\nrest";
    const whole = await reading(log);
    const bytes = Buffer.from(log);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
        const at = [0, ...cuts.sort((one, other) => one - other), bytes.length];
        const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        assert.deepEqual(await reading(...chunks.filter(({ length }) => length > 0)), whole);
      }),
    );
  });

  it("says of every log what rule 6.2 says: whether it holds the word", async () => {
    const piece = fc.constantFrom("error", "err", "or", "Error", "##[error]", "\n", "x".repeat(5000), "ä");
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
        assert.equal((await reading(...pieces)) !== undefined, pieces.join("").includes("error"));
      }),
    );
  });

  it("keeps little of a long log, and of a long line whole words around the word", async () => {
    const log = await reading(...Array<string>(500).fill("a whole line\n".repeat(5000)), "##[error]y");
    assert.ok(log !== undefined && log.before.join("\n").length <= 4096);
    assert.deepEqual([...new Set(log.before)], ["a whole line"]);
    const words = Array.from({ length: 100_000 }, (_, index) => `word${index}`).join(" ");
    const text = await told(`${words} an error ${words}`);
    assert.match(text ?? "", /^(word\d+ )+an error (word\d+ ?)+$/);
    assert.ok((text?.length ?? 0) <= 8300);
    assert.equal(await told(`${"a".repeat(1_000_000)} error`), "error");
  });

  it("does with the line around the first error when the rest of the log breaks", async () => {
    assert.equal((await read(broken(["an error\nmore"])))?.text, "an error");
    await assert.rejects(read(broken(["fine"])), { message: "reset" });
  });

  it("reads on for ten seconds and sixteen mebibytes, no further", async () => {
    const clock = testClock({ passes: (milliseconds) => milliseconds === 10_000 });
    assert.equal((await read(broken(["an error\n"], "hangs"), { clock }))?.text, "an error");
    assert.deepEqual([clock.timers, clock.pending()], [[10_000], 0]);
    let given = 0;
    const chunk = Buffer.alloc(1024 * 1024, "x\n");
    const endless = function* () {
      yield Buffer.from("an error\n");
      for (; given < 100; given++) yield chunk;
    };
    assert.equal((await read(Readable.from(endless())))?.text, "an error");
    assert.ok(given >= 16 && given < 20, `${given} mebibytes`);
  });

  it("reads no further than to the end of the marked line, and leaves no timer behind", async () => {
    const clock = testClock();
    let given = 0;
    const chunks = ["an error\n", "x\n", "##[error]no ", "route\n", "y\n", "z\n", "z\n", "z\n"];
    const log = new Readable({
      highWaterMark: 1,
      read() {
        const chunk = chunks[given++];
        this.push(chunk === undefined ? null : Buffer.from(chunk));
      },
    });
    assert.equal((await read(log, { clock }))?.text, "no route");
    assert.ok(given < chunks.length, `${given} chunks`);
    assert.deepEqual([clock.timers, clock.pending()], [[10_000], 0]);
  });

  it("takes a line that does not end for one of four kilobytes", async () => {
    const letters = [..."abcdefghij"].map((letter) => `${letter.repeat(1000)} `);
    assert.equal((await reading("##[error]", ...letters))?.text.length, 4 * 1001 - 1);
  });

  it("takes the time that it reads on from what all logs have together, and reads on no further without", async () => {
    const allowance = { leftSeconds: 8 };
    const clock = testClock();
    const slow = new Readable({
      read() {
        clock.advance(3000);
        this.push(Buffer.from(clock.now() < 9000 ? "an error\n" : "##[error]no route\n"));
        if (clock.now() >= 9000) this.push(null);
      },
    });
    const { signal } = new AbortController();
    assert.equal((await readCauseLine(slow, clock, signal, allowance))?.text, "no route");
    assert.deepEqual([clock.timers, allowance.leftSeconds <= 5], [[8000], true]);
    const spent = await read(broken(["an error\n", "##[error]no route\n"], "hangs"), {
      clock,
      leftSeconds: 0,
    });
    assert.equal(spent?.text, "an error");
  });

  it("keeps what stands between a silent mark and the line that tells, and neither warnings nor what is before", async () => {
    const line = await reading(
      `No space left on device\npsql: error: refused\nA: unbound variable\n##[error]${exit}`,
    );
    assert.deepEqual(
      [line?.text, line?.before, line?.isMarked],
      ["psql: error: refused", ["A: unbound variable"], false],
    );
    const warned = await reading(`refused\n##[warning]error: not saved\n##[error]${exit}`);
    assert.deepEqual([warned?.text, warned?.ending], [exit, ""]);
  });

  it("ends with a cancelled step, also behind the first error", async () => {
    const cancelled = AbortSignal.abort(new Error("cancelled"));
    await assert.rejects(read(broken(["an error\n"]), { cancelled }));
  });
});

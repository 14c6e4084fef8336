import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { safeLine } from "../../../../../tasks/PipelineMonitor/causes/safe-line";
import { readCauseLine } from "../../../../../tasks/PipelineMonitor/features/causes/cause-line";
import { sanitize } from "../../../../sanitize";

const reading = (...chunks: readonly (string | Buffer)[]) =>
  readCauseLine(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));
const told = async (text: string) => (await reading(text))?.text;
const exit = "Bash exited with code '1'.";
const mark = `##[error]${exit}`;

describe("readCauseLine", () => {
  it("gives the first line that the agent marked, without its time and its mark", async () => {
    const log =
      "2026-11-20T03:01:00.1234567Z fine\n2026-11-20T03:01:01.1234567Z ##[error]no route\r\n##[error]later";
    assert.deepEqual(await reading(log), {
      ...{ text: "no route", number: 2, ending: "", certainty: "marked", isMarked: true },
      ...{ before: ["fine"], beforeNumber: 1 },
    });
  });

  it("puts the nearest line that says what failed before a marked line that only says that something did", async () => {
    const textsOf = async (log: string) => {
      const line = (await reading(log)) ?? assert.fail();
      return { line, texts: [line.text, line.ending, line.number] };
    };
    const near = await textsOf(`an error of old\nx\npsql: FATAL: refused\nmore\n0 errors in lint\n${mark}`);
    assert.deepEqual(near.texts, ["psql: FATAL: refused", exit, 3]);
    assert.deepEqual([near.line.before[0], near.line.beforeNumber], ["more", 4]);
    const block = await textsOf(`npm ERR! code E404\nnpm ERR! 404 Not Found\nnpm ERR! see the log\n${mark}`);
    assert.deepEqual(block.texts, ["404 Not Found", exit, 2]);
    for (const [index, log] of [`${mark}\npsql: error: refused`, `0 errors in lint\n${mark}`].entries())
      assert.deepEqual((await textsOf(log)).texts, [exit, "", index + 1]);
    const warned = await textsOf(`refused\n##[warning]error: not saved\n${mark}`);
    assert.deepEqual(warned.texts, ["refused", exit, 1]);
  });

  it("gives the nearest such line to the end of a log without a marked line, with the commands before it", async () => {
    const log = "echo $(db)\nan error of old\nfine\npsql: error: refused\nTests: 0 errors, 120 passed";
    assert.deepEqual(await reading(log), {
      ...{ text: "psql: error: refused", number: 4, ending: "", certainty: "likely", isMarked: false },
      ...{ before: ["echo $(db)", "an error of old", "fine"], beforeNumber: 1 },
    });
    for (const none of [
      "",
      "fine",
      "Found 0 errors",
      "cp error.log /out\ngcc -Werror a.c",
      "console.error(x)",
    ])
      assert.equal(await reading(none), undefined, none);
  });

  it("counts the lines of any log, kept or not, for each line that it gives", async () => {
    const line = fc.constantFrom(
      ...["", "fine", "Ä", "x".repeat(9000), "an error", "##[error]no", "##[error]exit code 1"],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), fc.nat(9000), async (lines, cut) => {
        const bytes = Buffer.from(lines.join("\n"));
        const found = await reading(bytes.subarray(0, cut), bytes.subarray(cut));
        const numbered = found === undefined ? [] : [found.text, ...found.before];
        const { number = 0, beforeNumber = 0 } = found ?? {};
        for (const [index, text] of numbered.entries()) {
          const whole = lines[(index === 0 ? number : beforeNumber + index - 1) - 1];
          assert.equal(whole?.replace("##[error]", ""), text);
        }
      }),
    );
  });

  it("finds the same however the log is cut into chunks", async () => {
    const log =
      "2026-11-20T03:01:00Z Ä fine\n2026-11-20T03:01:01Z x: error: ö\nmore\n##[error]exit code 1 🙂\nrest";
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

  it("keeps little of a long log, and of a long line only whole words", async () => {
    const log = await reading(...Array<string>(500).fill("a whole line\n".repeat(5000)), "##[error]y");
    assert.ok(log !== undefined && log.before.join("\n").length <= 16 * 1024);
    assert.deepEqual([...new Set(log.before)], ["a whole line"]);
    const words = Array.from({ length: 100_000 }, (_, index) => `word${index}`).join(" ");
    const text = await told(`##[error]${words}`);
    assert.match(text ?? "", /^(word\d+ )+word\d+$/);
    assert.ok((text?.length ?? 0) <= 4096);
  });

  it("reads little further than the first marked line", async () => {
    let given = 0;
    const chunks = ["x\n", "##[error]no ", "route\n", "y".repeat(20_000), "\n", "z\n", "z\n", "z\n"];
    const log = new Readable({
      highWaterMark: 1,
      read() {
        const chunk = chunks[given++];
        this.push(chunk === undefined ? null : Buffer.from(chunk));
      },
    });
    assert.equal((await readCauseLine(log))?.text, "no route");
    assert.ok(given < chunks.length, `${given} chunks`);
  });

  it("throws if the log breaks before a marked line: what was read is not its end", async () => {
    const pieces = ["an error\n"];
    const broken = new Readable({
      read() {
        const piece = pieces.pop();
        if (piece === undefined) this.destroy(new Error("reset"));
        else this.push(Buffer.from(piece));
      },
    });
    await assert.rejects(readCauseLine(broken), { message: "reset" });
  });

  it("shows no part of a secret, wherever in a log it stands, however long the line is", async () => {
    const theirs = "Sup3rS3cretPassw0rdOfTheDatabase";
    const secrets = [`postgres://app:${theirs}@db`, `--password=${theirs}`, `Password=${theirs};`];
    const filler = fc
      .integer({ min: 0, max: 20_000 })
      .map((length) => "orders paid ".repeat(2000).slice(0, length));
    const word = fc.constantFrom("failed: ", "##[error]");
    await fc.assert(
      fc.asyncProperty(
        ...[fc.constantFrom(...secrets), filler, filler, word, fc.boolean()],
        async (secret, before, after, said, isBehind) => {
          const text = [before, ...(isBehind ? [said, after, secret] : [secret, after, said])].join(" ");
          const { text: line, ending, before: lines } = (await reading(text)) ?? { ...none, text: "" };
          const shown = [line, ending, ...lines].map((one) => safeLine(one, sanitize)).join("\n");
          for (const part of [theirs.slice(-8), theirs.slice(0, 8)])
            assert.ok(!shown.includes(part), `${part} in ${shown}`);
        },
      ),
    );
  });
});

const none = { ending: "", before: [] };

import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import type { KnownIssue } from "../../../../../tasks/PipelineMonitor/causes/cause";
import { causeSearch } from "../../../../../tasks/PipelineMonitor/causes/cause-search";
import { reasonIn } from "../../../../../tasks/PipelineMonitor/causes/reason-in";
import { safeText } from "../../../../../tasks/PipelineMonitor/causes/safe-line";
import { readFailedLog } from "../../../../../tasks/PipelineMonitor/features/causes/failed-log";
import { sampled } from "../../../../sampled";
import { sanitize } from "../../../../sanitize";

const issue: KnownIssue = {
  ...{ contains: "tablespace is full", name: "full", mayRetry: false, owner: undefined, runbook: undefined },
};
const exit = "Bash exited with code '1'.";
const mark = `##[error]${exit}`;
const mebibyte = 1024 * 1024;

async function reading(...chunks: readonly (string | Buffer)[]) {
  const search = causeSearch([issue], (line) => safeText(line, sanitize));
  const lines = await readFailedLog(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), search);
  const safe = lines.map((line) => ({ ...line, text: safeText(line.text, sanitize) }));
  return { lines, named: search.found(), reason: reasonIn(safe) };
}

describe("readFailedLog", () => {
  it("gives the lines of a log without the service's time and the agent's mark", async () => {
    const log = "2026-11-20T03:01:00.1234567Z fine\n2026-11-20T03:01:01.1234567Z ##[error]no route\r\nlater";
    assert.deepEqual((await reading(log)).lines, [
      { text: "fine", number: 1, isMarked: false },
      { text: "no route", number: 2, isMarked: true },
      { text: "later", number: 3, isMarked: false },
    ]);
  });

  it("counts the lines of any log, kept or not", async () => {
    const line = fc.constantFrom(
      ...["", "fine", "Ä", "x".repeat(9000), "x y ".repeat(40_000), "an error", "##[error]no", mark],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), fc.nat(9000), async (lines, cut) => {
        const bytes = Buffer.from(lines.join("\n"));
        for (const { number, text } of (await reading(bytes.subarray(0, cut), bytes.subarray(cut))).lines)
          assert.ok(lines[number - 1]?.replace("##[error]", "").startsWith(text), `line ${number}`);
      }),
      { numRuns: sampled(25) },
    );
  });

  it("finds the same however the log is cut into chunks", async () => {
    const log =
      "2026-11-20T03:01:00Z Ä tablespace is full\n2026-11-20T03:01:01Z x: error: ö\nmore\n##[error]exit code 1 🙂\nrest";
    const whole = await reading(log);
    assert.equal(whole.named?.number, 1);
    const bytes = Buffer.from(log);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
        const at = [0, ...cuts.sort((one, other) => one - other), bytes.length];
        const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        assert.deepEqual(await reading(...chunks.filter(({ length }) => length > 0)), whole);
      }),
    );
  });

  it("finds a reason well before the first mark, behind it, and in the last try only", async () => {
    const noise = "copied a file\n".repeat(3000);
    const reasonOf = async (log: string) => (await reading(log)).reason?.message;
    assert.equal(await reasonOf(`psql: error: refused\n${noise}${mark}`), "psql: error: refused");
    assert.equal(
      await reasonOf(`${mark}\nrest\n${noise}psql: error: refused\n${mark}`),
      "psql: error: refused",
    );
    const retry = "RetryHelper encountered task failure, will retry (attempt #: 1 out of 2) after 1000 ms";
    const tries = (...messages: string[]) =>
      messages.map((message) => `psql: error: ${message}\n${mark}\n`).join(`${retry}\n`);
    assert.equal(await reasonOf(tries("no route", "timed out", "refused")), "psql: error: refused");
  });

  it("searches the whole log for what the team has named, and keeps little of it", async () => {
    const noise = Array<string>(40).fill("a whole line\n".repeat(5000));
    for (const at of [0, 20, 40]) {
      const log = [...noise.slice(0, at), `x ${issue.contains}\n`, ...noise.slice(at), mark];
      const { lines, named } = await reading(...log);
      assert.deepEqual([named?.known?.name, named?.number], ["full", at * 5000 + 1]);
      const kept = lines.map(({ text }) => text).join("\n").length;
      assert.ok(kept <= 200 * 1024, `${kept} characters`);
    }
  });

  it("searches long lines too, shows only their beginning, and only whole words of it", async () => {
    const words = Array.from({ length: 700_000 }, (_, index) => `word${index}`).join(" ");
    assert.ok(words.length > 7 * mebibyte);
    const { lines, named } = await reading(`${words} tablespace is full ${words}\n`, mark);
    assert.deepEqual([named?.known?.name, named?.line, named?.number], ["full", "", 1]);
    assert.match(lines[0]?.text ?? "", /^(word\d+ )+(?:word\d+)?$/);
    assert.ok((lines[0]?.text.length ?? 0) <= 64 * 1024);
    assert.equal(lines.at(-1)?.number, 2);
  });

  it("throws if the log breaks: what was read is not its end", async () => {
    const pieces = ["an error\n"];
    const broken = new Readable({
      read() {
        const piece = pieces.pop();
        if (piece === undefined) this.destroy(new Error("reset"));
        else this.push(Buffer.from(piece));
      },
    });
    const search = causeSearch([], (line) => line);
    await assert.rejects(readFailedLog(broken, search), { message: "reset" });
  });

  it("shows no part of a secret, wherever in a log it stands, however long the line is", async () => {
    const theirs = "Sup3rS3cretPassw0rdOfTheDatabase";
    const secrets = [`postgres://app:${theirs}@db`, `--password=${theirs}`, `Password=${theirs};`];
    const filler = fc
      .integer({ min: 0, max: 80_000 })
      .map((length) => "orders paid ".repeat(8000).slice(0, length));
    const word = fc.constantFrom("failed: ", "##[error]", "psql: error: ", "tablespace is full", "Error: ");
    await fc.assert(
      fc.asyncProperty(
        ...[fc.constantFrom(...secrets), filler, filler, word, fc.boolean()],
        async (secret, before, after, said, isBehind) => {
          const text = [before, ...(isBehind ? [said, after, secret] : [secret, after, said])].join(" ");
          const { reason, named } = await reading(`${text}\n`, mark);
          const shown = [reason?.message, reason?.more, reason?.ending, reason?.place, named?.line].join(
            "\n",
          );
          for (const part of [theirs.slice(-8), theirs.slice(0, 8)])
            assert.ok(!shown.includes(part), `${part} in ${shown}`);
        },
      ),
    );
  });
});

import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { createSanitizer } from "../../../../shared/text/sanitize";
import { readCauseLine } from "../../../../tasks/PipelineMonitor/causes/cause-line";
import { fitToShow, safeLine } from "../../../../tasks/PipelineMonitor/causes/safe-line";
import type { CauseLine } from "../../../../tasks/PipelineMonitor/issue/links";
import { testClock } from "../../../test-clock";

const never = new AbortController().signal;
const ours = "our-own-secret-of-thirty-characters";
const theirs = "Sup3rS3cretPassw0rdOfTheDatabase";
const sanitize = createSanitizer((text) => text.replaceAll(ours, "***"));
const fitted = (text: string, isMarked = true) => {
  const line: CauseLine = { text, ending: text, isMarked, number: 2, before: [text], beforeNumber: 1 };
  return fitToShow(line, sanitize);
};

describe("safeLine", () => {
  it("is one line without our secrets, and without what looks like a credential of others", () => {
    assert.equal(
      safeLine(`##[error]psql postgres://me:${theirs}@db/\ntoken=abcdef ${ours}`, sanitize),
      "psql postgres://***@db/ token=*** ***",
    );
    assert.equal(safeLine("ab ".repeat(30_000), sanitize).length, 8000);
  });
});

describe("fitToShow", () => {
  it("goes over all that is shown, and over what it is found by", () => {
    const fit = fitted(`password=${theirs} and ${ours}`);
    const safe = "password=*** and ***";
    assert.deepEqual([fit.text, fit.ending, fit.before], [safe, safe, [safe]]);
  });

  it("shows of a long line that the agent did not mark what stands around the error", () => {
    const long = `${"a ".repeat(300)}error: b`;
    assert.equal(fitted(long, false).text, `…${"a ".repeat(40)}error: b`);
    assert.equal(fitted(long).text, long);
    assert.equal(fitted("an error", false).text, "an error");
    for (const [at, length, cut] of [
      [80, 300, 0],
      [81, 300, 1],
      [150, 200, 0],
      [150, 201, 70],
    ] as const) {
      const text = `${"-".repeat(at)}error`.padEnd(length, ".");
      const shown = cut === 0 ? text : `…${text.slice(cut)}`;
      assert.equal(fitted(text, false).text, shown, `${at} of ${length}`);
    }
  });

  it("shows no part of a secret, wherever in a log it stands, however long the line is", async () => {
    const secrets = [ours, `postgres://app:${theirs}@db`, `--password=${theirs}`, `Password=${theirs};`];
    const filler = fc
      .integer({ min: 0, max: 9000 })
      .map((length) => "orders paid ".repeat(1000).slice(0, length));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...secrets),
        filler,
        filler,
        fc.constantFrom("error", "##[error]"),
        fc.boolean(),
        async (secret, before, after, word, isBehind) => {
          const text = [before, ...(isBehind ? [word, after, secret] : [secret, after, word])].join(" ");
          const log = Readable.from([Buffer.from(text)]);
          const telling = await readCauseLine(log, testClock(), never, { leftSeconds: 60 });
          const fit = fitToShow(telling ?? assert.fail(), sanitize);
          const shown = [fit.text, fit.ending, ...fit.before].join("\n");
          for (const part of [ours.slice(-8), ours.slice(0, 8), theirs.slice(-8), theirs.slice(0, 8)])
            assert.ok(!shown.includes(part), `${part} in ${shown}`);
        },
      ),
    );
  });
});

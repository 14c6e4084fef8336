import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { responseFile } from "../../../../shared/azure-devops/recording/response-file";
import { redactSecrets } from "../../../../shared/text/redact";
import { temporaryFolder } from "../../../temporary-folder";

const secret = "canary-s3cret";

describe("responseFile", () => {
  const folder = temporaryFolder();

  /** The content of a file into which a response was written in pieces. */
  function kept(name: string, pieces: readonly Buffer[], isWhole = true): string {
    const path = join(folder(), name);
    const file = responseFile(path, (text) => redactSecrets(text, [secret]));
    for (const piece of pieces) file.take(piece);
    file.end(isWhole);
    file.take(Buffer.from("too late"));
    file.end(isWhole);
    return readFileSync(path, "utf8");
  }
  const log = (text: string, isWhole = true) => kept("1.txt", [Buffer.from(text)], isWhole);
  const json = (value: unknown) => kept("1.json", [Buffer.from(JSON.stringify(value))]);

  it("keeps a log except for secrets and what looks like a credential", () => {
    assert.equal(log("one\n\ntwo ü\r\n"), "one\n\ntwo ü\r\n");
    assert.equal(log(`a ${secret} b`), "a *** b");
    assert.equal(
      kept("1.txt", [Buffer.from("\u00fc").subarray(0, 1), Buffer.from("\u00fc").subarray(1)]),
      "\u00fc",
    );
    assert.equal(log("https://someone:hunter2@host/x"), "https://***@host/x");
  });

  it("keeps only the members of records that are read: no people, no e-mail addresses", () => {
    const run = {
      ...{ id: 1, buildNumber: "7.1", status: "completed", result: "failed", reason: "schedule" },
      ...{ queueTime: "1", startTime: "2", finishTime: "3", sourceBranch: "main" },
    };
    const definition = { id: 7, name: "CI" };
    const people = { requestedFor: { displayName: "A Person" }, url: "https://host/1" };
    const value = [{ ...run, definition: { ...definition, path: "\\x" }, ...people }];
    assert.deepEqual(JSON.parse(json({ count: 1, value })), { count: 1, value: [{ ...run, definition }] });
    const records = [
      {
        ...{
          id: "a",
          parentId: "b",
          name: "Test",
          type: "Task",
          workerName: "w",
          log: { id: 5, lineCount: 9 },
        },
        issues: [{ type: "error", message: "no", data: { logFileLineNumber: "3" } }],
      },
    ];
    assert.deepEqual(JSON.parse(json({ records })), { records });
    const issues = [{ type: "error", message: `password=x${secret} is wrong` }];
    assert.deepEqual(JSON.parse(json({ records: [{ issues }], name: secret })), {
      records: [{ issues: [{ type: "error", message: "password=*** is wrong" }] }],
      name: "***",
    });
  });

  it("keeps names that only look like a credential, because settings refer to them", () => {
    assert.deepEqual(JSON.parse(json({ name: "token: renewal" })), { name: "token: renewal" });
  });

  it("is readable for its owner only", function () {
    if (process.platform === "win32") this.skip();
    log("x");
    assert.equal(statSync(join(folder(), "1.txt")).mode & 0o077, 0);
  });

  it("keeps nothing of a text that is not complete JSON", () => {
    assert.equal(kept("1.json", [Buffer.from("<html>A Person")]), "");
    assert.equal(kept("1.json", [Buffer.from('{"value":[{"requestedFor":')], false), "");
  });

  it("keeps the word error of a line even when it is part of a credential, because logs are chosen by it", () => {
    assert.equal(log("the access token: error401\nnext"), "the access token: *** error\nnext");
  });

  it("keeps no private key, and no e-mail address in messages of a service", () => {
    const key = [
      "-----BEGIN RSA PRIVATE KEY-----",
      "Proc-Type: 4",
      "",
      "MIIBOgIBAAJBAK",
      "x/error+y",
      "-----END RSA PRIVATE KEY-----",
    ];
    assert.equal(
      log([...key, "on"].join("\n")),
      [key[0], "***", "***", "***", "*** error", key[5], "on"].join("\n"),
    );
    const stamped = key.map((line) => `2026-11-20T03:00:00.1234567Z ${line}`);
    assert.doesNotMatch(log([...stamped, "on"].join("\n")), /MIIB|error\+/);
    const mention = "ssl: Expecting: -----BEGIN PRIVATE KEY-----\n##[error]Bash exited with code '1'.";
    assert.equal(log(mention), mention);
    assert.deepEqual(JSON.parse(json({ message: "The user 'a.person@mail.example.org' may not" })), {
      message: "The user '***' may not",
    });
  });

  it("drops a word that the reader cut in half, but keeps whether it contained error", () => {
    assert.equal(log("a line\nits last wo", false), "a line\nits last ***");
    assert.equal(log("a line\nan error", false), "a line\nan *** error");
    assert.equal(log("a line\n", false), "a line\n");
  });

  it("keeps the beginning of a line that is too long, and whether the rest contained error", () => {
    const long = "x ".repeat(40_000);
    assert.equal(log(`${long}\nnext`), `${long.slice(0, 65_536)}***\nnext`);
    assert.equal(log(`${long}error here\nnext`), `${long.slice(0, 65_536)}*** error\nnext`);
    const word = "y".repeat(70_000);
    assert.equal(log(`a ${word}`), "a ***");
    assert.equal(log(`a ${word}error`), "a *** error");
  });

  it("hides a secret and keeps the word error, however the log is split and wherever it ends", () => {
    const piece = fc.constantFrom(
      secret,
      secret.slice(0, 8),
      "error",
      "token: ",
      "er",
      "ror",
      " ",
      "\n",
      "x",
      "ü",
      "long ".repeat(9000),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.nat(40), { maxLength: 12 }),
        fc.boolean(),
        (texts, cuts, isWhole) => {
          const text = Buffer.from(texts.join(""));
          const ends = cuts.map((_, index) =>
            cuts.slice(0, index + 1).reduce((sum, length) => sum + length, 0),
          );
          const parts = [0, ...ends].map((start, index) => text.subarray(start, ends[index]));
          const found = kept("1.txt", parts, isWhole);
          assert.ok(!found.includes(secret));
          // The part that was removed with a secret may have contained it.
          if (!texts.includes(secret)) assert.equal(found.includes("error"), text.includes("error"));
          const [end] = found.split(/\s/).slice(-1);
          if (!isWhole) assert.match(end ?? "", /^(\*\*\*|error|)$/);
        },
      ),
    );
  });
});

import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { utcZone } from "../../../../shared/text/zone";
import type { Note } from "../../../../tasks/PipelineMonitor/issue/issue";
import { blockOf, blockOfNote, sentenceOf } from "../../../../tasks/PipelineMonitor/render/blocks";
import { issueOfRecord, issueOfRunTime, issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { both, explained, failed, links, shown, since, unbound, withLinks } from "./blocks-stage";

describe("the block of an issue", () => {
  it("says who has the problem, the verdict with one unit, and the links by what they open", () => {
    const run = failedRun({ id: 1, buildNumber: "1" });
    const limits = { minProcSeconds: 30, maxProcSeconds: 900 };
    assert.deepEqual(
      [
        failed(1, "invoices"),
        failed(1, "invoices", { result: "canceled" }),
        withLinks(issueOfRunTime(run, 1834, limits), 1),
        withLinks(issueOfRunTime(run, 12, limits), 1),
        withLinks(issueOfWait(run, 900, 300), 1),
      ].flatMap((issue) => shown(issue)),
      [
        `🔴 **invoices** failed\n${links(1)}`,
        `🔴 **invoices** was canceled\n${links(1)}`,
        `🟠 **nightly import** ran 30 min 34 s, limit 15 min\n${links(1)}`,
        `🟠 **nightly import** ran 12 s, at least 30 s expected\n${links(1)}`,
        `🟠 **nightly import** was queued for 15 min, limit 5 min\n${links(1)}`,
      ],
    );
  });

  it("says status and result only if they have no word of their own", () => {
    assert.match(
      shown(failed(1, "a", { result: "odd" }))[0] ?? "",
      /did not succeed \(status completed, result odd\)/,
    );
  });

  it("names what is known of a run whose record cannot be read", () => {
    const record = { id: 8, buildNumber: "", pipeline: undefined, problem: "buildNumber: missing" };
    const issue = withLinks(issueOfRecord(record), 8);
    assert.equal(
      shown({ ...issue, links: { ...issue.links, log: undefined } })[0],
      "🔴 **A run of an unknown pipeline** could not be checked: its record is not readable (buildNumber: missing)\n" +
        "[Run 8](https://h/8)",
    );
  });

  it("compares a failure with the runs before it", () => {
    const news = { kind: "streak", nth: 4, since: { time: since, zone: utcZone }, orMore: false } as const;
    assert.match(
      shown({ ...failed(1, "a"), news })[0] ?? "",
      /\*\*a\*\* failed, 4th in a row since 19:59 UTC\n/,
    );
    assert.match(
      shown({ ...failed(1, "a"), news: { ...news, orMore: true } })[0] ?? "",
      /failed, at least the 4th in a row since 19:59 UTC or earlier\n/,
    );
    const first = { kind: "first", successes: 211, orMore: true } as const;
    assert.match(
      shown({ ...failed(1, "a"), news: first })[0] ?? "",
      /failed, first time in at least 212 runs\n/,
    );
  });

  it("says when a run failed, unless it is one in a row", () => {
    const issue = { ...failed(1, "a"), failedAt: { time: since, zone: utcZone } };
    assert.match(shown(issue)[0] ?? "", /\*\*a\*\* failed at 19:59 UTC\n/);
    const first = { kind: "first", successes: 211, orMore: false } as const;
    assert.match(shown({ ...issue, news: first })[0] ?? "", /failed at 19:59 UTC, first time in 212 runs\n/);
    const nth = { kind: "streak", nth: 4, since: { time: 0, zone: utcZone }, orMore: false } as const;
    assert.match(shown({ ...issue, news: nth })[0] ?? "", /failed, 4th in a row since 00:00 UTC\n/);
  });

  it("shows the cause as code, and its name", () => {
    const line = "SMTP_HOST: unbound variable";
    assert.equal(
      shown(explained(failed(1, "a"), unbound, line))[0],
      `🔴 **a** failed\n\`${line}\` (variable SMTP\\_HOST is not defined)\n${links(1)}`,
    );
    assert.match(shown(explained(failed(1, "a"), { kind: "timeOut" }))[0] ?? "", /failed\ntime-out\n/);
  });

  it("leaves out the name of a cause that its line says", () => {
    const full = explained(failed(1, "a"), { kind: "noSpace" }, "No space left on device");
    assert.equal(shown(full)[0], `🔴 **a** failed\n\`No space left on device\`\n${links(1)}`);
  });

  it("leaves out an empty cause", () => {
    const empty = explained(failed(1, "a"), undefined, " \u200b");
    const onlyGrouped = explained(failed(1, "a"), unbound, "refused", { ...both, explain_failures: false });
    for (const issue of [empty, onlyGrouped]) {
      assert.equal(shown(issue)[0], `🔴 **a** failed\n${links(1)}`);
      assert.deepEqual(blockOf(issue).rows, []);
    }
  });

  it("ends with the runbook and the owner, and with what is to be known of the log", () => {
    const issue = failed(1, "a");
    const alert = {
      owner: "Ops",
      mention: "",
      runbook: new URL("https://wiki/a"),
      importance: "high",
    } as const;
    assert.equal(
      shown({ ...issue, alert, links: { ...issue.links, note: "1 of its logs could not be read" } })[0],
      `🚨 **a** failed\n${links(1)} · 1 of its logs could not be read · [Runbook](https://wiki/a) · Ops`,
    );
  });

  it("says the same in the tab, without the pipeline", () => {
    const news = { kind: "streak", nth: 4, since: { time: since, zone: utcZone }, orMore: false } as const;
    const issue = { ...explained(failed(1, "a"), unbound, "no such host"), news };
    assert.deepEqual(
      sentenceOf(issue).map((part) => ("words" in part ? part.words : "name" in part ? part.name : "19:59")),
      [
        "failed",
        ", ",
        "4th in a row since ",
        "19:59",
        ": ",
        "no such host",
        " (",
        "variable ",
        "SMTP_HOST",
        " is not defined",
        ")",
        ".",
      ],
    );
  });

  it("ends with one full stop in the tab, whatever a line of a log ends with", () => {
    const ends = ["Request timeout.", "no such host"].map((line) =>
      plainText(sentenceOf(explained(failed(1, "a"), undefined, line)), sanitize),
    );
    assert.deepEqual(ends, ["failed: Request timeout.", "failed: no such host."]);
  });

  it("names its links for a screen reader, and leaves out that to the log first", () => {
    const [run, log] = [new URL("https://h/1"), new URL("https://h/l/1")];
    assert.deepEqual(blockOf(failed(1, "invoices")).links, [
      { label: { name: "Run 1" }, url: run, of: "invoices" },
      { label: { words: "Log" }, url: log, of: "invoices", isSpare: true },
    ]);
    const unknown = issueOfRecord({ id: undefined, buildNumber: "", pipeline: undefined, problem: "x" });
    assert.deepEqual(blockOf(withLinks(unknown, 1)).links, [
      { label: { words: "Run" }, url: run },
      { label: { words: "Log" }, url: log, isSpare: true },
    ]);
  });
});

describe("the block of a note", () => {
  const note: Note = { parts: [{ name: "a" }, { words: " 1.0 ended." }], severity: "note", rank: 7 };

  it("is the note without its full stop, of no issue, and its own title", () => {
    const parts = [{ name: "a" }, { words: " 1.0 ended" }];
    const common = { severity: "note", rank: 7, tells: [note] };
    assert.deepEqual(blockOfNote(note), { ...common, parts, titles: [parts], shortTitle: parts });
    const named = { ...note, parts: [{ name: "a." }] };
    assert.deepEqual(blockOfNote(named).parts, [{ name: "a." }]);
  });

  it("has a form of its own where the note has one; its title names what it links to", () => {
    const link = { label: { name: "9" }, url: new URL("https://h/9") };
    const block = { parts: [{ words: "b " }, link] };
    const made = blockOfNote({ ...note, block });
    assert.deepEqual([made.parts, made.titles], [block.parts, [[{ words: "b " }, { name: "9" }]]]);
  });
});

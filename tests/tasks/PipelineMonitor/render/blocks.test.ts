import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { utcZone } from "../../../../shared/text/zone";
import { type Issue, subjectOfIssue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { linkOf } from "../../../../tasks/PipelineMonitor/issue/names";
import { blockOf, sentenceOf } from "../../../../tasks/PipelineMonitor/render/blocks";
import {
  issueOfRecord,
  issueOfRunCount,
  issueOfRunTime,
  issueOfWait,
} from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { both, explained, failed, links, shown, since, unbound, withLinks } from "./blocks-stage";

/** What a person reads of one issue. */
const read = (issue: Issue) => shown(issue)[0] ?? "";
const streak = (time: number, orMore = false) => ({
  news: { kind: "streak", nth: 4, since: { time, zone: utcZone }, orMore } as const,
});
const first = (orMore: boolean) => ({ news: { kind: "first", successes: 211, orMore } as const });

describe("the block of an issue", () => {
  it("says who has the problem, the verdict with one unit, and the links by what they open", () => {
    const run = failedRun({ id: 1, buildNumber: "1" });
    const limits = { minProcSeconds: 30, maxProcSeconds: 900 };
    for (const [text, issue] of Object.entries({
      "🔴 **invoices** failed": failed(1, "invoices"),
      "🔴 **invoices** was canceled": failed(1, "invoices", { result: "canceled" }),
      "🔴 **a** did not succeed (status completed, result odd)": failed(1, "a", { result: "odd" }),
      "🟠 **nightly import** ran 30 min 34 s, limit 15 min": issueOfRunTime(run, 1834, limits),
      "🟠 **nightly import** ran 12 s, at least 30 s expected": issueOfRunTime(run, 12, limits),
      "🟠 **nightly import** was queued for 15 min, limit 5 min": issueOfWait(run, 900, 300),
    }))
      assert.equal(read(withLinks(issue, 1)), `${text}\n${links(1)}`);
  });

  it("names what is known of a run whose record cannot be read", () => {
    const record = { id: 8, buildNumber: "", pipeline: undefined, problem: "buildNumber: missing" };
    const issue = withLinks(issueOfRecord(record), 8);
    assert.equal(
      read({ ...issue, links: { ...issue.links, log: undefined } }),
      "🔴 **A run of an unknown pipeline** could not be checked: its record is not readable (buildNumber: missing)\n" +
        "[Run 8](https://h/8)",
    );
  });

  it("compares a failure with the runs before it, and says when it failed, unless it is one in a row", () => {
    const failedAt = { failedAt: { time: since, zone: utcZone } };
    for (const [text, changes] of Object.entries({
      "failed, 4th in a row since 19:59 UTC": streak(since),
      "failed, at least the 4th in a row since 19:59 UTC or earlier": streak(since, true),
      "failed, first time in at least 212 runs": first(true),
      "failed at 19:59 UTC": failedAt,
      "failed at 19:59 UTC, first time in 212 runs": { ...failedAt, ...first(false) },
      "failed, 4th in a row since 00:00 UTC": { ...failedAt, ...streak(0) },
    }))
      assert.equal(read({ ...failed(1, "a"), ...changes }), `🔴 **a** ${text}\n${links(1)}`);
  });

  it("says of several runs how often since when, and compares the last only if that says more", () => {
    const runs = (nth: number, orMore = false, more: Partial<Issue> = {}) =>
      [1, 2, 3].map((id) => ({
        ...failed(id, "a", { finishTime: id }),
        failedAt: { time: since + 60_000 * id, zone: utcZone },
        ...{ news: { kind: "streak", nth, since: { time: since, zone: utcZone }, orMore } as const, ...more },
      }));
    const text = (group: Issue[]) => {
      const [one = assert.fail(), ...others] = group;
      const { parts, titles, shortTitle } = blockOf(one, ...others);
      return [parts, titles[0]?.phrase ?? [], shortTitle].map((phrase) => plainText(phrase, sanitize));
    };
    const [times, short] = ["a failed 3 times since 20:00 UTC", "a failing since 19:59 UTC"];
    assert.deepEqual(text(runs(3)), [times, times, short]);
    assert.deepEqual(text(runs(2)), [`${times}, 2nd in a row`, times, short]);
    const least = ", at least the 3rd in a row";
    assert.deepEqual(text(runs(3, true)), [times + least, times, short]);
    const row = "4th in a row since 19:59 UTC";
    assert.deepEqual(text(runs(4)), [`${times}, ${row}`, `${times} (${row})`, short]);
    assert.deepEqual(text(runs(0, false, first(false))), [times, times, "a failed 3 times"]);
    assert.deepEqual(
      text(runs(1).slice(0, 1)),
      ["a failed, 1st in a row", "a failed", short],
      "no time twice",
    );
  });

  it("says of what waited since when, and what happened before", () => {
    const waited = { since: { time: since, zone: utcZone }, count: 1, earlier: [{ words: "was canceled" }] };
    const before = "Before that: was canceled";
    assert.equal(read({ ...failed(1, "a"), waited }), `🔴 **a** failed at 19:59 UTC\n${before}\n${links(1)}`);
    const plural = {
      plural: "did not start",
      words: [{ words: "did not start at 1" }],
      sentence: [{ words: "did not start at 1" }],
    };
    assert.equal(
      read({ ...failed(1, "a"), waited, ...plural }),
      `🔴 **a** did not start at 1\n${before}\n${links(1)}`,
    );
  });

  it("says who stopped the runs only if that is so of all, and calls a reminder one only if all are", () => {
    const canceled = (id: number, byWhom?: string) => {
      const issue = failed(id, "a", { result: "canceled" });
      const explanation = { sentence: [{ words: "x" }], line: "", name: [], group: undefined };
      return { ...issue, explanation: byWhom === undefined ? undefined : { ...explanation, byWhom } };
    };
    const text = (...[one = assert.fail(), ...others]: Issue[]) => {
      const { parts, titles } = blockOf(one, ...others);
      return [parts, ...titles.map(({ phrase }) => phrase)].map((phrase) => plainText(phrase, sanitize));
    };
    const [whole, short] = ["a was canceled 2 times by a person", "a was canceled 2 times"];
    assert.deepEqual(text(canceled(1, " by a person"), canceled(2, " by a person")), [
      whole,
      whole,
      short,
      short,
    ]);
    assert.deepEqual(new Set(text(canceled(1, " by a person"), canceled(2))), new Set([short]));
    const rest = blockOf(canceled(1, " by a person")).titles.map(({ phrase, parts }) => [
      plainText(phrase, sanitize),
      parts && plainText(parts, sanitize),
    ]);
    const without = ["a was canceled", undefined];
    assert.deepEqual(rest, [["a was canceled by a person", ""], without, without], "or the row says it");
    const again = { ...failed(1, "a"), isReminder: true };
    assert.deepEqual(new Set(text(again)), new Set(["Reminder: a failed"]));
    assert.deepEqual(new Set(text(again, failed(2, "a"))), new Set(["a failed 2 times"]));
    assert.equal(
      text({ ...issueOfRunCount(0, 9), isReminder: true })[0],
      "Reminder: no runs finished in the last hour",
    );
  });

  it("shows the cause as code, and its name, unless its line says that", () => {
    const line = "SMTP_HOST: unbound variable";
    const full = "No space left on device";
    for (const [text, issue] of Object.entries({
      [`\`${line}\` (variable SMTP\\_HOST is not defined)`]: explained(failed(1, "a"), unbound, line),
      "time-out": explained(failed(1, "a"), { kind: "timeOut" }),
      [`\`${full}\``]: explained(failed(1, "a"), { kind: "noSpace" }, full),
    }))
      assert.equal(read(issue), `🔴 **a** failed\n${text}\n${links(1)}`);
  });

  it("leaves out an empty cause", () => {
    const empty = explained(failed(1, "a"), undefined, " \u200b");
    const onlyGrouped = explained(failed(1, "a"), unbound, "refused", { ...both, explains: false });
    for (const issue of [empty, onlyGrouped]) {
      assert.equal(read(issue), `🔴 **a** failed\n${links(1)}`);
      assert.deepEqual(blockOf(issue).rows, []);
    }
  });

  it("ends with the runbook and the owner, and with what is to be known of the log", () => {
    const issue = failed(1, "a");
    const runbook = new URL("https://wiki/a");
    const alert = { owner: "Ops", mention: "", runbook, importance: "high" } as const;
    assert.equal(
      read({ ...issue, alert, links: { ...issue.links, note: "no log" } }),
      `🚨 **a** failed\n${links(1)} · no log · [Runbook](https://wiki/a) · Ops`,
    );
  });

  it("says the same in the tab, without the pipeline, and with one full stop at the end", () => {
    const inTab = (issue: Issue) => plainText(sentenceOf(issue), sanitize);
    assert.equal(
      inTab({ ...explained(failed(1, "a"), unbound, "no such host"), ...streak(since) }),
      "failed, 4th in a row since 19:59 UTC: no such host (variable SMTP_HOST is not defined).",
    );
    for (const line of ["Request timeout.", "no such host"])
      assert.equal(inTab(explained(failed(1, "a"), undefined, line)), `failed: ${line.replace(/\.$/, "")}.`);
  });

  it("names its links for a screen reader, and leaves out that to the log first", () => {
    const [run, log] = [new URL("https://h/1"), new URL("https://h/l/1")];
    const subject = subjectOfIssue(failed(1, "invoices"));
    assert.deepEqual(blockOf(failed(1, "invoices")).links, [
      linkOf({ name: "Run 1" }, run, subject),
      { ...linkOf({ words: "Log" }, log, subject), isSpare: true },
    ]);
    const unknown = issueOfRecord({ id: undefined, buildNumber: "", pipeline: undefined, problem: "x" });
    assert.deepEqual(blockOf(withLinks(unknown, 1)).links, [
      linkOf({ words: "Run" }, run, {}),
      { ...linkOf({ words: "Log" }, log, {}), isSpare: true },
    ]);
  });
});

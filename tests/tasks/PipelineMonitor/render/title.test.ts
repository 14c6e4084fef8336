import assert from "node:assert/strict";
import fc from "fast-check";
import type { Run } from "../../../../shared/azure-devops/records";
import { plainText } from "../../../../shared/chat/message";
import { utcZone } from "../../../../shared/text/zone";
import { explanationOf, type FailureReason } from "../../../../tasks/PipelineMonitor/causes/reason";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { type Note, recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import { groupedBlocks } from "../../../../tasks/PipelineMonitor/render/block-groups";
import { blockOfNote } from "../../../../tasks/PipelineMonitor/render/notes";
import { renderTitle } from "../../../../tasks/PipelineMonitor/render/title";
import { issueOfResult, issueOfRunCount, issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { didNotStart } from "../../../did-not-start";
import { hostileText } from "../../../hostile-text";
import { sanitize } from "../../../sanitize";
import { waitedTooLong } from "../../../sentences";
import { failedRun } from "../failed-run";
import { missedIssue, stuckIssue } from "../found-issues";
import { projectReport } from "../report-stage";

const since = Date.UTC(2026, 10, 20, 19, 59);
const page = new URL("https://h/1");
const failed = (pipeline: string, changes: Partial<Issue> = {}): Issue => ({
  ...issueOfResult(failedRun({ pipeline })),
  ...changes,
});
const firstTime = { kind: "first", successes: 211, orMore: false } as const;
const streak = { kind: "streak", nth: 4, since: { time: since, zone: utcZone }, orMore: false } as const;
const explained = (pipeline: string, line: string, groups = false, cause?: FailureReason["cause"]) => {
  const issue = failed(pipeline);
  const reason = { cause, line, ending: "" };
  return { ...issue, explanation: explanationOf(reason, issue, { explains: true, groups, quotes: true }) };
};
const urgent = { owner: "", mention: "", runbook: undefined, importance: "high" } as const;
const waited = issueOfWait(failedRun({ pipeline: "site health" }), 900, 300);
const missed = issueOf(
  { code: "missed", rank: 1, severity: "failure", tally: didNotStart },
  { pipeline: { name: "stock levels" } },
  [{ words: `${didNotStart} at ` }, { time: since, zone: utcZone }],
);
const stuckRun = (run: Run) => stuckIssue({ ...run, status: "notStarted" }, since / 1000);
const recovery = (pipeline: string) => recoveryNote(failedRun({ pipeline }), page, "is well again");
const ended: Note = {
  ...{ says: [{ words: "The mute of x ended" }], severity: "note", rank: 7 },
  tally: { thing: "mute", what: "ended" },
};

function titled(issues: readonly Issue[], notes: readonly Note[] = [], count = issues.length) {
  const blocks = [...groupedBlocks(issues, sanitize), ...notes.map(blockOfNote)];
  return plainText(renderTitle({ name: "Night Shift" }, blocks, count, sanitize).phrase, sanitize);
}

const several = (count: number, what: string) => `Night Shift: ${count} problems: ${what}`;

describe("the title of a message", () => {
  it("names the pipeline and the cause of a single problem, and how it compares", () => {
    const backup = explained("db_backup", "no space left on device");
    assert.equal(titled([backup]), "db_backup failed: no space left on device");
    const first = titled([{ ...backup, news: firstTime }]);
    assert.equal(first, "db_backup failed: no space left on device (first time in 212 runs)");
    const fourth = failed("invoices", { news: streak });
    assert.equal(titled([fourth]), "invoices failed (4th in a row since 19:59 UTC)");
    assert.equal(titled([waited]), "site health was queued for 15 min, limit 5 min");
    const few = "Night Shift: fewer runs than expected in the last hour (7, expected more than 10)";
    assert.equal(titled([issueOfRunCount(7, 10)]), few);
    assert.equal(titled([issueOfRunCount(0, 10)]), "Night Shift: no runs finished in the last hour");
  });

  it("leads with the cause that several pipelines share, how many, and how many problems there are besides", () => {
    const flood = (count: number, line = "ORA-12541: TNS:no listener") =>
      Array.from({ length: count }, (_, index) => explained(`${line} ${index}`, line, true));
    const listener = "ORA-12541: TNS:no listener: 20 pipelines failed";
    const others = Array.from({ length: 40 }, (_, n) => explained(`other ${n}`, `line ${n}`, true));
    const long = 'pg_dump: error: connection to server at "db", port 5432 failed: Connection refused.';
    const told = [
      [titled(flood(20)), listener],
      [titled(flood(20), [], 60), `${listener}; 40 other problems`],
      [titled([...others, ...flood(20)]), `${listener}; 40 other problems`],
      [titled([...flood(20), waited]), `${listener}; site health ${waitedTooLong}`],
      [titled([...flood(20), waited], [], 24), `${listener}; 4 other problems`],
      [titled(flood(3, long)), "pg_dump: error: conne…ection refused: 3 pipelines failed"],
      [
        titled([...flood(15, "no route to host"), ...flood(20), ...others]),
        `${listener}; no route to host: 15 pipelines failed; 40 other problems`,
      ],
      [
        titled([...flood(20), ...["z", "y"].map((name) => failed(name, { alert: urgent }))]),
        `z failed; ${listener}; y failed`,
      ],
    ];
    for (const [title, expected] of told) assert.equal(title, `${expected} (Night Shift)`);
  });

  it("names the pipelines and the cause of a single group", () => {
    const group = ["nightly import", "price feed"].map((name) => explained(name, "no route", true));
    const runs = "2 runs failed (nightly import, price feed)";
    const both = `${runs}, site health ${waitedTooLong}`;
    assert.equal(titled(group), `${runs}: no route`);
    assert.equal(titled([...group, waited]), several(3, both));
    assert.equal(titled([...group, waited], [], 4), several(4, `${both}, and more`));
  });

  it("is about a group once, in however many blocks its runs are", () => {
    const names = Array.from({ length: 14 }, (_, index) => `${index} ${"x".repeat(90)}`);
    const timedOut = names.map((name) => explained(name, "curl: (28) Operation timed out", true));
    assert.equal(titled(timedOut), "curl: (28) Operation timed out: 14 pipelines failed (Night Shift)");
    const seconds = { queueTime: since / 1000 - 1320, startTime: undefined, finishTime: undefined };
    const stuck = names.map((pipeline, id) => stuckRun({ ...failedRun({ id, pipeline }), ...seconds }));
    assert.equal(titled(stuck), `14 runs stuck: ${names[0]}, and more`);
    assert.equal(titled([...stuck, failed("a")]), several(15, "a failed, 14 runs stuck"));
    const long = ["a", "b"].map((name) => explained(name, "z".repeat(200), true));
    assert.match(titled(long), /^2 runs failed \(a, b\): z{120,}…$/);
  });

  it("is the project alone if there is nothing to tell", () => assert.equal(titled([]), "Night Shift"));

  it("counts several problems, and names the worst two", () => {
    const invoices = failed("invoices", { news: streak });
    const failing = "invoices failing since 19:59 UTC";
    const two = several(2, `${failing}, site health ${waitedTooLong}`);
    assert.equal(titled([waited, invoices]), two);
    const four = several(4, `price feed failed, ${failing}, and more`);
    assert.equal(titled([waited, missed, failed("price feed"), invoices]), four);
  });

  it("says what works again only if nothing is wrong", () => {
    const [b, c, d] = [recovery("b"), recovery("c"), recovery("d")];
    const within = recoveryNote(failedRun({ pipeline: "b" }), page, "is within its limits again");
    assert.equal(titled([failed("a")], [b]), "a failed");
    for (const notes of [[b], [b, ended]]) assert.equal(titled([], notes), "b is well again");
    assert.equal(titled([], [b, c]), "Night Shift: 2 pipelines work again: b, c");
    assert.equal(titled([], [b, within]), "Night Shift: b is well again");
    assert.equal(titled([], [b, within, c]), "Night Shift: 2 pipelines work again: b, c");
    assert.equal(titled([], [b, c, d, ended]), "Night Shift: 3 pipelines work again: b, c, and more");
  });

  it("names a problem of no pipeline that ended by what it was", () => {
    const enough: Note = {
      ...{ says: [{ words: "As many runs as expected again" }], severity: "recovery", rank: 6 },
      ended: [{ words: "too few runs" }],
    };
    assert.equal(titled([], [enough]), "Night Shift: as many runs as expected again");
    assert.equal(titled([], [enough, recovery("b")]), "Night Shift: 2 problems ended: too few runs, b");
  });

  it("counts what else is to be known, unless something is wrong", () => {
    assert.equal(titled([failed("a")], [ended, ended]), "a failed");
    assert.equal(titled([], [ended]), "Night Shift: the mute of x ended");
    assert.equal(titled([], [ended, ended]), "Night Shift: 2 mutes ended");
    const watching: Note = { says: [{ words: "Watching 2 pipelines" }], severity: "note", rank: 6 };
    assert.equal(titled([], [watching, ended]), "Night Shift: Watching 2 pipelines, and more");
  });

  it("says first what could not be read", () => {
    const unread: Note = {
      ...{ says: [{ words: "Could not read " }, { name: "Shop" }], severity: "failure", rank: 0 },
      tally: { thing: "project", what: "could not be read" },
    };
    assert.equal(titled([failed("a")], [unread]), "Could not read Shop; a failed");
    assert.equal(titled([], [unread, unread]), "Could not read Shop, and more");
    const both = titled([failed("a"), failed("b")], [unread]);
    assert.equal(both, "Could not read Shop; 2 problems: a failed, b failed");
  });

  it("has two causes of one pipeline, as far as they fit", () => {
    const runs = ["no route", "no space", "no luck"].map((line) => explained("price feed", line, true));
    assert.equal(titled(runs.slice(0, 2)), "price feed failed 2 times: no route; no space");
    assert.equal(titled(runs), "price feed failed 3 times: no route; no space, and more");
    assert.equal(titled([...runs, failed("b")], [], 2), several(2, "price feed failed 3 times, b failed"));
    const long = ["y", "z"].map((sign) => explained("price feed", sign.repeat(80), true));
    assert.equal(titled(long), `price feed failed 2 times: ${"y".repeat(80)}, and more`);
  });

  it("names a lost agent, whether it stopped one pipeline or several", () => {
    const line = "We stopped hearing from agent build-07. Verify …";
    const cause = { kind: "lostAgent", agent: "build-07" } as const;
    const of = (pipeline: string) => explained(pipeline, line, true, cause);
    assert.equal(titled([of("a")]), "a failed: agent build-07 lost");
    assert.equal(titled([of("a"), of("a")]), "a failed 2 times: agent build-07 lost");
    assert.equal(titled([failed("b"), of("a")]), several(2, "agent build-07 lost (a), b failed"));
    assert.equal(titled([of("a"), of("b")]), several(2, "agent build-07 lost: 2 runs failed (a, b)"));
  });

  it("leaves out words if they do not fit: how it compares, then what is named last", () => {
    const [long, other] = ["x".repeat(45), "y".repeat(45)];
    const compared = { ...explained(long, "z".repeat(80)), news: firstTime };
    assert.equal(titled([compared]), `${long} failed: ${"z".repeat(80)}`);
    const three = several(3, `${long} failed, ${other} failed, and more`);
    assert.equal(titled([failed(long), failed(other), failed("c")]), three);
    const longWaited = { ...waited, about: { run: failedRun({ pipeline: long }) } };
    assert.equal(titled([longWaited, failed(other)]), several(2, `${other} failed, and more`));
  });

  // elastic/kibana#73061, apify/crawlee-python#2155: Slack takes no longer title, so its end was lost, or the message.
  it("shortens the line of a log, and a name only if nothing else is left", () => {
    const name = "x".repeat(95);
    assert.equal(titled([explained(name, "z".repeat(200))]), `${name} failed: ${"z".repeat(42)}…`);
    assert.equal(titled([failed("x".repeat(190))]), `${"x".repeat(139)}… failed`);
    const hebrew = "\u05d9".repeat(190);
    assert.equal(titled([failed(hebrew)]), `\u2068${hebrew.slice(0, 137)}…\u2069 failed`);
    assert.equal(titled([explained("a", hebrew)]).length, 147);
  });

  it("fits on a lock screen and into Slack's header, whatever there is to tell", () => {
    const name = fc.oneof(fc.string({ minLength: 1, maxLength: 300, size: "max" }), hostileText);
    const issue = fc
      .tuple(name, name, fc.constantFrom("failed", "waited", "stuck", "missed", "near", "few"), fc.boolean())
      .map(([pipeline, line, kind, isRow]) => {
        const run = failedRun({ pipeline });
        const seconds = { queueTime: 0, startTime: undefined, finishTime: undefined };
        const one = {
          failed: { ...explained(pipeline, line, true), ...(isRow ? { news: streak } : {}) },
          waited: issueOfWait(run, 900, 300),
          stuck: stuckRun({ ...run, ...seconds }),
          missed: missedIssue(projectReport(), { pipeline, at: since / 1000 }),
          near: issueOf(
            { code: "nearLimit", rank: 5, severity: "warning", tally: "" },
            { pipeline: { name: pipeline } },
            [{ words: "reaches the weekly run limit (1,000) at 10:06 UTC; after that, no run starts" }],
          ),
          few: issueOfRunCount(2, 10),
        } satisfies Record<string, Issue>;
        return one[kind as keyof typeof one];
      });
    fc.assert(
      fc.property(
        fc.array(issue, { minLength: 1, maxLength: 8 }),
        fc.array(name, { maxLength: 3 }),
        (issues, well) => {
          const title = titled(issues, well.map(recovery));
          assert.ok(title.length <= 147, title);
        },
      ),
    );
  });

  it("is whole for names of an ordinary length", () => {
    const ordinary = fc.string({ unit: fc.constantFrom("a", "b", "_"), minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(fc.array(ordinary, { minLength: 1, maxLength: 6 }), (names) => {
        assert.ok(!titled(names.map((one) => failed(one, { news: streak }))).includes("…"));
      }),
    );
  });

  it("says that there is more than it names, wherever the rest stands", () => {
    assert.match(titled([failed("a"), failed("b")]), /2 problems: a failed, b failed$/);
    assert.match(titled([failed("a"), failed("b")], [], 3), /3 problems: a failed, b failed, and more$/);
  });
});

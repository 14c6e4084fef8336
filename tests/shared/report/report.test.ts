import assert from "node:assert/strict";
import fc from "fast-check";
import { attachReport } from "../../../shared/report/attach";
import { cutDomainReport } from "../../../shared/report/cut-domain";
import { maxReportBytes } from "../../../shared/report/cut-lists";
import { cutMonitorReport } from "../../../shared/report/cut-monitor";
import type { Verdict } from "../../../shared/report/form";
import { readOrigin } from "../../../shared/report/origin";
import { parseReport } from "../../../shared/report/parse";
import type { MonitorReport, Report } from "../../../shared/report/schema";
import { fillPage, jsonForHtml } from "../../../shared/report/standalone-page";
import { fullDisk, memoryAgent } from "../../memory-agent";
import { purchase, refusedPurchases, unknownPurchase } from "../../tab/example-registrations";
import { hourOf, quietHour } from "../../tab/example-reports";

const bytesOf = (report: Report) => Buffer.byteLength(JSON.stringify(report));

describe("report", () => {
  it("is read as it was written, members of later versions dropped", () => {
    for (const report of [hourOf(40), quietHour(), purchase(), unknownPurchase(), refusedPurchases()])
      assert.deepEqual(parseReport(JSON.stringify({ ...report, later: 1 })), { kind: "report", report });
  });

  it("is not shown when it is no report, and its problem has a place", () => {
    const problemOf = (text: string) => {
      const parsed = parseReport(text);
      return parsed.kind === "unreadable" ? parsed.problem : parsed.kind;
    };
    assert.equal(problemOf("{"), "It is not JSON.");
    for (const text of ["null", "[]", "5", '"text"', "{}"])
      assert.match(problemOf(text), /not a report|missing/);
    const run = { pipeline: "a", number: 5, verdict: "ok" };
    const problem = problemOf(JSON.stringify({ ...quietHour(), runs: [run] }));
    assert.equal(problem, "runs.0.number is missing or has a wrong value.");
  });

  it("is not shown when its numbers cannot be drawn, or when it would hold up the page", () => {
    const text = JSON.stringify(quietHour());
    for (const number of ["1e999", "-1e999", "1e300"])
      for (const key of ["from", "to", "runCount", "mean", "startTime"]) {
        const hostile = text.replace(new RegExp(`"${key}":[\\d.]+`), `"${key}":${number}`);
        assert.notEqual(hostile, text);
        assert.match(JSON.stringify(parseReport(hostile)), /unreadable.*missing or has a wrong value/);
      }
    const missedRuns = Array.from({ length: 10_001 }, (_, at) => ({ pipeline: "a", at }));
    assert.equal(parseReport(JSON.stringify({ ...quietHour(), missedRuns })).kind, "unreadable");
    const largest = text.padEnd(1024 * 1024);
    assert.equal(parseReport(largest).kind, "report");
    assert.deepEqual(parseReport(`${largest} `), { kind: "unreadable", problem: "It is larger than 1 MB." });
  });

  it("loses characters that reorder or conceal others, and the ends of endless texts, but of no URL", () => {
    const sentence = "x".repeat(10_000);
    const recoveries = [{ pipeline: "a", sentence: "works again", runUrl: `https://h/${sentence}` }];
    const report = { ...quietHour(), stage: "a\u202Eb\u200Bc", sentence, recoveries };
    assert.deepEqual(parseReport(JSON.stringify(report)), {
      kind: "report",
      report: { ...report, stage: "abc", sentence: `${"x".repeat(999)}…` },
    });
  });

  it("of another version is told apart from one that cannot be read", () => {
    assert.deepEqual(parseReport('{"version":2}'), { kind: "otherVersion", version: 2, isNewer: true });
    assert.deepEqual(parseReport('{"version":0}'), { kind: "otherVersion", version: 0, isNewer: false });
  });
});

describe("report cut to its size", () => {
  const cutToSize = (report: Report, maxBytes: number): Report =>
    report.kind === "monitor" ? cutMonitorReport(report, maxBytes) : cutDomainReport(report, maxBytes);

  const entriesOf = ({ leftOut: _, ...lists }: Report) =>
    Object.entries(lists).flatMap(([list, entries]) =>
      Array.isArray(entries) ? entries.map((entry) => `${list} ${JSON.stringify(entry)}`) : [],
    );

  const missingFrom = ({ leftOut = [] }: Report) => leftOut.reduce((sum, { count }) => sum + count, 0);

  /** What a report loses, in this order, the less room it has. Each cut of it fits, and counts what is missing. */
  function lossesOf(report: Report, lists: readonly string[]): string[] {
    // Room for `leftOut` is there from the beginning.
    const whole = { ...report, leftOut: lists.map((list) => ({ list, count: 1000 })) };
    const entries = entriesOf(whole);
    assert.equal(cutToSize(whole, bytesOf(whole)), whole);
    const lost = new Set<string>();
    for (let maxBytes = bytesOf(whole) - 1; lost.size < entries.length; maxBytes--) {
      const cut = cutToSize(whole, maxBytes);
      const kept = entriesOf(cut);
      assert.ok(bytesOf(cut) <= maxBytes, `${bytesOf(cut)} of ${maxBytes}`);
      assert.equal(missingFrom(cut), missingFrom(whole) + entries.length - kept.length);
      for (const entry of entries) if (!kept.includes(entry)) lost.add(entry);
    }
    return [...lost];
  }

  it("loses runs without an issue first, and of the others the least severe and earliest first", () => {
    const run = (pipeline: string, verdict: Verdict, finishTime?: number) => ({
      ...{ pipeline, verdict, number: "1" },
      ...(finishTime === undefined ? {} : { finishTime }),
    });
    const totals = (pipeline: string, issues: number) => ({ pipeline, issues, runs: 9, failures: 0 });
    const report: MonitorReport = {
      ...quietHour(),
      runs: [
        ...[run("early", "ok", 5), run("late", "ok", 6), run("idle", "notChecked", 9)],
        ...[run("slow", "ranTooLong", 9), run("stuck", "stuck")],
        ...[run("down", "failed", 5), run("new", "failed", 6)],
      ],
      missedRuns: [1, 3, 2].map((at) => ({ pipeline: `missed ${at}`, at })),
      otherIssues: ["few", "near"].map((sentence) => ({ sentence })),
      recoveries: ["up", "well"].map((pipeline) => ({ pipeline, sentence: "works again" })),
      rows: ["mended"].map((pipeline) => ({
        pipeline,
        sentence: "was run again",
        list: "Repairs",
        isGood: true,
      })),
      skippedChecks: ["history", "causes"],
      pipelines: [totals("one", 1), totals("three", 3), totals("none", 0)],
    };
    const name = (entry: string) => /"(?:pipeline":"|sentence":")?(.*?)"/.exec(entry)?.[1];
    const lists = ["skippedChecks", "otherIssues", "issues", "missedRuns", "recoveries", "repairs"];
    assert.deepEqual(lossesOf(report, [...lists, "pipelines", "runs"]).map(name), [
      ...["idle", "early", "late", "none", "one", "three", "mended", "well", "up"],
      ...["missed 1", "missed 2", "missed 3", "slow", "stuck", "down", "new", "near", "few"],
      ...["causes", "history"],
    ]);
  });

  it("of a domain loses the earliest changes first, and what is to be done last", () => {
    const { changes, attempts, stages, nextSteps } = purchase();
    const of = (list: string, entries: readonly unknown[]) =>
      entries.map((entry) => `${list} ${JSON.stringify(entry)}`);
    assert.deepEqual(lossesOf(purchase(), ["nextSteps", "attempts", "stages", "changes"]), [
      ...[...of("changes", changes), ...of("stages", stages.toReversed())],
      ...[...of("attempts", attempts), ...of("nextSteps", nextSteps.toReversed())],
    ]);
  });

  it("of a domain keeps the latest changes in their order, and every attempt as long as there is room", () => {
    const { changes, ...report } = purchase();
    const one = { count: 1, available: true };
    const many = Array.from({ length: 6000 }, (_, index) => ({ at: index, until: index, ...one }));
    const all = { ...report, changes: [...many, ...changes], leftOut: [{ list: "changes", count: 10 }] };
    const cut = cutDomainReport(all);
    assert.ok(bytesOf(cut) <= maxReportBytes && cut.changes.length < 6000);
    assert.deepEqual(cut.changes.slice(-changes.length), changes);
    assert.deepEqual(cut.attempts, report.attempts);
    // Ten more were left out before.
    assert.deepEqual(cut.leftOut, [{ list: "changes", count: 6016 - cut.changes.length }]);
    const first = cutDomainReport({ ...all, leftOut: undefined });
    assert.deepEqual(first.leftOut, [{ list: "changes", count: 6006 - first.changes.length }]);
  });
});

describe("where a report comes from", () => {
  it("is what the agent says of the job", () => {
    const origin = (variables: Record<string, string>) => readOrigin(memoryAgent({ variables }));
    const unknown = { project: undefined, stage: undefined, job: undefined, attempt: undefined };
    assert.deepEqual(origin({ "System.JobAttempt": "" }), unknown);
    for (const attempt of ["0", "-1", "1.5", "x"])
      assert.deepEqual(origin({ "System.JobAttempt": attempt }), unknown);
    const job = { "System.TeamProject": "Night Shift", "Agent.JobName": "check", "System.JobAttempt": "1" };
    const expected = { project: "Night Shift", stage: "nightly", job: "check", attempt: 1 };
    assert.deepEqual(origin({ ...job, "System.StageName": "nightly" }), expected);
    const stages = { "System.StageName": "nightly", "System.StageDisplayName": "Every night" };
    assert.deepEqual(origin({ ...job, ...stages }), { ...expected, stage: "Every night" });
  });
});

describe("a report of a run", () => {
  it("is attached as data for the tab, and as a page for download", () => {
    const agent = memoryAgent();
    const attached: string[][] = [];
    attachReport({ ...agent, attachReport: (...of) => void attached.push(of) }, "check", quietHour());
    const text = JSON.stringify(quietHour());
    assert.deepEqual(attached, [["pipeline-keeper.report", "check.json", text]]);
    assert.deepEqual(Object.keys(agent.pages), ["check-report.html"]);
    assert.ok(agent.pages["check-report.html"]?.includes(text));
  });

  it("is offered as a page although its data cannot be written", () => {
    const agent = memoryAgent();
    attachReport({ ...agent, attachReport: fullDisk }, "check", quietHour());
    assert.deepEqual(agent.warnings, ["Could not write the tab of the run's page: ENOSPC"]);
    assert.deepEqual(Object.keys(agent.pages), ["check-report.html"]);
  });
});

describe("standalone page", () => {
  const place = '<script type="application/json" id="report"></script>';

  it("holds the report, whatever it says, as JSON that ends no element", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const hostile = `${text}</script><!-- $& $1 \u2028`;
        const page = fillPage(`before${place}after`, JSON.stringify({ text: hostile }));
        const [, json = ""] = /^before<script[^>]*>(.*)<\/script>after$/su.exec(page) ?? [];
        assert.doesNotMatch(json, /<|\u2028/);
        assert.deepEqual(JSON.parse(json), { text: hostile });
      }),
    );
    assert.equal(jsonForHtml('"</x"'), '"\\u003c/x"');
  });

  it("is not made from a page that has no place for a report, or two", () => {
    for (const page of ["", place + place])
      assert.throws(() => fillPage(page, "{}"), /no place for a report/);
  });
});

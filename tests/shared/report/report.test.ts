import assert from "node:assert/strict";
import fc from "fast-check";
import { cutDomainReport } from "../../../shared/report/cut-domain";
import { maxReportBytes } from "../../../shared/report/cut-lists";
import { cutMonitorReport } from "../../../shared/report/cut-monitor";
import { isIssue } from "../../../shared/report/form";
import { parseReport } from "../../../shared/report/parse";
import type { Report } from "../../../shared/report/schema";
import { fillPage, jsonForHtml } from "../../../shared/report/standalone-page";
import { hourOf, purchase, quietHour, unknownPurchase } from "../../tab/example-reports";

const missingFrom = ({ leftOut = [] }: Report, list: string) =>
  leftOut.find((one) => one.list === list)?.count ?? 0;
const cutToSize = (report: Report, maxBytes?: number): Report =>
  report.kind === "monitor" ? cutMonitorReport(report, maxBytes) : cutDomainReport(report, maxBytes);
const bytesOf = (report: Report) => Buffer.byteLength(JSON.stringify(report));

describe("report", () => {
  it("is read as it was written, members of later versions dropped", () => {
    for (const report of [hourOf(40), quietHour(), purchase(), unknownPurchase()])
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
    assert.equal(
      problemOf(JSON.stringify({ ...quietHour(), runs: [run] })),
      "runs.0.number is missing or has a wrong value.",
    );
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
    const large = JSON.stringify({ ...quietHour(), skippedChecks: ["x".repeat(8e6)] });
    assert.deepEqual(parseReport(large), { kind: "unreadable", problem: "It is larger than 1 MB." });
  });

  it("loses characters that reorder or conceal others, and the ends of endless texts", () => {
    const sentence = "x".repeat(10_000);
    const parsed = parseReport(JSON.stringify({ ...quietHour(), stage: "a\u202Eb\u200Bc", sentence }));
    assert.ok(parsed.kind === "report");
    assert.equal(parsed.report.stage, "abc");
    assert.equal(parsed.report.sentence.length, 1000);
  });

  it("of another version is told apart from one that cannot be read", () => {
    assert.deepEqual(parseReport('{"version":2}'), { kind: "otherVersion", version: 2, isNewer: true });
    assert.deepEqual(parseReport('{"version":0}'), { kind: "otherVersion", version: 0, isNewer: false });
  });
});

describe("report cut to its size", () => {
  it("stays as it is where it fits", () => {
    const report = hourOf(40);
    assert.equal(cutToSize(report), report);
  });

  it("fits any size that its fixed part fits, stays valid, and counts what is missing", () => {
    const reports = [hourOf(60, 12, 3), purchase()];
    fc.assert(
      fc.property(fc.constantFrom(...reports), fc.integer({ min: 1200, max: 30_000 }), (report, maxBytes) => {
        const cut = cutToSize(report, maxBytes);
        assert.ok(bytesOf(cut) <= maxBytes, `${bytesOf(cut)} of ${maxBytes}`);
        assert.equal(parseReport(JSON.stringify(cut)).kind, "report");
        if (cut.kind === "monitor" && report.kind === "monitor") {
          const missing = missingFrom(cut, "runs") + missingFrom(cut, "issues");
          assert.equal(cut.runs.length + missing, report.runs.length);
        }
      }),
    );
  });

  it("keeps the worst runs, and of equally bad ones the latest", () => {
    const report = hourOf(5000);
    const cut = cutToSize(report);
    assert.ok(cut.kind === "monitor");
    assert.ok(bytesOf(cut) <= maxReportBytes && bytesOf(cut) > maxReportBytes - 2000);
    const wrong = report.runs.filter(({ verdict }) => isIssue(verdict)).length;
    assert.equal(
      cut.runs.filter(({ verdict }) => isIssue(verdict)).length + missingFrom(cut, "issues"),
      wrong,
    );
    const times = (verdict: string) =>
      cut.runs.filter((run) => run.verdict === verdict).map(({ finishTime = 0 }) => finishTime);
    for (const verdict of ["failed", "ok"])
      assert.deepEqual(
        times(verdict),
        times(verdict).toSorted((one, other) => other - one),
      );
  });

  it("of a domain keeps the latest changes in their order, and every attempt as long as there is room", () => {
    const { changes, ...report } = purchase();
    const many = Array.from({ length: 6000 }, (_, index) => ({
      at: index,
      until: index,
      count: 1,
      available: true,
    }));
    const all = { ...report, changes: [...many, ...changes], leftOut: [{ list: "changes", count: 10 }] };
    const cut = cutDomainReport(all);
    assert.ok(bytesOf(cut) <= maxReportBytes && cut.changes.length < 6000);
    assert.deepEqual(cut.changes.slice(-changes.length), changes);
    assert.deepEqual(cut.attempts, report.attempts);
    // Ten more were left out before.
    assert.equal(cut.changes.length + missingFrom(cut, "changes"), 6016);
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

import { bytesOf, entriesThatFit, maxReportBytes, merged } from "./cut-lists";
import { isIssue, severityOf } from "./form";
import type { MonitorReport } from "./schema";

/**
 * Cuts lists so that the JSON has at most `maxBytes` bytes. Keeps the worst runs; among equals, the latest.
 * `leftOut` says how many entries of each list are missing. Everything outside the lists stays.
 */
export function cutMonitorReport(report: MonitorReport, maxBytes = maxReportBytes): MonitorReport {
  if (bytesOf(report) <= maxBytes) return report;
  const runs = [...report.runs].sort(
    (one, other) =>
      severityOf(one.verdict) - severityOf(other.verdict) || (other.finishTime ?? 0) - (one.finishTime ?? 0),
  );
  const issueEnd = runs.filter(({ verdict }) => isIssue(verdict)).length;
  const { otherIssues, skippedChecks, recoveries } = report;
  const missedRuns = [...report.missedRuns].sort((one, other) => other.at - one.at);
  const pipelines = [...report.pipelines].sort((one, other) => other.issues - one.issues);
  const empty = { ...report, runs: [], otherIssues: [], skippedChecks: [], recoveries: [] };
  const fitted = entriesThatFit({ ...empty, missedRuns: [], pipelines: [] }, maxBytes, [
    ["skippedChecks", skippedChecks],
    ["otherIssues", otherIssues],
    ["issues", runs.slice(0, issueEnd)],
    ["missedRuns", missedRuns],
    ["recoveries", recoveries],
    ["pipelines", pipelines],
    ["runs", runs.slice(issueEnd)],
  ]);
  const kept = (name: string) => fitted.kept.get(name) ?? 0;
  return {
    ...report,
    skippedChecks: skippedChecks.slice(0, kept("skippedChecks")),
    otherIssues: otherIssues.slice(0, kept("otherIssues")),
    runs: [...runs.slice(0, kept("issues")), ...runs.slice(issueEnd, issueEnd + kept("runs"))],
    missedRuns: missedRuns.slice(0, kept("missedRuns")),
    recoveries: recoveries.slice(0, kept("recoveries")),
    pipelines: pipelines.slice(0, kept("pipelines")),
    leftOut: merged(report.leftOut, fitted.leftOut),
  };
}

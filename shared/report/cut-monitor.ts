import { bytesOf, fitLists, maxReportBytes } from "./cut-lists";
import { isProblem, severityOf } from "./form";
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
  const issues = runs.filter(({ verdict }) => isProblem(verdict));
  const quiet = runs.filter(({ verdict }) => !isProblem(verdict));
  const { problems, otherIssues, skippedChecks, recoveries, rows } = report;
  const missedRuns = [...report.missedRuns].sort((one, other) => other.at - one.at);
  const pipelines = [...report.pipelines].sort((one, other) => other.issues - one.issues);
  const { kept, leftOut } = fitLists(report, maxBytes, [
    ["skippedChecks", skippedChecks],
    ["problems", problems],
    ["otherIssues", otherIssues],
    ["issues", issues],
    ["missedRuns", missedRuns],
    ["recoveries", recoveries],
    ["rows", rows],
    ["pipelines", pipelines],
    ["runs", quiet],
  ]);
  return {
    ...report,
    skippedChecks: kept(skippedChecks),
    problems: kept(problems),
    otherIssues: kept(otherIssues),
    runs: [...kept(issues), ...kept(quiet)],
    missedRuns: kept(missedRuns),
    recoveries: kept(recoveries),
    rows: kept(rows),
    pipelines: kept(pipelines),
    leftOut,
  };
}

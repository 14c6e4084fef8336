import type { DomainReport, MonitorReport, Report } from "./schema";
import { isIssue, severityOf } from "./severity";

/** The largest attachment: a page has to fetch and parse it while somebody waits. */
export const maxReportBytes = 256 * 1024;

/** The lists of a report that can be cut, the most important first. Entries stand worst and latest first. */
type Lists = readonly (readonly [name: string, entries: readonly object[] | readonly string[]])[];

/**
 * Returns the report with its lists cut so that its JSON has at most `maxBytes` bytes. Keeps the worst runs,
 * and of equally bad ones the latest. `leftOut` says how many entries of each list are missing. What is not
 * in a list is never cut.
 */
export function cutToSize(report: Report, maxBytes = maxReportBytes): Report {
  if (bytesOf(report) <= maxBytes) return report;
  return report.kind === "monitor" ? cutMonitor(report, maxBytes) : cutDomain(report, maxBytes);
}

function cutMonitor(report: MonitorReport, maxBytes: number): MonitorReport {
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

function cutDomain(report: DomainReport, maxBytes: number): DomainReport {
  const latest = [...report.changes].reverse();
  const attempts = [...report.attempts].reverse();
  const { stages, nextSteps } = report;
  const fitted = entriesThatFit(
    { ...report, changes: [], attempts: [], stages: [], nextSteps: [] },
    maxBytes,
    [
      ["nextSteps", nextSteps],
      ["attempts", attempts],
      ["stages", stages],
      ["changes", latest],
    ],
  );
  const kept = (name: string) => fitted.kept.get(name) ?? 0;
  return {
    ...report,
    nextSteps: nextSteps.slice(0, kept("nextSteps")),
    attempts: attempts.slice(0, kept("attempts")).reverse(),
    stages: stages.slice(0, kept("stages")),
    changes: latest.slice(0, kept("changes")).reverse(),
    leftOut: merged(report.leftOut, fitted.leftOut),
  };
}

type LeftOut = NonNullable<Report["leftOut"]>;

/** Returns what was left out before and now, one entry for each list. */
function merged(before: LeftOut = [], now: LeftOut): LeftOut {
  const counts = new Map<string, number>();
  for (const { list, count } of [...before, ...now]) counts.set(list, (counts.get(list) ?? 0) + count);
  return [...counts].map(([list, count]) => ({ list, count }));
}

/** Returns how many entries of each list fit beside the rest of the report, the first lists first. */
function entriesThatFit(rest: Report, maxBytes: number, lists: Lists) {
  // Room for `leftOut` itself, with every count at its largest.
  const everything = merged(
    rest.leftOut,
    lists.map(([list, { length }]) => ({ list, count: length })),
  );
  let room = maxBytes - bytesOf({ ...rest, leftOut: everything });
  const kept = new Map<string, number>();
  for (const [name, entries] of lists) {
    let fits = 0;
    for (const entry of entries) {
      const bytes = bytesOf(entry) + 1;
      if (bytes > room) break;
      room -= bytes;
      fits++;
    }
    kept.set(name, fits);
  }
  const missing = lists.map(([list, { length }]) => ({ list, count: length - (kept.get(list) ?? 0) }));
  return { kept, leftOut: missing.filter(({ count }) => count > 0) };
}

const encoder = new TextEncoder();

function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}

import { bytesOf, entriesThatFit, maxReportBytes, merged } from "./cut-lists";
import type { DomainReport } from "./schema";

/**
 * Cuts lists so that the JSON has at most `maxBytes` bytes. Keeps the latest changes and purchase attempts. `leftOut`
 * says how many entries of each list are missing. Everything outside the lists stays.
 */
export function cutDomainReport(report: DomainReport, maxBytes = maxReportBytes): DomainReport {
  if (bytesOf(report) <= maxBytes) return report;
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

import { bytesOf, fitLists, maxReportBytes } from "./cut-lists";
import type { DomainReport } from "./schema";

/**
 * Cuts lists so that the JSON has at most `maxBytes` bytes. Keeps the latest changes and purchase attempts. `leftOut`
 * says how many entries of each list are missing. Everything outside the lists stays.
 */
export function cutDomainReport(report: DomainReport, maxBytes = maxReportBytes): DomainReport {
  if (bytesOf(report) <= maxBytes) return report;
  const changes = [...report.changes].reverse();
  const attempts = [...report.attempts].reverse();
  const { stages, nextSteps } = report;
  const { kept, leftOut } = fitLists(report, maxBytes, [
    ["nextSteps", nextSteps],
    ["attempts", attempts],
    ["stages", stages],
    ["changes", changes],
  ]);
  return {
    ...report,
    nextSteps: kept(nextSteps),
    attempts: kept(attempts).reverse(),
    stages: kept(stages),
    changes: kept(changes).reverse(),
    leftOut,
  };
}

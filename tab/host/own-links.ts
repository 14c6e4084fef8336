import { isBelow } from "../../shared/azure-devops/organization";
import type { Report } from "../../shared/report/schema";

/**
 * A report without links to runs and logs that lead out of the organization. Whoever may push a branch may attach a report, and
 * readers believe that such a link stays in Azure DevOps.
 */
export function withOwnLinks(report: Report, organization: string): Report {
  if (report.kind !== "monitor") return report;
  const isOwn = (url: string) => URL.canParse(url) && isBelow(new URL(url), new URL(organization));
  const own = <Row extends { runUrl?: string | undefined; logUrl?: string | undefined }>({
    runUrl,
    logUrl,
    ...row
  }: Row) => ({
    ...row,
    ...(runUrl !== undefined && isOwn(runUrl) ? { runUrl } : {}),
    ...(logUrl !== undefined && isOwn(logUrl) ? { logUrl } : {}),
  });
  const { problems, runs, recoveries, rows } = report;
  return {
    ...report,
    problems: problems.map(own),
    runs: runs.map(own),
    recoveries: recoveries.map(own),
    rows: rows.map(own),
  };
}

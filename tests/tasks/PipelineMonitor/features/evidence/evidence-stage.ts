import type { Sanitize } from "../../../../../shared/text/sanitize";
import { evidenceLines } from "../../../../../tasks/PipelineMonitor/features/evidence/evidence";
import { type Issue, issueOf } from "../../../../../tasks/PipelineMonitor/issue/issue";
import type { Report, ToldProject } from "../../../../../tasks/PipelineMonitor/issue/report";
import { sanitize } from "../../../../sanitize";
import { failedRun } from "../../failed-run";
import { knownEntry } from "../../known-entry";
import { projectReport, reportOn } from "../../report-stage";

export const failed = { code: "failed", severity: "failure", rank: 0, tally: "failed" } as const;

/** Seconds since 1970: an hour before the report of the stage. */
export const anHourBefore = Date.UTC(2026, 10, 20, 2, 19) / 1000;

/** A problem that lasts, of a run that failed. */
export function lastingFailure(changes: Partial<Issue> = {}, run: Parameters<typeof failedRun>[0] = {}) {
  const issue = issueOf({ ...failed, verdict: "failed" }, { run: failedRun(run) }, [{ words: "failed" }], {
    ...changes,
  });
  return { entry: knownEntry(issue, anHourBefore) };
}

export function linesOf(
  changes: Partial<ToldProject>,
  whole: Partial<Report> = {},
  by: Sanitize = sanitize,
): string[] {
  return evidenceLines(reportOn([projectReport(changes)], whole), by);
}

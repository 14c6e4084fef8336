import pMap from "p-map";
import { maxConnections } from "../../../../shared/azure-devops/client";
import type { Run } from "../../../../shared/azure-devops/records";
import { placeOfLine } from "../../../../shared/azure-devops/timeline";
import { readCauseLine } from "../../causes/cause-line";
import { explanationOf, findReason, needsTimeline } from "../../causes/reason";
import { fitToShow, safeLine } from "../../causes/safe-line";
import type { Config } from "../../config/parse";
import type { Context } from "../../issue/context";
import { type Issue, isOfFailedRun, pipelineNameOf, runOf } from "../../issue/issue";
import { pipelineKey } from "../../issue/journal";
import type { OptionalStage, ProjectReport } from "../../issue/report";
import type { LogReader } from "../../logs/log-search";
import type { ReadOnAllowance } from "../../logs/read-on";
import { withTimelines } from "../../logs/timelines";

/**
 * Says why runs failed, by their logs and timelines. Enabled by `explain_failures`, `group_causes` and `known_issues`.
 */
export const explained: OptionalStage = {
  name: "causes of failures",
  isEnabled: ({ config }) =>
    [undefined, ...config.pipelines.byName.keys()].some((name) => isAsked(config, name)),
  run: explainFailures,
};

/** Whether the configuration asks why runs of a pipeline fail; undefined for those without an entry. */
function isAsked({ keys, pipelines }: Config, pipeline: string | undefined): boolean {
  const { knownIssues } = pipeline === undefined ? pipelines.defaults : pipelines.entryFor(pipeline);
  return keys.explain_failures === true || keys.group_causes === true || knownIssues.length > 0;
}

/** The search for logs reads them in this way, so that it finds the cause too. */
export function causeReader(
  report: ProjectReport,
  context: Context,
  allowance: ReadOnAllowance,
): (issue: Issue) => LogReader | undefined {
  const { clock, cancelled } = context;
  return (issue) =>
    isAsked(report.config, pipelineNameOf(issue)) && isOfFailedRun(issue)
      ? async (log) => {
          const line = await readCauseLine(log, clock, cancelled, allowance);
          return { holdsError: line !== undefined, line, lineNumber: line?.number };
        }
      : undefined;
}

/**
 * Adds the reason to the issues of failed runs. It comes from the log that was read anyway, or else from the run's
 * timeline. If a timeline cannot be read, the line says so. Throws if the step is cancelled.
 */
export async function explainFailures(report: ProjectReport, context: Context): Promise<ProjectReport> {
  const { sanitize } = context.agent;
  const issues = await withTimelines(context, (read) => {
    const shared = new Map<string, { id: number; timeline: ReturnType<typeof read> }>();
    // The latest run comes first. Earlier ones of its branch that ended with the same line failed for the same reason.
    const timelineOf = (run: Run, line: string | undefined) => {
      if (line === undefined) return { id: run.id, timeline: read(run.id) };
      const key = JSON.stringify([pipelineKey(run), run.branch, line]);
      const one = shared.get(key) ?? { id: run.id, timeline: read(run.id) };
      shared.set(key, one);
      return one;
    };
    const explained = async (issue: Issue): Promise<Issue> => {
      const run = runOf(issue);
      if (run === undefined || !isOfFailedRun(issue) || !isAsked(report.config, run.pipeline)) return issue;
      const { line, choice, note } = issue.links;
      const causeLine = line && fitToShow(line, sanitize);
      const { knownIssues } = report.config.pipelines.entryFor(run.pipeline);
      const isRead = needsTimeline(causeLine, knownIssues);
      const last = isRead ? timelineOf(run, causeLine?.text) : undefined;
      const timeline = await last?.timeline;
      const errors = timeline?.errors.map((error) => ({
        ...error,
        message: safeLine(error.message, sanitize),
      }));
      const reason = findReason(run.result, causeLine, errors, knownIssues);
      const lineNumber = reason?.number ?? line?.number;
      const isUnread = isRead && timeline === undefined;
      const notes = [note, isUnread ? "its timeline could not be read" : ""].filter((text) => text !== "");
      const place =
        last?.id === run.id &&
        timeline &&
        choice?.logId !== undefined &&
        placeOfLine(timeline, choice.logId, lineNumber);
      const links = {
        ...{ ...issue.links, note: notes.join(", "), lineNumber },
        // A second reading would find no more.
        ...(last?.id === run.id ? { place: place || ("unknown" as const) } : {}),
      };
      return { ...issue, links, explanation: reason && explanationOf(reason, issue, report.config.keys) };
    };
    return pMap(report.issues, explained, { concurrency: maxConnections });
  });
  return { ...report, issues };
}

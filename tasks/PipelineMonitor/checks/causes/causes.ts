import pMap from "p-map";
import { maxConnections } from "../../../../shared/azure-devops/client";
import type { TimelineError } from "../../../../shared/azure-devops/timeline";
import { messageOf } from "../../../../shared/errors";
import type { Context } from "../../issue/context";
import { type Issue, isOfFailedRun, runOf } from "../../issue/issue";
import type { OptionalStage, ProjectReport } from "../../issue/report";
import type { LogReader } from "../../rules/log-search";
import { readCauseLine } from "./cause-line";
import { explanationOf, findReason, needsTimeline } from "./reason";
import { fitToShow, safeLine } from "./safe-line";

/** Says why runs failed, by their logs and timelines. Enabled by `explain_failures` and `group_causes`. */
export const causes: OptionalStage = {
  name: "causes of failures",
  isEnabled: ({ config: { keys } }) => keys.explain_failures === true || keys.group_causes === true,
  run: explainFailures,
};

/** A tenth of the time for the log search. */
const readOnSeconds = 60;

/** The search for logs reads them in this way, so that it finds the cause too. */
export function causeReader(
  report: ProjectReport,
  { clock, cancelled }: Context,
): (issue: Issue) => LogReader | undefined {
  const allowance = { leftSeconds: readOnSeconds };
  return (issue) =>
    causes.isEnabled(report) && isOfFailedRun(issue)
      ? async (log) => (await readCauseLine(log, clock, cancelled, allowance)) ?? false
      : undefined;
}

/**
 * Adds the reason to the issues of failed runs. It comes from the log that was read anyway, or else from the run's
 * timeline. If a timeline cannot be read, the line says so. Throws if the step is cancelled.
 */
export async function explainFailures(report: ProjectReport, context: Context): Promise<ProjectReport> {
  const { agent, cancelled, service, time } = context;
  const { signal, end } = time.limit(cancelled);
  const explained = async (issue: Issue): Promise<Issue> => {
    const run = runOf(issue);
    if (run === undefined || !isOfFailedRun(issue)) return issue;
    const { line } = issue.links;
    const causeLine = line && fitToShow(line, agent.sanitize);
    let timeline: TimelineError[] | undefined;
    const notes = [issue.links.note].filter((note) => note !== "");
    try {
      if (needsTimeline(causeLine)) {
        const errors = await service.timelineErrors(run.id, signal);
        timeline = errors.map((error) => ({ ...error, message: safeLine(error.message, agent.sanitize) }));
      }
    } catch (error) {
      cancelled.throwIfAborted();
      if (!signal.aborted)
        agent.print(`The timeline of run ${run.id} could not be read: ${messageOf(error)}`);
      notes.push("its timeline could not be read");
    }
    const reason = findReason(run.result, causeLine, timeline);
    const links = { ...issue.links, note: notes.join(", ") };
    return { ...issue, links, explanation: reason && explanationOf(reason, issue, report.config.keys) };
  };
  const timeUp = () => {
    if (!cancelled.aborted)
      agent.print("The time for optional checks is up; the remaining timelines were not read.");
  };
  signal.addEventListener("abort", timeUp, { once: true });
  try {
    return { ...report, issues: await pMap(report.issues, explained, { concurrency: maxConnections }) };
  } finally {
    signal.removeEventListener("abort", timeUp);
    end();
  }
}

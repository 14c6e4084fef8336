import { messageOf } from "../../shared/errors";
import { activeRuns } from "./checks/active-runs";
import { causeReader, causes } from "./checks/causes/causes";
import { history } from "./checks/history/history";
import { lastErrorReader, logPages } from "./checks/log-pages";
import { missingRuns } from "./checks/missing-runs";
import { runLimits } from "./checks/run-limits";
import { learnedSchedules, scheduleNotes } from "./checks/schedules/learn";
import { unfinishedRuns } from "./checks/unfinished-runs";
import type { Setup } from "./config/setup";
import { type Followed, followUp, readableOf } from "./follow-up";
import type { Context } from "./issue/context";
import { isOfIssues } from "./issue/issue";
import { ownTarget, whatWasReported } from "./issue/memory";
import { type OptionalStage, type ProjectReport, type Report, runOptional } from "./issue/report";
import { earliestOf } from "./issue/window";
import type { PagedTarget } from "./pages";
import { checkProjects, findProjects, type OtherProjects } from "./projects";
import { renderIssueLine } from "./render/lines";
import { renderMessageText, renderTable } from "./render/log";
import { composeMessage, quietText } from "./render/message";
import { attachReports } from "./render/report-text";
import { renderSummary } from "./render/summary";
import { deliver, deliveredToAll, findReports, memoryOfTarget, tell } from "./reports";
import { findLogs } from "./rules/log-search";
import { openList, readRuns } from "./rules/run-list";
import { outOfHours, withWaited } from "./silence/business-hours";
import { knownProblems } from "./silence/known-problems";
import { type LastReports, lastTo, readLastReports, windowOf } from "./silence/last-report";
import { inOrder, silence, withOwners } from "./silence/marks";
import { readReleased } from "./silence/released";
import { knownToAny, limitsToldToAll, routedElsewhere } from "./silence/views";
import { type Informed, type Target, type Views, viewsOf } from "./targets";

/** Given to a run of the monitor besides its context. */
export interface Watch extends Followed, Pick<Setup, "onIssues" | "origin"> {
  /** The other projects of the organization; undefined if the configuration names none. */
  others: OtherProjects | undefined;
  /** The targets besides the step's own webhook. */
  routes: readonly Target[];
  /** The paging service; undefined if the configuration names none. */
  paged: PagedTarget | undefined;
}

/**
 * The optional checks. Stuck runs come first, because what they read changes by the minute. Optional requests come
 * after those of the rules: if the service asks for a pause after one, the rules are not delayed.
 */
export const checks: readonly OptionalStage[] = [
  unfinishedRuns,
  learnedSchedules,
  activeRuns,
  missingRuns,
  runLimits,
  causes,
  history,
];

const isUsed = ({ config }: ProjectReport) => config.alerts.isUsed;

/** These stages mark issues that the message leaves out, if the configuration says how people learn of issues. */
const alerts: readonly OptionalStage[] = [
  scheduleNotes,
  {
    name: "the alert settings",
    isEnabled: isUsed,
    run: async (report, { isMention }) => silence(withOwners(withWaited(report), isMention)),
  },
  routedElsewhere,
  {
    name: whatWasReported,
    isEnabled: isUsed,
    run: async (report) => inOrder(outOfHours(knownProblems(report))),
  },
];

/** How long logs may be read beyond their first `error`: a tenth of the time for the log search. */
const readOnSeconds = 60;

/** Adds logs to the issues of the rules, and then what each enabled stage finds. */
export async function completeReport(
  read: ProjectReport,
  context: Context,
  stages: readonly OptionalStage[] = [...checks, ...alerts, logPages],
): Promise<ProjectReport> {
  const allowance = { leftSeconds: readOnSeconds };
  const [causeOf, lastError] = [causeReader(read, context, allowance), lastErrorReader(context, allowance)];
  const issues = await findLogs(read.issues, (issue) => causeOf(issue) ?? lastError, context);
  let report: ProjectReport = { ...read, issues };
  for (const stage of stages) report = await runOptional(stage, report, context);
  return report;
}

/**
 * Runs the monitor in the order of the specification's rules: list, check, explain, print, post. Throws if
 * the list of runs cannot be read to its end; then it reports nothing. All targets share one reading, and each gets what it
 * has not been told.
 */
export async function monitor(watch: Watch, context: Context): Promise<Report> {
  const { config, origin, ownRun, form } = watch;
  const { agent } = context;
  const startedAt = context.clock.now();
  const reports = await readLastReports(config, watch.ownPipeline, context);
  const targets = targetsOf(watch, reports, context);
  const checked = await checkForAll(watch, targets, { startedAt, reports }, context);
  const hour = { config, origin, startedAt, ownPipeline: readableOf(watch.ownPipeline), ...checked };
  const { byTarget, whole } = findReports(targets, hour, context);
  const composed = { ...whole, ...(await composeMessage(whole, form, ownRun, context)) };
  const isComplete = checked.isListed && checked.unread.length === 0;
  const quiet = quietText(composed.projects, isComplete, agent.sanitize);
  print({ ...composed, quiet }, watch, context);
  const told =
    targets.length === 1
      ? [await deliver(composed.message, { name: "", post: watch.post }, config, context)]
      : await Promise.all(byTarget.map(({ target, found }) => tell(target, found, ownRun, context)));
  const posted: Report = { ...composed, quiet, delivered: deliveredToAll(told) };
  agent.summary("Pipeline Monitor", renderSummary(posted, agent.sanitize));
  attach(posted, context);
  const remembered = byTarget.flatMap(({ target, found }, index) => {
    const one = told[index];
    if (one === undefined) return [];
    return [[target.target.id, memoryOfTarget(target, reports, { ...posted, ...found }, one)] as const];
  });
  return followUp(posted, { told, reports, byTarget: new Map(remembered) }, watch, context);
}

/** The step's own webhook, the routes and the paging service, each with what it was told before. */
function targetsOf(watch: Watch, reports: LastReports, context: Context): Informed[] {
  const { form, post, routes, paged } = watch;
  const { isMention, takes, opensLogPages } = context;
  const own = { id: ownTarget, name: "", form, post, isMention, takes, opensLogPages };
  return [own, ...routes, ...(paged === undefined ? [] : [paged])].map((target) => ({
    target,
    last: lastTo(target.id, reports),
  }));
}

/** Reads and checks each project once, for all targets. */
async function checkForAll(
  { config, others }: Watch,
  targets: readonly Informed[],
  { startedAt, reports }: { startedAt: number; reports: LastReports },
  context: Context,
): Promise<Pick<Report, "unread" | "isListed"> & { views: Views[] }> {
  const opensLogPages = targets.some(({ target }) => target.opensLogPages);
  const { configs, isListed } = await findProjects(config, others, context);
  const { projects: views, unread } = await checkProjects(configs, others, context, {
    begin: (one, of) =>
      openList(
        (now) => earliestOf(targets.map(({ last }) => windowOf(one, last)(now))),
        startedAt,
        of,
        reports.memories?.metrics?.until,
      ),
    async complete(list, one, of) {
      const { now } = list.window;
      const inWindows = targets.map((target) => ({ ...target, window: windowOf(one, target.last)(now) }));
      const known = knownToAny(one, targets);
      const released = await readReleased(one, list.window, known, of);
      const before = { known, released, limitsUntil: limitsToldToAll(inWindows) };
      const read = await readRuns(one, list, of, before);
      const found = await completeReport(read, { ...of, opensLogPages }, checks);
      return viewsOf(found, inWindows, [...alerts, logPages], of);
    },
  });
  return { views, unread, isListed };
}

/** The page of a run shows ten issues of a kind. The step's result is one, and an undelivered message may be another. */
const maxListedIssues = 8;
const issueKinds = { succeed: undefined, warn: "warning", fail: "error" } as const;

/**
 * Prints the message (rule 7), or the line in its place, and lists its issues on the run's page. A product's message stands
 * below a table of the pipelines, without its addresses.
 */
function print(
  { message, quiet, projects }: Pick<Report, "message" | "quiet" | "projects">,
  { onIssues, form }: Watch,
  { agent }: Context,
): void {
  const { lines, footerLines = [] } = message;
  if (form === "product") for (const line of renderTable(projects, agent.sanitize)) agent.print(line);
  for (const line of lines.length === 0 ? [quiet] : renderMessageText(message, form, agent.sanitize))
    agent.print(line);
  const kind = issueKinds[onIssues];
  const listed = [...lines, ...footerLines].filter((line) => isOfIssues(line) && line.urgency !== "info");
  if (kind !== undefined)
    for (const line of listed.slice(0, maxListedIssues))
      agent.issue(kind, renderIssueLine(line, agent.sanitize));
}

/** Attaches the reports for the tab. If that fails, logs a warning. */
function attach(report: Report, { agent }: Context): void {
  try {
    attachReports(report, agent);
  } catch (error) {
    agent.warn(`Could not create the report for the run's page: ${messageOf(error)}`);
  }
}

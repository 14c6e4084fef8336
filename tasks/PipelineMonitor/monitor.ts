import type { Posted } from "../../shared/chat/delivery";
import type { Message, MessageForm } from "../../shared/chat/message";
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
import { tellDigest } from "./digest/weekly-digest";
import type { Context } from "./issue/context";
import { isOfIssues } from "./issue/issue";
import { type Memories, type OwnPipeline, ownTarget, whatWasReported } from "./issue/memory";
import { type OptionalStage, type ProjectReport, type Report, runOptional, type Told } from "./issue/report";
import { earliestOf } from "./issue/window";
import { countMetrics, type Metrics } from "./metrics/count";
import type { PagedTarget } from "./pages";
import { checkProjects, findProjects, type OtherProjects } from "./projects";
import { renderIssueLine } from "./render/lines";
import { renderMessageText, renderTable } from "./render/log";
import { composeMessage, quietText } from "./render/message";
import { attachReports } from "./render/report-text";
import { renderSummary } from "./render/summary";
import { deliver, findReports, memoryOfTarget, tell, toldToAll } from "./reports";
import { findLogs } from "./rules/log-search";
import { openList, readRuns } from "./rules/run-list";
import { outOfHours, withWaited } from "./silence/business-hours";
import { knownProblems } from "./silence/known-problems";
import { type LastReports, lastTo, readLastReports, windowOf } from "./silence/last-report";
import { inOrder, silence, withOwners } from "./silence/marks";
import { memoryName, memoryType, renderMemories } from "./silence/memory-file";
import { readReleased } from "./silence/released";
import { knownToAny, limitsToldToAll, routedElsewhere } from "./silence/views";
import { type Informed, type Target, viewsOf } from "./targets";

/** Given to a run of the monitor besides its context. */
export interface Watch extends Pick<Setup, "config" | "onIssues" | "ownRun" | "origin"> {
  /** The other projects of the organization; undefined if the configuration names none. */
  others: OtherProjects | undefined;
  /**
   * The monitor's own pipeline, whose last report says where the window begins and what was told, or why it cannot be
   * read; undefined if nothing depends on it.
   */
  ownPipeline: OwnPipeline | { unknown: string } | undefined;
  /** The form of the message. */
  form: MessageForm;
  /** Posts a message to the chat, in parts if it is long. Throws only if the step is cancelled. */
  post: (message: Message) => Promise<Posted>;
  /** The targets besides the step's own webhook. */
  routes: readonly Target[];
  /** The paging service; undefined if the configuration names none. */
  paged: PagedTarget | undefined;
  /** Sends figures of all runs; undefined if the configuration asks for none. Throws only if the step is cancelled. */
  sendMetrics: ((metrics: Metrics) => Promise<void>) | undefined;
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
  const { config, others, ownRun, form, post } = watch;
  const { agent, isMention, takes } = context;
  const startedAt = context.clock.now();
  const reports = await readLastReports(config, watch.ownPipeline, context);
  const own = { id: ownTarget, name: "", form, post, isMention, takes, opensLogPages: context.opensLogPages };
  const targets = [own, ...watch.routes, ...(watch.paged === undefined ? [] : [watch.paged])].map(
    (target): Informed => ({ target, last: lastTo(target.id, reports) }),
  );
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
  const ownPipeline = readableOf(watch.ownPipeline);
  const hour = { config, origin: watch.origin, unread, isListed, views, startedAt, ownPipeline };
  const { byTarget, whole } = findReports(targets, hour, context);
  const composed = { ...whole, ...(await composeMessage(whole, form, ownRun, context)) };
  const isComplete = isListed && unread.length === 0;
  const quiet = quietText(composed.projects, isComplete, agent.sanitize);
  print({ ...composed, quiet }, watch, context);
  const told =
    targets.length === 1
      ? [await deliver(composed.message, own, config, context)]
      : await Promise.all(byTarget.map(({ target, found }) => tell(target, found, ownRun, context)));
  const posted: Report = { ...composed, quiet, ...toldToAll(told) };
  agent.summary("Pipeline Monitor", renderSummary(posted, agent.sanitize));
  const marked = markedPipeline(told, reports, watch);
  // A digest that no mark remembers is left to the next report.
  const isLeft = marked === undefined && ownPipeline !== undefined;
  attach(posted, context);
  let report = posted;
  let counted = reports.memories?.metrics;
  try {
    if (!isLeft) report = await tellDigest(posted, reports.memories, watch, context);
    if (marked === undefined && watch.sendMetrics !== undefined) agent.print(notCounted);
    if (marked !== undefined && watch.sendMetrics !== undefined) {
      const metrics = countMetrics(posted.projects, counted, agent.sanitize);
      // What may have arrived is not sent again, even if the step is cancelled.
      counted = { until: metrics.until, causes: metrics.causes };
      await watch.sendMetrics(metrics);
    }
    return report;
  } finally {
    // Whatever becomes of the digest and the metrics, the targets have the report.
    if (marked !== undefined) {
      const memories = byTarget.map(({ target, found }, index) => {
        const one = { ...posted, ...found, ...told[index] };
        return [target.target.id, memoryOfTarget(target, reports, one)] as const;
      });
      const digestUntil = report.digestUntil ?? reports.memories?.digestUntil;
      mark(marked, { byTarget: new Map(memories), digestUntil, metrics: counted }, context);
    }
  }
}

const notCounted = "Sent no metrics, because the next report could count the same runs again.";

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

/**
 * A mark on the pipeline's run shows that a target has the report, or a part of it, so that the next report begins
 * where this one ends and knows which issues were told. A report whose delivery is unknown leaves no mark, because
 * telling an issue twice does less harm than never telling it.
 */
function markedPipeline(
  all: readonly Told[],
  { isUnknown }: LastReports,
  { config, ownPipeline }: Watch,
): OwnPipeline | undefined {
  const isDone = all.some(({ delivered, told, alerts = [] }) => {
    const isQuiet = delivered === "notNeeded" && !config.testFlag;
    // An alert may be open that the service did not confirm.
    return delivered === "sent" || told.size > 0 || isQuiet || alerts.some(({ isUnsure }) => isUnsure);
  });
  return isUnknown || !isDone ? undefined : readableOf(ownPipeline);
}

/** The attachment comes first: a run that is marked without it would have all of its problems repeated. */
function mark({ tag, runId }: OwnPipeline, memories: Memories, { agent }: Context): void {
  agent.attachReport(memoryType, memoryName(tag), renderMemories(memories, runId));
  agent.tagRun(tag);
}

function readableOf(ownPipeline: Watch["ownPipeline"]): OwnPipeline | undefined {
  return ownPipeline === undefined || "unknown" in ownPipeline ? undefined : ownPipeline;
}

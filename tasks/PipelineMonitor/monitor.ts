import type { Posted } from "../../shared/chat/delivery";
import type { Message, MessageForm } from "../../shared/chat/message";
import { messageOf } from "../../shared/errors";
import { activeRuns } from "./checks/active-runs";
import { causeReader, causes } from "./checks/causes/causes";
import { history } from "./checks/history/history";
import { lastErrorReader, logPages } from "./checks/log-pages";
import { missingRuns } from "./checks/missing-runs";
import { runLimits } from "./checks/run-limits";
import { unfinishedRuns } from "./checks/unfinished-runs";
import type { Setup } from "./config/setup";
import { tellDigest } from "./digest/weekly-digest";
import type { Context } from "./issue/context";
import { isOfIssues, toldIn } from "./issue/issue";
import {
  type Memories,
  type OwnPipeline,
  ownTarget,
  projectFingerprint,
  whatWasReported,
} from "./issue/memory";
import { type OptionalStage, type ProjectReport, type Report, runOptional } from "./issue/report";
import { countMetrics, type Metrics } from "./metrics/count";
import { checkProjects, findProjects, type OtherProjects } from "./projects";
import { renderIssueLine } from "./render/lines";
import { renderMessageText, renderTable } from "./render/log";
import { composeMessage, quietText } from "./render/message";
import { attachReports } from "./render/report-text";
import { renderSummary } from "./render/summary";
import { findLogs } from "./rules/log-search";
import { openList, readRuns } from "./rules/run-list";
import { findGreeting } from "./silence/greeting";
import { knownProblems } from "./silence/known-problems";
import { type LastReport, lastTo, readLastReports, windowOf } from "./silence/last-report";
import { inOrder, silence, withOwners } from "./silence/marks";
import { memoryName, memoryType, renderMemories } from "./silence/memory-file";
import { findMutes } from "./silence/mutes";
import { readReleased } from "./silence/released";
import { memoryOf } from "./silence/remember";
import { unreadNotes } from "./silence/unread";

/** What a run of the monitor is given, besides its context. */
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
  /** Sends figures of all runs; undefined if the configuration asks for none. Throws only if the step is cancelled. */
  sendMetrics: ((metrics: Metrics) => Promise<void>) | undefined;
}

/**
 * The optional checks. Stuck runs come first, because what they read changes by the minute. Optional requests come
 * after those of the rules: if the service asks for a pause after one, the rules are not delayed.
 */
export const checks: readonly OptionalStage[] = [
  unfinishedRuns,
  activeRuns,
  missingRuns,
  runLimits,
  causes,
  history,
];

const isUsed = ({ config }: ProjectReport) => config.alerts.isUsed;

/** What the message leaves out, if the configuration says how people learn of issues. */
const alerts: readonly OptionalStage[] = [
  {
    name: "the alert settings",
    isEnabled: isUsed,
    run: async (report, { isMention }) => silence(withOwners(report, isMention)),
  },
  { name: whatWasReported, isEnabled: isUsed, run: async (report) => inOrder(knownProblems(report)) },
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
 * the list of runs cannot be read to its end; then it reports nothing.
 */
export async function monitor(watch: Watch, context: Context): Promise<Report> {
  const { config, others, origin, ownRun } = watch;
  const { agent } = context;
  const startedAt = context.clock.now();
  const reports = await readLastReports(config, watch.ownPipeline, context);
  const last = lastTo(ownTarget, reports);
  const { configs, isListed } = await findProjects(config, others, context);
  const checked = await checkProjects(configs, others, context, {
    begin: (one, own) => openList(windowOf(one, last), startedAt, own, reports.memories?.metrics?.until),
    async complete(list, one, own) {
      const known = last.memory?.projects.get(projectFingerprint(one));
      const released = await readReleased(one, list.window, known, own);
      const before = { known, released, limitsUntil: last.memory?.limitsUntil };
      return completeReport(await readRuns(one, list, own, before), own);
    },
  });
  const { projects } = checked;
  const mutes = findMutes(projects, last, context);
  const unread = unreadNotes(
    { config, isListed, ...checked },
    last.memory?.unread ?? [],
    Math.floor(startedAt / 1000),
  );
  const names = [...last.skipped, ...projects.flatMap((project) => project.skipped)];
  const found = {
    ...{ config, origin, isListed, ...checked, mutes: mutes.lasting, unreadStates: unread.states },
    notes: [
      ...unread.notes,
      ...mutes.ended,
      ...last.notes,
      ...findGreeting(projects, last, readableOf(watch.ownPipeline)),
    ],
    skipped: [...new Set(names)],
  };
  const composed = { ...found, ...(await composeMessage(found, watch.form, ownRun, context)) };
  const isComplete = isListed && checked.unread.length === 0;
  const quiet = quietText(projects, isComplete, agent.sanitize);
  print({ ...composed, quiet }, watch, context);
  const posted: Report = { ...composed, quiet, ...(await deliver(composed.message, watch, context)) };
  agent.summary("Pipeline Monitor", renderSummary(posted, agent.sanitize));
  const marked = markedPipeline(posted, last, watch);
  // A digest that no mark remembers is left to the next report.
  const isLeft = marked === undefined && readableOf(watch.ownPipeline) !== undefined;
  attach(posted, context);
  let report = posted;
  let counted = reports.memories?.metrics;
  try {
    if (!isLeft) report = await tellDigest(posted, reports.memories, watch, context);
    if (marked === undefined && watch.sendMetrics !== undefined) agent.print(notCounted);
    if (marked !== undefined && watch.sendMetrics !== undefined) {
      const metrics = countMetrics(projects, counted, agent.sanitize);
      // What may have arrived is not sent again, even if the step is cancelled.
      counted = { until: metrics.until, causes: metrics.causes };
      await watch.sendMetrics(metrics);
    }
    return report;
  } finally {
    // Whatever becomes of the digest and the metrics, the channel has the report.
    if (marked !== undefined) {
      const byTarget = new Map([[ownTarget, memoryOf(report, last)]]);
      const digestUntil = report.digestUntil ?? reports.memories?.digestUntil;
      mark(marked, { byTarget, digestUntil, metrics: counted }, context);
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

/** Posts a message (rules 7 and 8). If it cannot be delivered, logs a warning, and the monitor continues. */
async function deliver(
  message: Message,
  { config, post }: Watch,
  { agent }: Context,
): Promise<Pick<Report, "delivered" | "told">> {
  if (message.lines.length === 0) return { delivered: "notNeeded", told: new Set() };
  if (config.testFlag) return { delivered: "testOnly", told: new Set() };
  const { told, failure } = await post(message);
  if (failure === undefined) return { delivered: "sent", told: toldIn(told) };
  const what = told.length === 0 ? "The message" : "The rest of the message";
  agent.warn(`${what} was not delivered. ${messageOf(failure)}`);
  return { delivered: "failed", told: toldIn(told) };
}

/**
 * Returns the pipeline whose run to mark if the channel has the report, or a part of it, so that the next report begins
 * where this one ends and knows what was told. A report whose delivery is unknown leaves no mark, because telling an issue
 * twice does less harm than never telling it.
 */
function markedPipeline(
  { delivered, told }: Pick<Report, "delivered" | "told">,
  { isUnknown }: LastReport,
  { config, ownPipeline }: Watch,
): OwnPipeline | undefined {
  const isQuiet = delivered === "notNeeded" && !config.testFlag;
  const isDone = delivered === "sent" || told.size > 0 || isQuiet;
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

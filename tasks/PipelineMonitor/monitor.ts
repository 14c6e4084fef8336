import { markdownLines } from "../../shared/chat/markdown";
import type { Line, Message } from "../../shared/chat/message";
import { messageOf } from "../../shared/errors";
import { causeReader, causes } from "./checks/causes/causes";
import { history } from "./checks/history/history";
import { missingRuns } from "./checks/missing-runs";
import { runLimits } from "./checks/run-limits";
import { unfinishedRuns } from "./checks/unfinished-runs";
import type { Setup } from "./config/setup";
import { dueMoment } from "./digest/period";
import { attempt, type Context } from "./issue/context";
import { isIssueLine } from "./issue/issue";
import { type OwnPipeline, projectFingerprint, whatWasReported } from "./issue/memory";
import { type OptionalStage, type ProjectReport, type Report, runOptional } from "./issue/report";
import { checkProjects, findProjects, type OtherProjects, otherProjects } from "./projects";
import { renderIssueLine } from "./render/lines";
import { composeMessage, quietText, unreadNote } from "./render/message";
import { renderSummary } from "./render/summary";
import { tagsOf } from "./render/tags";
import { findLogs } from "./rules/log-search";
import { openList, readRuns } from "./rules/run-list";
import { type LastReport, readLastReport } from "./silence/last-report";

/** What a run of the monitor is given, besides its context. */
export interface Watch extends Pick<Setup, "config" | "onIssues" | "ownRun" | "origin"> {
  /** The other projects of the organization; undefined if the configuration names none. */
  others: OtherProjects | undefined;
  /**
   * The monitor's own pipeline, whose runs say where the window begins and what was reported, or why it cannot be read;
   * undefined if nothing depends on it.
   */
  ownPipeline: OwnPipeline | { unknown: string } | undefined;
  /** Posts a message to the chat. Returns its lines that did not fit. Throws if it cannot be delivered. */
  post: (message: Message) => Promise<readonly Line[]>;
}

/**
 * The optional checks. Stuck runs come first, because what they read changes by the minute. Optional requests come
 * after those of the rules: if the service asks for a pause after one, the rules are not delayed.
 */
export const checks: readonly OptionalStage[] = [unfinishedRuns, missingRuns, runLimits, causes, history];

/** What the message leaves out. It is loaded only if the configuration says how people learn of issues. */
const alerts: readonly OptionalStage[] = [
  {
    name: whatWasReported,
    isEnabled: ({ config }) => config.alerts.isUsed,
    run: async (...given) => (await import("./silence/alerts.js")).catchUp(...given),
  },
  {
    name: "the alert settings",
    isEnabled: ({ config }) => config.alerts.isUsed,
    run: async (...given) => (await import("./silence/alerts.js")).silence(...given),
  },
];

/** Adds logs to the issues of the rules, and then what each enabled stage finds. */
export async function completeReport(
  read: ProjectReport,
  context: Context,
  stages: readonly OptionalStage[] = [...checks, ...alerts],
): Promise<ProjectReport> {
  const issues = await findLogs(read.issues, causeReader(read, context), context);
  let report: ProjectReport = { ...read, issues };
  for (const stage of stages) report = await runOptional(stage, report, context);
  return report;
}

/**
 * Runs the monitor in the order of the specification's rules: list, check, explain, print, post. Throws if
 * the list of runs cannot be read to its end; then it reports nothing.
 */
export async function monitor(watch: Watch, context: Context): Promise<Report> {
  const { config, others, origin } = watch;
  const startedAt = context.clock.now();
  const last = await readLastReport(config, watch.ownPipeline, context);
  const { configs, isComplete, isListed } = await findProjects(config, others, context);
  const { projects, unread } = await checkProjects(configs, others, context, async (one, own) => {
    const read = await readRuns(one, await openList(last.windowOf(one), startedAt, own), own);
    return completeReport({ ...read, known: last.memories.get(projectFingerprint(one)) }, own);
  });
  const skipped = [
    ...[...last.skipped, ...(isComplete ? [] : [otherProjects])],
    ...projects.flatMap((project) => project.skipped),
  ];
  const mutes = await findMutes(projects, watch, context);
  const notes = [...unread.map(unreadNote), ...mutes.ended];
  const found = { config, projects, unread, notes, skipped: [...new Set(skipped)] };
  const composed = { ...found, ...(await composeMessage(found, watch.ownRun, context)) };
  const quiet = quietText(projects, isComplete && unread.length === 0, context.agent.sanitize);
  print(composed.message, quiet, watch, context);
  const report: Report = {
    ...composed,
    ...{ origin, mutes: mutes.lasting, quiet, isListed },
    ...(await deliver(composed.message, watch, context)),
  };
  context.agent.summary("Pipeline Monitor", renderSummary(report, context.agent.sanitize));
  await remember(report, last, watch, context);
  await attach(report, context);
  return { ...report, skipped: [...report.skipped, ...(await postDigest(report, last, watch, context))] };
}

/** Returns the mutes as of the first report. Warns of those that ended some time ago. */
async function findMutes([first]: readonly ProjectReport[], { config }: Watch, { agent }: Context) {
  if (first === undefined || !config.alerts.isUsed) return { ended: [], lasting: [] };
  const mutes = (await import("./silence/alerts.js")).findMutes(first);
  for (const warning of mutes.warnings) agent.warn(agent.sanitize(warning));
  return mutes;
}

/** The page of a run shows ten issues of a kind. The step's result is one, and an undelivered message may be another. */
const maxListedIssues = 8;
const issueKinds = { succeed: undefined, warn: "warning", fail: "error" } as const;

/** Prints the message (rule 7), or the line in its place, and lists its issues on the run's page. */
function print(message: Message, quiet: string, { onIssues }: Watch, { agent }: Context): void {
  const { lines } = message;
  for (const line of lines.length === 0 ? [quiet] : markdownLines(message, agent.sanitize)) agent.print(line);
  const kind = issueKinds[onIssues];
  const listed = lines.filter((line) => isIssueLine(line) && line.urgency !== "info");
  if (kind !== undefined)
    for (const line of listed.slice(0, maxListedIssues))
      agent.issue(kind, renderIssueLine(line, agent.sanitize));
}

/** Posts a message (rules 7 and 8). If it cannot be delivered, logs a warning, and the monitor continues. */
async function deliver(
  message: Message,
  { config, post }: Watch,
  { agent, cancelled }: Context,
): Promise<Pick<Report, "delivered" | "omitted">> {
  if (message.lines.length === 0) return { delivered: "notNeeded", omitted: [] };
  if (config.testFlag) return { delivered: "testOnly", omitted: [] };
  try {
    return { delivered: "sent", omitted: await post(message) };
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(`The message was not delivered. ${messageOf(error)}`);
    return { delivered: "failed", omitted: [] };
  }
}

/**
 * Marks this run if its report was delivered, so that the next report begins where this one ends and knows what was
 * reported. A report whose delivery is unknown leaves nothing, because reporting an issue twice does less harm than
 * never reporting it.
 */
async function remember(
  report: Report,
  last: LastReport,
  { config, ownPipeline }: Watch,
  { agent }: Context,
): Promise<void> {
  const { delivered } = report;
  const isDone = delivered === "sent" || (delivered === "notNeeded" && !config.testFlag);
  if (!isDone || ownPipeline === undefined || "unknown" in ownPipeline || last.isUnknown) return;
  // The attachment comes first: a run that is marked without it would have all of its problems repeated.
  if (config.alerts.remindSeconds !== undefined) {
    const { memoriesOf, memoryName, memoryType, renderMemories } = await import("./silence/alerts.js");
    const memories = renderMemories(memoriesOf(report, last.memories));
    agent.attachReport(memoryType, memoryName(ownPipeline.tag), memories);
  }
  for (const tag of tagsOf(report, ownPipeline.tag)) agent.tagRun(tag);
}

/** Attaches the reports for the tab. If that fails, logs a warning. */
async function attach(report: Report, { agent }: Context): Promise<void> {
  try {
    (await import("./render/report-text.js")).attachReports(report, agent);
  } catch (error) {
    agent.warn(`Could not create the report for the run's page: ${messageOf(error)}`);
  }
}

const weeklyDigest = "the weekly digest";

/**
 * Posts the weekly digest of the configuration's own project if its moment lies in the window of this report. Returns
 * its name if it was due and could not be read or delivered.
 */
async function postDigest(
  { config, projects, delivered }: Report,
  last: LastReport,
  watch: Watch,
  context: Context,
): Promise<string[]> {
  const { digestAt, sinceLastReport } = config;
  const hasTags = sinceLastReport && watch.ownPipeline !== undefined && !("unknown" in watch.ownPipeline);
  // The next window begins with the last report that was delivered, so the digest is left to that one.
  if (hasTags && (last.isUnknown || delivered === "failed")) return [];
  const own = projects.find((project) => project.config === config);
  const until = own && digestAt !== undefined ? dueMoment(own.window, digestAt) : undefined;
  if (until === undefined) return [];
  const isDelivered = await attempt(weeklyDigest, context, async () =>
    (await import("./digest/weekly-digest.js")).postDigest(watch, until, context),
  );
  return isDelivered === true ? [] : [weeklyDigest];
}

import type { BuildService } from "../../shared/azure-devops/client";
import type { Message } from "../../shared/chat/message";
import { messageOf } from "../../shared/errors";
import { type OwnPipeline, readReports, seenTag, wholeTag, windowSince } from "./checks/last-report";
import { attempt, type CheckParts, createTimeBudget, withinBudget } from "./checks/optional-check";
import { type Collected, collectIssues, composeCollected } from "./collect-issues";
import type { Config } from "./config/parse";
import { postDigestWhenDue } from "./digest-when-due";
import type { ReportOrigin } from "./report/attachment";
import { quietLine, renderPrintedLines } from "./report/compose";
import { type Delivery, header, renderIssueLine } from "./report/lines";
import { renderMonitorSummary } from "./report/summary";
import { renderFooter, renderTitle } from "./report/title";
import { openList } from "./rules/open-list";
import { words } from "./rules/run-parts";
import { isFirstOfDay, lastHour, type ReportWindow } from "./rules/window";

/** What a run of the monitor found and did. */
export interface Report {
  runCount: number;
  issueCount: number;
  delivered: Delivery;
  /** The names of the optional checks that could not be done. */
  skipped: readonly string[];
}

/** What a run of the monitor needs. */
export interface MonitorParts extends Omit<CheckParts, "time"> {
  config: Config;
  service: BuildService;
  /**
   * The monitor's own pipeline, whose runs say where the window begins, or why it cannot be read; undefined
   * if the window does not depend on it.
   */
  ownPipeline: OwnPipeline | { unknown: string } | undefined;
  /** The page of the monitor's own run; undefined outside a pipeline. */
  ownRun: URL | undefined;
  /** Where the report for the tab on the run's page comes from. */
  origin: ReportOrigin;
  /** How issues are listed on the run's page; undefined if they are not. */
  issueKind: "warning" | "error" | undefined;
  /** Posts a message to the chat. Throws if it cannot be delivered. */
  post: (message: Message) => Promise<void>;
}

/**
 * The page shows ten issues of a kind. The step's result is one, and an undelivered message may be another.
 */
const maxListedIssues = 8;

/**
 * Runs the monitor in the order of the specification's rules: list, check, explain, print, post. Throws if
 * the list of runs cannot be read to its end; then it reports nothing.
 */
export async function monitor(parts: MonitorParts): Promise<Report> {
  const { config, issueKind, ownRun, agent, clock } = parts;
  const checkParts = { ...parts, time: createTimeBudget(clock) };
  const startedAt = clock.now();
  const { windowAt, isSkipped } = await findWindow(checkParts);
  const list = await openList(parts.service, windowAt, startedAt, agent, parts.cancelled);
  const { window, now: until, clockNote } = list;
  const isFirst = isFirstOfDay(window, until);
  const found = await collectIssues({ ...checkParts, isFirstOfDay: isFirst }, list);
  const collected = { ...found, skipped: [...(isSkipped ? [lastReport] : []), ...found.skipped] };
  const { issueLines, lines, skipped } = await composeCollected(collected, parts);
  const { issues, notes, runCount, figures } = collected;
  const since = window.listedSince.getTime();
  const message = {
    header,
    title: renderTitle(config.projectName, issues, notes),
    lines,
    footer: renderFooter({ runCount, since, until, ownRun }),
  };
  const quiet = quietLine(collected);
  for (const line of renderPrintedLines(message, quiet, agent.sanitize)) agent.print(line);
  if (issueKind !== undefined)
    for (const line of issueLines.slice(0, maxListedIssues))
      agent.issue(issueKind, renderIssueLine(line, agent.sanitize));
  const delivered =
    lines.length === 0 ? "notNeeded" : config.testFlag ? "testOnly" : await deliver(parts, message);
  const issueCount = issues.length;
  agent.summary(
    "Pipeline Monitor",
    renderMonitorSummary(
      { quiet, issues, lines, delivered, figures, runCount, since, until, clockNote },
      agent.sanitize,
    ),
  );
  if (!isSkipped) tagWhenReported(parts, delivered, collected);
  await attachReport(parts, message, quiet, collected, { since, until });
  // The next window begins with the last report that was delivered, so the digest is left to that one.
  const isRepeated = hasTag(parts.ownPipeline) && (isSkipped || delivered === "failed");
  const digest = isRepeated ? [] : await postDigestWhenDue(parts, list);
  return { runCount, issueCount, delivered, skipped: [...skipped, ...digest] };
}

/** Returns whether tags on the runs of the monitor's own pipeline say where the next window begins. */
function hasTag(ownPipeline: MonitorParts["ownPipeline"]): boolean {
  return ownPipeline !== undefined && !("unknown" in ownPipeline);
}

/** Attaches the report for the tab on the run's page. A report that cannot be made costs a warning. */
async function attachReport(
  { config, origin, service, agent }: MonitorParts,
  { title, lines }: Message,
  quiet: string,
  { latestRuns: runs, ...collected }: Collected,
  window: { since: number; until: number },
): Promise<void> {
  try {
    const { attach } = await import("./report-text.js");
    const sentence = lines.length === 0 ? [words(quiet)] : title;
    attach({ ...collected, ...window, config, origin, sentence, runs, runPage: service.runPage }, agent);
  } catch (error) {
    agent.warn(`Could not create the report for the run's page: ${messageOf(error)}`);
  }
}

const lastReport = "the time of the last report";

/**
 * Returns the window as a function of the time in milliseconds since 1970: rule 1's, or the one since this
 * monitor's last report. `isSkipped` is true if the last report could not be read.
 */
async function findWindow(
  parts: MonitorParts & CheckParts,
): Promise<{ windowAt: (now: number) => ReportWindow; isSkipped: boolean }> {
  const { ownPipeline, agent } = parts;
  if (ownPipeline === undefined) return { windowAt: lastHour, isSkipped: false };
  const reports = await attempt(lastReport, parts, () =>
    withinBudget(parts, (signal) => {
      if ("unknown" in ownPipeline) throw new Error(ownPipeline.unknown);
      return readReports(ownPipeline, signal);
    }),
  );
  if (reports !== undefined) return { windowAt: (now) => windowSince(reports, now), isSkipped: false };
  agent.print("Checking the last hour instead.");
  return { windowAt: lastHour, isSkipped: true };
}

/** Posts a message (rules 7 and 8). If it cannot be delivered, logs a warning, and the monitor continues. */
async function deliver({ post, agent, cancelled }: MonitorParts, message: Message): Promise<Delivery> {
  try {
    await post(message);
    return "sent";
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(`The message was not delivered. ${messageOf(error)}`);
    return "failed";
  }
}

/**
 * Tags this run if its report was delivered, so that the next report begins where this one ends. Further tags
 * say whether stuck and missing runs were found too. A report whose delivery is unknown gets no tag, because
 * reporting an issue twice does less harm than never reporting it.
 */
function tagWhenReported(
  { config, ownPipeline, agent }: MonitorParts,
  delivered: Delivery,
  { isWhole, seenDigest }: Collected,
): void {
  const isDone = delivered === "sent" || delivered === "notNeeded";
  if (!isDone || ownPipeline === undefined || "unknown" in ownPipeline) return;
  agent.tagRun(ownPipeline.tag);
  if (seenDigest !== undefined) agent.tagRun(seenTag(ownPipeline.tag, seenDigest));
  const { checkUnfinished, schedules } = config.optional;
  if (isWhole && (checkUnfinished || schedules.length > 0)) agent.tagRun(wholeTag(ownPipeline.tag));
}

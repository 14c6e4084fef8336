import type { BuildService } from "../../shared/azure-devops/client";
import type { Line, Message } from "../../shared/chat/message";
import { messageOf } from "../../shared/errors";
import { projectFingerprint } from "./alerts/fingerprint";
import type { OwnPipeline } from "./checks/last-report";
import { type CheckParts, createTimeBudget } from "./checks/optional-check";
import type { Config } from "./config/parse";
import { checkProjects, type ProjectsChecked } from "./projects/check-projects";
import { findLastReport } from "./projects/find-last-report";
import { findProjects, type OtherProjects, otherProjects } from "./projects/find-projects";
import { composeReport } from "./publish/compose-report";
import { postDigestWhenDue } from "./publish/digest-when-due";
import { attachReports, renderSummary } from "./publish/publish-report";
import { rememberReport } from "./publish/remember-report";
import type { ReportOrigin } from "./report/attachment";
import { renderPrintedLines } from "./report/compose";
import { type Delivery, renderIssueLine } from "./report/lines";

/** What a run of the monitor found and did. */
export interface Report {
  runCount: number;
  /** The issues that are neither muted nor in a maintenance window. */
  issueCount: number;
  /** Those among them that are a reason for the step to warn or fail. */
  alarmCount: number;
  delivered: Delivery;
  /** The names of the optional checks that could not be done. */
  skipped: readonly string[];
}

/** What a run of the monitor needs. */
export interface MonitorParts extends Omit<CheckParts, "time"> {
  config: Config;
  service: BuildService;
  /** The other projects of the organization; undefined if the configuration names none. */
  others: OtherProjects | undefined;
  /**
   * The monitor's own pipeline, whose runs say where the window begins and what was reported, or why it cannot be read;
   * undefined if nothing depends on it.
   */
  ownPipeline: OwnPipeline | { unknown: string } | undefined;
  /** The page of the monitor's own run; undefined outside a pipeline. */
  ownRun: URL | undefined;
  /** Where the report for the tab on the run's page comes from. */
  origin: ReportOrigin;
  /** How issues are listed on the run's page; undefined if they are not. */
  issueKind: "warning" | "error" | undefined;
  /** Returns whether an owner is a mention in the chat's syntax. */
  isMention: (owner: string) => boolean;
  /** Posts a message to the chat. Returns its lines that did not fit. Throws if it cannot be delivered. */
  post: (message: Message) => Promise<readonly Line[]>;
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
  const { config, issueKind, agent, clock, cancelled } = parts;
  const startedAt = clock.now();
  const time = createTimeBudget(clock);
  const alerts = config.alerts.isUsed ? (await import("./alerts.js")).alertsPart : undefined;
  const last = await findLastReport(config, parts.ownPipeline, alerts, { agent, clock, cancelled, time });
  const { configs, isSkipped, isListed } = await findProjects(config, parts.others, parts);
  const checked = await checkProjects(configs, {
    ...parts,
    time,
    alerts,
    startedAt,
    before: (one) => ({ windowAt: last.windowOf(one), memory: last.memories.get(projectFingerprint(one)) }),
  });
  const skippedBefore = [...last.skipped, ...(isSkipped ? [otherProjects] : [])];
  const composed = await composeReport(config, checked, skippedBefore, {
    ...parts,
    alerts,
    isComplete: !isSkipped,
  });
  const { message, quiet, issueLines, issueCount, alarmCount, runCount, skipped } = composed;
  for (const line of renderPrintedLines(message, quiet, agent.sanitize)) agent.print(line);
  if (issueKind !== undefined)
    for (const line of issueLines.filter(({ urgency }) => urgency !== "info").slice(0, maxListedIssues))
      agent.issue(issueKind, renderIssueLine(line, agent.sanitize));
  const isNeeded = message.lines.length > 0;
  const { delivered, omitted } = !isNeeded
    ? notNeeded
    : config.testFlag
      ? { delivered: "testOnly" as const, omitted: [] }
      : await deliver(parts, message);
  agent.summary("Pipeline Monitor", renderSummary(composed, checked, delivered, { agent, alerts }));
  rememberReport({ ...parts, alerts, issueLines, omitted, isListed }, delivered, checked, last);
  await attachReports(composed, checked, parts);
  const digest = await postDigestLast(parts, checked, last.isUnknown || delivered === "failed");
  return { runCount, issueCount, alarmCount, delivered, skipped: [...skipped, ...digest] };
}

/** Posts the weekly digest of the configuration's own project, if it is due. Returns its name if that failed. */
async function postDigestLast(
  parts: MonitorParts,
  { reports }: ProjectsChecked,
  isRepeated: boolean,
): Promise<readonly string[]> {
  const { config, ownPipeline } = parts;
  const hasTags = config.optional.sinceLastReport && ownPipeline !== undefined && !("unknown" in ownPipeline);
  const own = reports.find((report) => report.config === config);
  // The next window begins with the last report that was delivered, so the digest is left to that one.
  if (own === undefined || (hasTags && isRepeated)) return [];
  return postDigestWhenDue(parts, { window: own.window, now: own.until });
}

/** What became of a message, and its lines that did not fit. */
interface Delivered {
  delivered: Delivery;
  omitted: readonly Line[];
}

const notNeeded: Delivered = { delivered: "notNeeded", omitted: [] };

/** Posts a message (rules 7 and 8). If it cannot be delivered, logs a warning, and the monitor continues. */
async function deliver({ post, agent, cancelled }: MonitorParts, message: Message): Promise<Delivered> {
  try {
    return { delivered: "sent", omitted: await post(message) };
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(`The message was not delivered. ${messageOf(error)}`);
    return { delivered: "failed", omitted: [] };
  }
}

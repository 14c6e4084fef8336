import type { Part } from "../../../shared/chat/message";
import { isFor, type QuietWindow } from "../config/alerts";
import { occurrences } from "../config/cron";
import type { Entry, Mute } from "../config/entries";
import type { Context } from "../issue/context";
import { type Issue, pipelineNameOf, type Silenced } from "../issue/issue";
import { words } from "../issue/parts";
import type { ProjectReport } from "../issue/report";

/** Adds what the configuration says of their pipelines to the issues. */
export function withOwners(report: ProjectReport, isMention: Context["isMention"]): ProjectReport {
  const { entryFor } = report.config.pipelines;
  const withOwner = (issue: Issue) => {
    const pipeline = pipelineNameOf(issue);
    return pipeline === undefined ? issue : withAlert(issue, entryFor(pipeline), isMention);
  };
  return { ...report, issues: report.issues.map(withOwner) };
}

/** Only issues that share what the configuration says share a line. Issues that only inform mention nobody. */
function withAlert(
  issue: Issue,
  { owner, runbook, importance }: Entry,
  isMention: Context["isMention"],
): Issue {
  const isMentioned = isMention(owner);
  const shown = { owner: isMentioned ? "" : owner, runbook, importance };
  const mention = isMentioned && importance !== "info" ? owner : "";
  const alert = { ...shown, mention };
  const { explanation } = issue;
  const group = explanation?.group;
  const isUsual = shown.owner === "" && runbook === undefined && importance === "normal";
  if (explanation === undefined || group === undefined || isUsual) return { ...issue, alert };
  const shared = JSON.stringify([shown.owner, runbook?.href ?? "", importance]);
  return {
    ...issue,
    alert,
    explanation: { ...explanation, group: { ...group, key: `${group.key} ${shared}` } },
  };
}

/**
 * Marks the issues and notes of a report for which there is a reason that the message leaves them out, unless they
 * have one already. `why` gets the pipeline that they are about, if any, and when they happened, if they have a time.
 */
function silencedBy(
  report: ProjectReport,
  why: (pipeline: string | undefined, at: number | undefined) => Silenced | undefined,
): ProjectReport {
  const marked = <T extends { silenced?: Silenced; at?: number | undefined }>(
    one: T,
    pipeline: string | undefined,
  ): T => {
    const silenced = one.silenced ?? why(pipeline, one.at);
    return silenced === undefined ? one : { ...one, silenced };
  };
  return {
    ...report,
    issues: report.issues.map((issue) => marked(issue, pipelineNameOf(issue))),
    notes: report.notes.map((note) => marked(note, note.pipeline)),
  };
}

/** Silences the issues and notes of muted pipelines. */
export function mutes(report: ProjectReport): ProjectReport {
  return silencedBy(report, (pipeline) => {
    const mute = pipeline === undefined ? undefined : report.config.pipelines.entryFor(pipeline).mute;
    if (mute === undefined || mute.until <= Math.floor(report.window.now / 1000)) return undefined;
    const until = { time: mute.until * 1000, isDated: true };
    return { by: "mute", why: [words("Muted until "), until, ...reasonParts(mute), words(".")] };
  });
}

/** Silences what happened in a maintenance window. What has no time happens now. */
export function maintenance(report: ProjectReport): ProjectReport {
  return silencedBy(report, (pipeline, at = Math.floor(report.window.now / 1000)) => {
    const since = quietSince(pipeline, at, report.config.alerts.quiet);
    if (since === undefined) return undefined;
    const began = { time: since * 1000, isDated: true };
    const why = [words("In the maintenance window that began at "), began, words(".")];
    return { by: "maintenance", why };
  });
}

/**
 * Returns when the maintenance window began in which something happened to a pipeline; undefined if it was in none.
 * Times are in seconds since 1970. The window's first second is part of it, its end is not.
 */
function quietSince(
  pipeline: string | undefined,
  at: number,
  windows: readonly QuietWindow[],
): number | undefined {
  for (const window of windows) {
    if (!isFor(window, pipeline)) continue;
    const [began] = occurrences([window.schedule], Math.floor(at - window.seconds) + 1, at + 1);
    if (began !== undefined) return began;
  }
  return undefined;
}

/** Returns the reason of a mute, in brackets. */
export function reasonParts({ reason }: Mute): Part[] {
  return reason === "" ? [] : [words(" ("), { name: reason }, words(")")];
}

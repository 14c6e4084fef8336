import type { Text } from "../../../shared/chat/message";
import { importances } from "../config/alert-schema";
import { isFor } from "../config/alerts";
import { occurrences } from "../config/cron";
import type { Entry, Mute } from "../config/entries";
import type { Config } from "../config/parse";
import type { Context } from "../issue/context";
import { type Issue, importanceOf, pipelineNameOf, type Silenced } from "../issue/issue";
import { words } from "../issue/parts";
import type { ProjectReport } from "../issue/report";
import { endOf, lastHour, type Window } from "../issue/window";
import { waitsBy } from "./business-hours";
import { stateKeyOf } from "./identity";

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
  if (explanation?.group === undefined) return { ...issue, alert };
  const key = JSON.stringify([explanation.group.key, shown]);
  return { ...issue, alert, explanation: { ...explanation, group: { ...explanation.group, key } } };
}

/** Marks the issues and notes that a threshold, a mute, a maintenance window or business hours keep from the message. */
export function silence(report: ProjectReport): ProjectReport {
  const silenceOf = silencedBy(report);
  const { entryFor } = report.config.pipelines;
  return {
    ...report,
    issues: report.issues.map((issue) => {
      const pipeline = pipelineNameOf(issue);
      const found = silenceOf(pipeline, issue.at, issue.about === "project");
      // The issue of a run is followed first, because it waits as if it were reported.
      const silenced = found?.by === "hours" && !waitsAsState(issue) ? undefined : found;
      const below = belowThreshold(issue, entryFor(pipeline ?? "").afterFailures);
      return { ...issue, silenced: issue.silenced ?? below ?? silenced };
    }),
    // A changed schedule has no time, and is told only once.
    notes: report.notes.map((note) =>
      note.run === undefined
        ? note
        : { ...note, silenced: note.silenced ?? silenceOf(note.run.pipeline, note.run.finishTime) },
    ),
  };
}

/** Whether an issue is found again as long as it lasts. A record that cannot be parsed may not be found again. */
function waitsAsState(issue: Issue): boolean {
  return stateKeyOf(issue) !== undefined && !(issue.about !== "project" && "unreadable" in issue.about);
}

/** A failure whose count is unknown reaches the message. A failed run that waited too long is told for its wait. */
function belowThreshold(
  { failuresInRow = Number.POSITIVE_INFINITY, verdict }: Issue,
  afterFailures: number,
): Silenced | undefined {
  if (failuresInRow >= afterFailures || verdict === "waitedTooLong") return undefined;
  return { by: "threshold", why: [words(`Failure ${failuresInRow} of ${afterFailures} in a row.`)] };
}

/**
 * The reason to keep an issue from the message, by its pipeline and its time. An issue without a time happens now;
 * one that is `ofHour` happened within the last hour.
 */
export function silencedBy({ config, window }: { config: Config; window: Window }) {
  const now = endOf(window);
  const waits = waitsBy({ config, window });
  const hourAgo = Math.floor(lastHour(window.now).listedSince.getTime() / 1000);
  return (pipeline: string | undefined, at = now, ofHour = false): Silenced | undefined => {
    const mute = pipeline === undefined ? undefined : config.pipelines.entryFor(pipeline).mute;
    if (mute !== undefined && mute.until > now) {
      const until = { time: mute.until * 1000, zone: config.zone, isDated: true };
      return { by: "mute", why: [words("Muted until "), until, ...reasonParts(mute), words(".")] };
    }
    const since = quietSince(pipeline, ofHour ? [hourAgo, now] : [at, at], config);
    if (since === undefined) return waits(pipeline);
    const began = { time: since * 1000, zone: config.zone, isDated: true };
    const why = [words("In the maintenance window that began at "), began, words(".")];
    return { by: "maintenance", why };
  };
}

/**
 * The time when the maintenance window began that has a part of a period; undefined if none has. Times are in
 * seconds since 1970. The window's first second is part of it, its end is not.
 */
function quietSince(
  pipeline: string | undefined,
  [from, until]: readonly [number, number],
  { alerts, zone }: Config,
): number | undefined {
  for (const window of alerts.quiet) {
    if (!isFor(window, pipeline)) continue;
    const [began] = occurrences([window.schedule], Math.floor(from - window.seconds) + 1, until + 1, zone);
    if (began !== undefined) return began;
  }
  return undefined;
}

/** In brackets. */
export function reasonParts({ reason }: Mute): Text[] {
  return reason === "" ? [] : [words(" ("), { name: reason }, words(")")];
}

/** Puts issues in the order in which people read them. Silenced issues come last, sorted by the reason. */
export function inOrder(report: ProjectReport): ProjectReport {
  const placeOf = (issue: Issue) => {
    const place = ["hours", "threshold", "mute", "maintenance", "known"].indexOf(issue.silenced?.by ?? "");
    return place === -1 ? importances.indexOf(importanceOf(issue)) : importances.length + place;
  };
  return { ...report, issues: [...report.issues].sort((one, other) => placeOf(one) - placeOf(other)) };
}

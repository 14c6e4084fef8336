import type { Text } from "../../../shared/chat/message";
import { isFor } from "../config/alerts";
import { isOpen, opensAfter } from "../config/business-hours";
import { occurrences } from "../config/cron";
import type { Mute } from "../config/entries";
import type { Config } from "../config/parse";
import type { Issue, Note, Silenced } from "../issue/issue";
import { pipelineIn, pipelineNameOf } from "../issue/issue";
import type { Entry } from "../issue/ledger";
import { words } from "../issue/parts";
import { lastHour } from "../issue/window";

// What can keep an issue from a message. Times are in seconds since 1970.

export function mutedBy(
  { pipelines, zone }: Config,
  pipeline: string | undefined,
  now: number,
): Silenced | undefined {
  const mute = pipeline === undefined ? undefined : pipelines.entryFor(pipeline).mute;
  if (mute === undefined || mute.until <= now) return undefined;
  const until = { time: mute.until * 1000, zone, isDated: true };
  return { by: "mute", why: [words("Muted until "), until, ...reasonParts(mute), words(".")] };
}

/** In brackets. */
export function reasonParts({ reason }: Mute): Text[] {
  return reason === "" ? [] : [words(" ("), { name: reason }, words(")")];
}

/**
 * What has no time happens now; what is about the project happened in the last hour. Of notes, only those of states, such as a
 * wait, are held back.
 */
export function inMaintenance(one: Issue | Note, config: Config, now: number): Silenced | undefined {
  if (!("about" in one))
    return one.isState === true ? maintenanceOf(config, pipelineIn(one), [now, now]) : undefined;
  const from = one.about === "project" ? lastHour(now * 1000).dueFrom : (one.at ?? now);
  return maintenanceOf(config, pipelineNameOf(one), [from, one.at ?? now]);
}

/**
 * Finds the maintenance window that has a part of a period. The window's first second is part of it, its end is not.
 */
export function maintenanceOf(
  { alerts, zone }: Config,
  pipeline: string | undefined,
  [from, until]: readonly [number, number],
): Silenced | undefined {
  for (const window of alerts.quiet) {
    if (!isFor(window, pipeline)) continue;
    const [since] = occurrences([window.schedule], Math.floor(from - window.seconds) + 1, until + 1, zone);
    if (since === undefined) continue;
    const began = { time: since * 1000, zone, isDated: true };
    return { by: "maintenance", why: [words("In the maintenance window that began at "), began, words(".")] };
  }
  return undefined;
}

/** A failure whose count is unknown reaches the message. A failed run that waited too long is told for its wait. */
export function belowThreshold(
  { failuresInRow = Number.POSITIVE_INFINITY, verdict, ...issue }: Issue,
  { pipelines }: Pick<Config, "pipelines">,
): Silenced | undefined {
  const { afterFailures } = pipelines.entryFor(pipelineNameOf(issue) ?? "");
  if (failuresInRow >= afterFailures || verdict === "waitedTooLong") return undefined;
  return { by: "threshold", why: [words(`Failure ${failuresInRow} of ${afterFailures} in a row.`)] };
}

/** Issues of high severity do not wait for business hours, and neither do problems of the project as a whole. What only informs does. */
export function outOfHours(
  { alerts, zone, pipelines }: Config,
  { pipeline, content }: Pick<Entry, "pipeline" | "content">,
  now: number,
): Silenced | undefined {
  const hours = alerts.businessHours;
  if (hours === undefined || isOpen(hours, now, zone)) return undefined;
  const onlyInforms = !("about" in content) && content.severity === "note";
  const isUrgent = pipeline === undefined || pipelines.entryFor(pipeline).importance === "high";
  if (isUrgent && !onlyInforms) return undefined;
  const opens = { time: opensAfter(hours, now, zone) * 1000, zone, isDated: true };
  return { by: "hours", why: [words("Waits until "), opens, words(".")] };
}

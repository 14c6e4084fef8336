import type { Zone } from "../../../../shared/text/zone";
import { occurrences, type Schedule, validSchedules } from "../../config/cron";
import { createNameLookUp, type NameLookUp } from "../../config/patterns";
import type { Entry } from "../../issue/entry";
import { type Finding, isNote, pathIn } from "../../issue/finding";
import { datedMoment, words } from "../../issue/parts";
import { isOfRuns } from "../../issue/place";
import type { Silenced, SilenceReason } from "../../issue/silenced";
import { lastHour } from "../../issue/window";
import { heading, tally } from "./mute";

/** A maintenance window: what happens in it is not in the message. */
interface QuietWindow {
  schedule: Schedule;
  /** How long it lasts from each time of its schedule. */
  seconds: number;
  /** Finds the pipelines that it is for; undefined means all. */
  pipelines: NameLookUp | undefined;
}

const inWindow: SilenceReason = {
  state: "maintenance",
  tally,
  heading,
  forbidsActing: true,
  order: 3,
  owes: "once",
  ignores: true,
};

export function quietWindows(
  windows: readonly { schedule: string; hours: number; pipelines?: readonly string[] | undefined }[],
): QuietWindow[] {
  return windows.flatMap(({ schedule: expression, hours, pipelines: names }) => {
    const pipelines = names && createNameLookUp(names);
    return validSchedules([expression]).map((schedule) => ({ schedule, seconds: hours * 3600, pipelines }));
  });
}

/** An issue without a pipeline is only in a maintenance window for all pipelines. */
export function isFor({ pipelines }: QuietWindow, pipeline: string | undefined): boolean {
  return pipelines === undefined || (pipeline !== undefined && pipelines(pipeline) !== undefined);
}

/** In the zone in which people think. */
interface Windows {
  windows: readonly QuietWindow[];
  zone: Zone;
}

/**
 * A finding without a time happens now; one about the project happened in the last hour. Among notes, only those of states, such as a
 * wait, are held back.
 */
export function inMaintenance(finding: Finding, all: Windows, now: number): Silenced | undefined {
  const pipeline = pathIn(finding);
  if (isNote(finding)) return finding.isState === true ? maintenanceOf(all, pipeline, [now, now]) : undefined;
  const { about, at = now } = finding;
  return maintenanceOf(all, pipeline, [about === "project" ? lastHour(now * 1000).dueFrom : at, at]);
}

/**
 * Finds the maintenance window that has a part of a period. The window's first second is part of it, its end is not.
 */
function maintenanceOf(
  { windows, zone }: Windows,
  pipeline: string | undefined,
  [from, until]: readonly [number, number],
): Silenced | undefined {
  for (const window of windows) {
    if (!isFor(window, pipeline)) continue;
    const [since] = occurrences([window.schedule], Math.floor(from - window.seconds) + 1, until + 1, zone);
    if (since === undefined) continue;
    const why = [words("In the maintenance window that began at "), datedMoment(since, zone), words(".")];
    return { by: inWindow, why };
  }
  return undefined;
}

/** A problem of runs is silenced if it was found in maintenance only; everything else, and an end, while maintenance lasts. */
export function maintenanceNow(
  { family, isQuiet, end, content }: Entry,
  isKnown: boolean,
  all: Windows,
  now: number,
): Silenced | undefined {
  if (isOfRuns(family) && (end === undefined || !isKnown))
    return isQuiet ? inMaintenance(content, all, now) : undefined;
  if (end === undefined && family !== "once") return inMaintenance(content, all, now);
  const pipeline = pathIn(content);
  return pipeline === undefined ? undefined : maintenanceOf(all, pipeline, [now, now]);
}

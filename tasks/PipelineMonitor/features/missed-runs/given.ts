import type { Run } from "../../../../shared/azure-devops/records";
import type { ProjectJournal } from "../../../../shared/journal/schema";
import { occurrences } from "../../config/cron";
import type { ScheduledPipeline } from "../../config/schedules";
import type { Entry } from "../../issue/entry";
import { words } from "../../issue/parts";
import { isScheduleOf, missedKey } from "../../issue/place";
import { subjectOf } from "../../issue/subject";
import { endOf, lastHour, overlapFrom, type Window } from "../../issue/window";
import {
  branchesMeant,
  longestMinutes,
  type MissedRun,
  mayBeUnchanged,
  type QueuedRuns,
  runsMeant,
  schedulesMeant,
  unknownOf,
  whileRunning,
} from "./excuses";

// Schedules that the configuration gives. Times are in seconds since 1970.

/** A scheduled pipeline, and those of its times whose grace ended within a window. */
export interface DuePipeline {
  scheduled: ScheduledPipeline;
  due: number[];
  /** From when on its runs must be known, in seconds since 1970. */
  since: number;
}

/** Clocks differ a little, so a run may be queued this long before its time. */
const earlySeconds = 60;

/**
 * Pipelines with a run due, at the end of its grace, within the window, and those of which a run was missed: with the next run of these, the
 * problem ends.
 */
export function findDuePipelines(
  schedules: readonly ScheduledPipeline[],
  window: Window,
  entries: readonly Entry[] = [],
): DuePipeline[] {
  return schedules.flatMap((scheduled) => {
    const { schedules: times, graceSeconds } = scheduled;
    const due = occurrences(times, window.dueFrom - graceSeconds, endOf(window) - graceSeconds);
    const since = (due[0] ?? Number.POSITIVE_INFINITY) - earlySeconds;
    const missed = entries.find(
      ({ key, end }) => key === missedKey(subjectOf(scheduled)) && end === undefined,
    );
    if (missed === undefined) return due.length === 0 ? [] : [{ scheduled, due, since }];
    const uncovered = Math.min(overlapFrom(window), window.dueFrom);
    return [{ scheduled, due, since: Math.min(since, Math.max(missed.last, uncovered)) }];
  });
}

/**
 * For given schedules. A run in progress may hold the next one back. A record that cannot be parsed may have been a run of its
 * pipeline, so each one excuses one missed run, the earliest first.
 */
export function missedOf(
  pipelines: readonly DuePipeline[],
  allQueued: QueuedRuns,
  journal: ProjectJournal,
  window: Window,
): MissedRun[] {
  const { dueFrom: hourFrom } = lastHour(window.nowMilliseconds);
  return pipelines.flatMap(({ scheduled, due }) => {
    const queued = runsMeant(allQueued, scheduled);
    const times = queued.flatMap(({ queueTime }) => queueTime ?? []);
    const isRunning = whileRunning(branchesMeant(journal, scheduled), queued);
    // The first report looks back for a day, in which a schedule may be new.
    const isNew = (at: number) =>
      window.from === undefined &&
      at + scheduled.graceSeconds < hourFrom &&
      !schedulesMeant(journal, scheduled).some(({ times }) => times.some((time) => time * 60 < at));
    const missing = missedTimes(scheduled, due, times)
      .filter(({ at }) => isRunning?.(at / 60) !== true && !isNew(at))
      .slice(unknownOf(allQueued, scheduled.pipeline));
    const isDoubtful = missing.length > 0 && mayBeUnchanged(journal, scheduled);
    const because = isDoubtful ? [words(", perhaps because nothing had changed")] : [];
    return missing.map((run) => ({ ...run, graceSeconds: scheduled.graceSeconds, because }));
  });
}

/** From when on the runs of all must be known, with those that may be in progress when the first is due. */
export function queuedFrom(pipelines: readonly DuePipeline[], journal: ProjectJournal): number {
  return Math.min(
    ...pipelines.map(
      ({ scheduled, since }) => since - 60 * longestMinutes(branchesMeant(journal, scheduled)),
    ),
  );
}

/** The runs that end the problem of a pipeline whose run was missed. */
export function givenRuns(given: readonly DuePipeline[], queued: QueuedRuns | undefined): Run[] {
  return (queued?.runs ?? []).filter((run) => given.some(({ scheduled }) => isScheduleOf(scheduled, run)));
}

/**
 * A due time is met by a run that was queued between a minute before it and the end of the grace. Each run counts
 * for one time: the last one before it. If that time already has a run, it counts for an earlier one without.
 */
export function missedTimes(
  { pipeline, branch, schedules, graceSeconds }: ScheduledPipeline,
  due: readonly number[],
  queueTimes: readonly number[],
): MissedRun[] {
  const [first = 0] = due;
  const last = due.at(-1) ?? 0;
  const times = occurrences(schedules, first, last + graceSeconds + 1);
  const spare: number[] = [];
  const met = new Set<number>();
  let next = 0;
  for (const queued of [...queueTimes].sort((one, other) => one - other)) {
    while ((times[next] ?? Number.POSITIVE_INFINITY) - earlySeconds <= queued) next++;
    const time = times[next - 1];
    if (time === undefined) continue;
    if (met.has(time) || queued > time + graceSeconds) spare.push(queued);
    else met.add(time);
  }
  let nextSpare = 0;
  const isMissing = (at: number) => {
    if (met.has(at)) return false;
    // Both lists are in order. A spare run from before this time is no use to a later one.
    while ((spare[nextSpare] ?? at) < at) nextSpare++;
    const isLate = (spare[nextSpare] ?? Number.POSITIVE_INFINITY) <= at + graceSeconds;
    if (isLate) nextSpare++;
    return !isLate;
  };
  return due.filter(isMissing).map((at) => ({ pipeline, branch, at }));
}

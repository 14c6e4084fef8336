import { occurrences } from "../../config/cron";
import type { ScheduledPipeline } from "../../config/schedules";

/** A scheduled run that is missing. */
export interface MissingRun {
  pipeline: string;
  /** When it was due, in seconds since 1970. */
  at: number;
}

/** Clocks differ a little, so a run may be queued this long before its time. */
const earlySeconds = 60;

/**
 * Returns the times of a pipeline whose grace ends from `from` on and before `until`. All are in seconds
 * since 1970.
 */
export function findDueTimes(
  { schedules, graceSeconds }: ScheduledPipeline,
  from: number,
  until: number,
): number[] {
  return occurrences(schedules, from - graceSeconds, until - graceSeconds);
}

/**
 * Returns the time from which runs must be known to find missing runs at the first time of `due` and later.
 */
export function queuedSince(due: readonly number[]): number {
  return (due[0] ?? Number.POSITIVE_INFINITY) - earlySeconds;
}

/**
 * Returns the due times of a pipeline without a run that was queued between a minute before the time and the
 * end of the grace. Each run counts for one time: the last one before it. If that time already has a run, it
 * counts for an earlier one without.
 */
export function findMissingRuns(
  { pipeline, schedules, graceSeconds }: ScheduledPipeline,
  due: readonly number[],
  queueTimes: readonly number[],
): MissingRun[] {
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
  return due.filter(isMissing).map((at) => ({ pipeline, at }));
}

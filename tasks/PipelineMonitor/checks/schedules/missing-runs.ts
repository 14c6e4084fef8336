import { occurrences } from "../../config/cron";
import type { ScheduledPipeline } from "../../config/schedules";

/** A run that did not happen. */
export interface MissingRun {
  pipeline: string;
  /** When it was to happen, in seconds since 1970. */
  at: number;
}

/** Clocks differ a little: a run may be queued so long before its time. */
const earlySeconds = 60;

/** The times of a pipeline whose grace ends from one second since 1970 on and before another. */
export function findDueTimes(
  { schedules, graceSeconds }: ScheduledPipeline,
  from: number,
  until: number,
): number[] {
  return occurrences(schedules, from - graceSeconds, until - graceSeconds);
}

/** Since when runs have to be known, so that `findMissingRuns` can tell of times from the first of `due` on. */
export function queuedSince(due: readonly number[]): number {
  return (due[0] ?? Number.POSITIVE_INFINITY) - earlySeconds;
}

/**
 * The due times of a pipeline at which no run of it was queued, from a minute before to the end of the grace. A run counts
 * for one time: for the last one before it, and where that has another run already, for an earlier one that has none.
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
    // Both are in order: a spare run from before this time is of no use to a later one.
    while ((spare[nextSpare] ?? at) < at) nextSpare++;
    const isLate = (spare[nextSpare] ?? Number.POSITIVE_INFINITY) <= at + graceSeconds;
    if (isLate) nextSpare++;
    return !isLate;
  };
  return due.filter(isMissing).map((at) => ({ pipeline, at }));
}

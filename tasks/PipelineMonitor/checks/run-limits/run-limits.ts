import { occurrences } from "../../config/cron";
import type { ScheduledPipeline } from "../../config/schedules";

/** That a scheduled pipeline is to run more often than the service lets it. */
export interface RunLimit {
  kind: "runLimit";
  pipeline: string;
  /** The most runs that it may have within seven days. */
  runsPerWeekMax: number;
  /** When its schedule comes and finds so many, in seconds since 1970; undefined when it does not within seven days. */
  reachedAt: number | undefined;
  /** How many runs it had in the last seven days, and is to have in the coming ones. */
  ranInWeek: number;
  scheduledInWeek: number;
  /** The first of the fullest quarters of an hour of the coming seven days. */
  densest: Burst;
}

/** That the service knows no pipeline of a name which is to run by schedule. */
export interface UnknownPipeline {
  kind: "unknownPipeline";
  pipeline: string;
}

/** So many runs in the quarter of an hour from a second since 1970 on. */
interface Burst {
  from: number;
  runs: number;
}

/** So many runs of one pipeline the service lets a schedule start in a quarter of an hour. */
export const runsPerBurst = 10;
const burstSeconds = 15 * 60;
/** The service counts over seven days. */
export const weekSeconds = 7 * 24 * 3600;
/** A run is queued moments after its time: a week later, by the schedule, it no longer counts. */
const queuedWithinSeconds = 60;

/**
 * Whether a pipeline that ran at some times within the last seven days comes to its limit by its schedule within the coming
 * seven, or is to run more than 10 times in 15 minutes; undefined when neither. Times are seconds since 1970.
 */
export function findRunLimit(
  { pipeline, schedules }: ScheduledPipeline,
  ran: readonly number[],
  runsPerWeekMax: number,
  now: number,
): RunLimit | undefined {
  const coming = occurrences(schedules, now, now + weekSeconds);
  const past = ran.filter((time) => time > now - weekSeconds).sort((one, other) => one - other);
  const all = [...past, ...coming];
  let left = 0;
  const reachedAt = coming.find((time, index) => {
    while ((all[left] ?? time) <= time - weekSeconds + queuedWithinSeconds) left++;
    return past.length + index - left >= runsPerWeekMax;
  });
  const densest = densestBurst(coming);
  if (reachedAt === undefined && densest.runs <= runsPerBurst) return undefined;
  return {
    kind: "runLimit",
    pipeline,
    runsPerWeekMax,
    reachedAt,
    ranInWeek: past.length,
    scheduledInWeek: coming.length,
    densest,
  };
}

/** The quarter of an hour in which the most of some times lie, which are in order: the first of equal ones. */
function densestBurst(times: readonly number[]): Burst {
  let end = 0;
  let densest = { from: 0, runs: 0 };
  for (const [first, from] of times.entries()) {
    while ((times[end] ?? Number.POSITIVE_INFINITY) < from + burstSeconds) end++;
    if (end - first > densest.runs) densest = { from, runs: end - first };
  }
  return densest;
}

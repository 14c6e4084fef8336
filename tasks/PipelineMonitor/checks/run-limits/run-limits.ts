import { occurrences } from "../../config/cron";
import type { ScheduledPipeline } from "../../config/schedules";

/** A schedule that starts more runs than the service allows. */
export interface RunLimit {
  kind: "runLimit";
  pipeline: string;
  /** The weekly run limit: how many runs the pipeline may have within seven days. */
  runsPerWeekMax: number;
  /**
   * When the schedule reaches the limit, in seconds since 1970; undefined if it does not within seven days.
   */
  reachedAt: number | undefined;
  /** How many runs it had in the last seven days, and how many are scheduled for the next seven. */
  ranInWeek: number;
  scheduledInWeek: number;
  /** The 15 minutes with the most runs in the next seven days; of equal ones, the first. */
  densest: Burst;
}

/** A name with a schedule in the configuration that no pipeline of the service has. */
export interface UnknownPipeline {
  kind: "unknownPipeline";
  pipeline: string;
}

/** A number of runs in the 15 minutes that begin at `from`, in seconds since 1970. */
interface Burst {
  from: number;
  runs: number;
}

/** How many runs of one pipeline the service lets a schedule start within 15 minutes. */
export const runsPerBurst = 10;
const burstSeconds = 15 * 60;
/** The service counts over seven days. */
export const weekSeconds = 7 * 24 * 3600;
/** A run is queued moments after its time. When the schedule comes a week later, it no longer counts. */
const queuedWithinSeconds = 60;

/**
 * Returns the limit that a pipeline's schedule exceeds: the weekly limit within the next seven days, or 10
 * runs in 15 minutes; undefined if neither. `ran` holds the times of the runs in the last seven days. Times
 * are seconds since 1970.
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

/** Returns the 15 minutes that hold the most of some times, which are in order; of equal ones, the first. */
function densestBurst(times: readonly number[]): Burst {
  let end = 0;
  let densest = { from: 0, runs: 0 };
  for (const [first, from] of times.entries()) {
    while ((times[end] ?? Number.POSITIVE_INFINITY) < from + burstSeconds) end++;
    if (end - first > densest.runs) densest = { from, runs: end - first };
  }
  return densest;
}

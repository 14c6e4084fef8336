import type { Run } from "../../../shared/azure-devops/records";
import { groupBy } from "../../../shared/group-by";

/** Older times are kept only for pipelines that run rarely, because days of the month take months to learn. */
const keptMinutes = 28 * 24 * 60;
export const longKeptMinutes = 100 * 24 * 60;
const rareRuns = 70;
/** For a pipeline whose schedule nobody follows. They are enough for one that runs every few hours. */
const spareTimes = 300;

/** The times that are kept, in minutes since 1970; all of four weeks only if the schedule is followed. */
export function keptTimes(times: readonly number[], now: number, isFollowed = true): readonly number[] {
  return (isFollowed ? times : times.slice(-spareTimes)).filter((time, index) => {
    const isRare = index >= (isFollowed ? times.length : Math.min(times.length, spareTimes)) - rareRuns;
    return time > now - (isRare ? longKeptMinutes : keptMinutes);
  });
}

/** Keeps each minute as often as the list that has it most, because a schedule queues the runs of all branches at once. */
export function mergeTimes(one: readonly number[], other: readonly number[]): number[] {
  const merged = [...one];
  let [next, last] = [0, Number.NaN];
  let count = 0;
  for (const time of [...other].sort((first, second) => first - second)) {
    while ((one[next] ?? Number.POSITIVE_INFINITY) < time) next++;
    count = time === last ? count + 1 : 0;
    last = time;
    if (one[next + count] !== time) merged.push(time);
  }
  return merged.sort((first, second) => first - second);
}

export function isScheduled({ reason }: { reason?: string | undefined }): boolean {
  return reason === "schedule";
}

/** A run as far as it says when, where and why it was queued. */
type QueuedRun = Pick<Run, "branch" | "reason" | "queueTime">;

/** When its schedule queued a pipeline, in minutes since 1970. */
export function scheduledTimes(runs: readonly QueuedRun[], known: readonly number[] = []): readonly number[] {
  return queuedTimes(runs.filter(isScheduled), known);
}

/** When a pipeline was queued, in minutes since 1970. */
export function queuedTimes(runs: readonly QueuedRun[], known: readonly number[] = []): readonly number[] {
  const queued = runs.filter(({ queueTime }) => queueTime !== undefined);
  return [...groupBy(queued, ({ branch = "" }) => branch).values()]
    .map((ofBranch) => ofBranch.map(({ queueTime = 0 }) => Math.floor(queueTime / 60)))
    .reduce<readonly number[]>(mergeTimes, known);
}

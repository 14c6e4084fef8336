import type { Run } from "../../../shared/azure-devops/records";
import { groupBy } from "../../../shared/group-by";
import type { BranchSchedule } from "../../../shared/journal/schema";

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

/** Keeps each minute as often as the list that has it most. */
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

export function emptySchedule(branch?: string): BranchSchedule {
  const schedule = { branch, times: [], proofs: [], gaps: [], missed: [], isStopped: false };
  return schedule;
}

/** Adds when schedules queued runs, to those of their branches. */
export function withTimes(
  schedules: readonly BranchSchedule[],
  runs: readonly Run[],
): readonly BranchSchedule[] {
  const queued = runs.filter((run) => isScheduled(run) && run.queueTime !== undefined);
  const after = new Map(schedules.map((schedule) => [schedule.branch, schedule]));
  for (const ofBranch of groupBy(queued, ({ branch = "" }) => branch).values()) {
    const branch = ofBranch[0].branch || undefined;
    const before = after.get(branch) ?? emptySchedule(branch);
    after.set(branch, { ...before, times: queuedTimes(ofBranch, before.times) });
  }
  return [...after.values()];
}

/** When the schedule of a branch queued it, in minutes since 1970. */
export function scheduledTimes(runs: readonly Run[]): readonly number[] {
  return queuedTimes(runs.filter(isScheduled));
}

/** When a branch was queued, in minutes since 1970, with the times that are known. */
export function queuedTimes(runs: readonly Run[], before: readonly number[] = []): readonly number[] {
  const times = runs.flatMap(({ queueTime }) =>
    queueTime === undefined ? [] : [Math.floor(queueTime / 60)],
  );
  return mergeTimes(before, times);
}

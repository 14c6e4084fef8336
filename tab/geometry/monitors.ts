import { groupBy } from "../../shared/group-by";
import { medianOf } from "../../shared/journal/median";
import { isOwnTag } from "../../shared/report/form";
import { daySeconds } from "../../shared/text/time";
import type { ProjectRun } from "./project-run";

/** A step that monitors, by its runs. */
export type Monitor = ReturnType<typeof monitorsOf>[number];

/** How often a page that stays open reads the service. */
export const rereadSeconds = 300;

/** A report is taken for the present for so long, however often its monitor reports. */
export const freshSeconds = 2 * 3600;

/**
 * The monitors whose runs are listed, without those that another one has replaced, and trials by hand beside a scheduled one.
 * All of their runs since `since` are listed, and of earlier ones some.
 */
export function monitorsOf(runs: readonly ProjectRun[], since = Number.NEGATIVE_INFINITY) {
  const tagged = runs.flatMap((run) => {
    const tags = run.tags.filter((tag) => isOwnTag(tag, run.pipeline.id));
    return (tags.length === 0 ? [undefined] : tags).map((tag) => ({ tag, run }));
  });
  const groups = [
    ...groupBy(tagged, ({ tag, run }) => tag ?? `${run.pipeline.id} ${run.branch}`).values(),
  ].map((members) => {
    const ordered = members.toSorted((one, other) => timeOf(other.run) - timeOf(one.run));
    return { tag: members[0]?.tag, runs: ordered.map(({ run }) => run) };
  });
  return groups
    .filter((group) => !groups.some((other) => isReplacedBy(group.runs, other.runs, since)))
    .flatMap(({ tag, runs: own }) => {
      const [run] = own;
      if (run === undefined) return [];
      // Runs that a failure or a person started say nothing of when the next one is due.
      const times = own.filter(isOfSchedule).map(timeOf);
      const oldest = timeOf(own.at(-1) ?? run);
      return [
        {
          /** The tag of its runs; undefined for one without a memory, which has none of its own. */
          tag,
          /** That with its newest report. */
          run,
          /** Its runs that are listed, the newest first. */
          runs: own,
          /** When it ran last, in seconds since 1970. */
          reportedAt: timeOf(run),
          /** How often it usually reports; undefined if nobody knows. */
          periodSeconds: periodOf(times),
          /** Whether all of its runs are known, and they are of less than a week. */
          isNew: since === Number.NEGATIVE_INFINITY && timeOf(run) - oldest < 7 * daySeconds,
        },
      ];
    });
}

/** Learned from the runs of the last days, the newest first. A pause that was not followed by runs as close as before is a new schedule. */
function periodOf(times: readonly number[]): number | undefined {
  const [newest = 0] = times;
  const recent = times.filter((time, index) => index <= 3 || time >= newest - 3 * daySeconds);
  const gaps = recent.slice(1).map((time, index) => (recent[index] ?? time) - time);
  const usual = medianOf(gaps);
  const [last] = gaps;
  return usual !== undefined && last !== undefined && isOld(last, usual) ? last : usual;
}

export function timeOf({ finishTime, startTime, queueTime }: ProjectRun): number {
  return finishTime ?? startTime ?? queueTime ?? 0;
}

function isOfSchedule({ reason }: ProjectRun): boolean {
  return reason === "schedule";
}

/** Newest first. A step that was renamed has another tag, and its first run comes after the last one of the old name. */
function isReplacedBy(runs: readonly ProjectRun[], others: readonly ProjectRun[], since: number): boolean {
  const [newest, oldest, newestOther] = [runs[0], others.at(-1), others[0]];
  if (runs === others || newest === undefined || oldest === undefined || newestOther === undefined)
    return false;
  if (newest.pipeline.id !== oldest.pipeline.id) return false;
  if (runs.every(({ reason }) => reason === "manual") && others.some(isOfSchedule)) return true;
  // What ran before the list begins may have run beside it.
  const isFirst = timeOf(newest) >= since;
  return isFirst && newest.branch === oldest.branch && timeOf(oldest) > timeOf(newest);
}

/** A monitor that pauses at night may pause from Friday evening to Monday morning. */
const [nightSeconds, weekendSeconds] = [8 * 3600, 66 * 3600];

/**
 * Whether its next reports are missing: after two periods, unless it has paused as long at the same time of both days before, or a
 * week ago. Some monitors work at night or on weekdays only, which nobody knows in their first week. A single day's pause is no habit.
 */
export function isLate({ runs, reportedAt, periodSeconds, isNew }: Monitor, now: number): boolean {
  const age = now - reportedAt;
  if (periodSeconds === undefined || !isOld(age, periodSeconds)) return false;
  const times = runs.map(timeOf);
  const sleeps = times.slice(1).some((time, index) => (times[index] ?? time) - time >= nightSeconds);
  const isUnknownDay = reportedAt - (times.at(-1) ?? 0) < daySeconds && age < daySeconds;
  if (isNew && (isUnknownDay || (sleeps && age < weekendSeconds))) return false;
  const hasPaused = (back: number) => {
    const last = times.find((time) => time <= now - back);
    return last !== undefined && now - back - last >= age - periodSeconds;
  };
  const isDaily = age < daySeconds && hasPaused(daySeconds) && hasPaused(2 * daySeconds);
  return !isDaily && !hasPaused(7 * daySeconds);
}

/** Whether nobody watches since its report, be it late or not: some monitors pause each day, and some are started by hand. */
export function isSilent({ reportedAt, periodSeconds = 0 }: Monitor, now: number): boolean {
  return now - reportedAt > Math.max(2 * periodSeconds, freshSeconds);
}

/** Whether what a monitor said so long ago has to be doubted: its next reports are missing. */
export function isOld(ageSeconds: number, periodSeconds: number | undefined): boolean {
  return ageSeconds > (periodSeconds === undefined ? freshSeconds : 2 * periodSeconds);
}

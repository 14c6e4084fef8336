import { groupBy } from "../../shared/group-by";
import { isOwnTag } from "../../shared/report/form";
import { daySeconds } from "../../shared/text/time";
import { medianOf, type ProjectRun } from "./project-run";

/** A step that monitors: the run with its newest report, and whether the next ones are missing. */
export interface Monitor {
  /** The tag of its runs; undefined for one without a memory, which has none of its own. */
  tag: string | undefined;
  run: ProjectRun;
  /** When it reported last, in seconds since 1970. */
  reportedAt: number;
  /** How often it usually reports; undefined if nobody knows. */
  periodSeconds: number | undefined;
  isLate: boolean;
  /** Nobody watches since, be it late or not: some monitors pause each day, and some are started by hand. */
  isSilent: boolean;
}

/** What a monitor found is true now for so long, whoever knows how often it reports. */
export const freshSeconds = 2 * 3600;

/**
 * The monitors whose runs are listed, without those that another one has replaced, and trials by hand beside a scheduled one.
 * All of their runs since `since` are listed, and of earlier ones some.
 */
export function monitorsOf(
  runs: readonly ProjectRun[],
  now: number,
  since = Number.NEGATIVE_INFINITY,
): Monitor[] {
  const tagged = runs.flatMap((run) => {
    const tags = run.tags.filter((tag) => isOwnTag(tag, run.definitionId));
    return (tags.length === 0 ? [undefined] : tags).map((tag) => ({ tag, run }));
  });
  const groups = [
    ...groupBy(tagged, ({ tag, run }) => tag ?? `${run.definitionId} ${run.branch}`).values(),
  ].map((members) => {
    const ordered = members.toSorted((one, other) => timeOf(other.run) - timeOf(one.run));
    return { tag: members[0]?.tag, runs: ordered.map(({ run }) => run) };
  });
  return groups
    .filter((group) => !groups.some((other) => isReplacedBy(group.runs, other.runs, since)))
    .flatMap(({ tag, runs: own }) => {
      const [run] = own;
      if (run === undefined) return [];
      const times = own.map(timeOf);
      const periodSeconds = isScheduled(own)
        ? medianOf(times.slice(1).map((time, index) => (times[index] ?? time) - time))
        : undefined;
      const isLate = periodSeconds !== undefined && isOverdue(times, periodSeconds, now);
      const isSilent = now - timeOf(run) > Math.max(2 * (periodSeconds ?? 0), freshSeconds);
      return [{ tag, run, reportedAt: timeOf(run), periodSeconds, isLate, isSilent }];
    });
}

function timeOf({ finishTime, startTime, queueTime }: ProjectRun): number {
  return finishTime ?? startTime ?? queueTime ?? 0;
}

function isScheduled(runs: readonly ProjectRun[]): boolean {
  return runs.some(({ reason }) => reason === "schedule");
}

/** Newest first. A step that was renamed has another tag, and its first run comes after the last one of the old name. */
function isReplacedBy(runs: readonly ProjectRun[], others: readonly ProjectRun[], since: number): boolean {
  const [newest, oldest, newestOther] = [runs[0], others.at(-1), others[0]];
  if (runs === others || newest === undefined || oldest === undefined || newestOther === undefined)
    return false;
  if (newest.definitionId !== oldest.definitionId) return false;
  if (runs.every(({ reason }) => reason === "manual") && isScheduled(others)) return true;
  // What ran before the list begins may have run beside it.
  const isFirst = timeOf(newest) >= since;
  return isFirst && newest.branch === oldest.branch && timeOf(oldest) > timeOf(newest);
}

/** After two periods, unless it paused as long at the same time of a day or a week ago: some monitors work at night only. */
function isOverdue(times: readonly number[], periodSeconds: number, now: number): boolean {
  const age = now - (times[0] ?? now);
  if (age <= 2 * periodSeconds) return false;
  return ![daySeconds, 7 * daySeconds].some((back) => {
    const last = times.find((time) => time <= now - back);
    return last !== undefined && now - back - last >= age - periodSeconds;
  });
}

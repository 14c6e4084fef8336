import { hasSucceeded } from "../../../../shared/azure-devops/run-state";
import type { PastRun, PipelineJournal, Watched } from "../../../../shared/journal/schema";
import { weekSeconds } from "../../../../shared/text/time";
import type { Zone } from "../../../../shared/text/zone";
import { occurrences, type Schedule, validSchedules } from "../../config/cron";
import type { Entries } from "../../config/entries";
import { endsProblemsOf, hiddenByFilter, type RunFilter } from "../../config/filter";
import { beganAt } from "../../journal/cells";
import { daysFrom, someDay } from "../../schedules/times";

// Whether a pipeline has met its last deadline. Times are in seconds since 1970.

/** A run that has finished, and what the filters of its pipeline say of it. */
export interface FinishedRun
  extends Pick<PastRun, "id" | "status" | "result" | "queueTime" | "startTime" | "finishTime"> {
  /** Whether the rules see it. */
  isSeen: boolean;
  /** Whether its success may end a problem. */
  mayEnd: boolean;
}

/** The runs of all branches, marked by whether the filter lets them through. */
export function finishedRuns(branches: PipelineJournal["branches"], filter: RunFilter): FinishedRun[] {
  return branches.flatMap(({ branch, runs }) =>
    runs.map((run) => {
      const origin = { branch: branch || undefined, reason: run.reason };
      const isSeen = hiddenByFilter(filter, origin) === undefined;
      return { ...run, isSeen, mayEnd: endsProblemsOf(filter, origin) };
    }),
  );
}

/**
 * A run is for the first deadline after it was queued: one that is late every day would otherwise count for the next day. After
 * a missed deadline, a success in the first half of the time until the next one is the end of that problem, not more. `success` is
 * the run that met the deadline, or the first one that succeeded afterwards.
 */
export function judge({ at, before, beforeThat }: Deadline, runs: readonly FinishedRun[]) {
  const isNew = runs.every((run) => beganAt(run) > before);
  const wasMet = isNew || metBy(before, beforeThat, runs) !== undefined;
  const repair = wasMet ? undefined : firstSuccessAfter(before, runs);
  const isUsed = repair !== undefined && repair.finishTime - before < (at - before) / 2;
  const others = isUsed ? runs.filter((run) => run !== repair) : runs;
  const success = metBy(at, before, others);
  return { isMet: success !== undefined, success: success ?? firstSuccessAfter(at, runs) };
}

/** The first of the runs that succeeded after a second. */
export function firstSuccessAfter(at: number, runs: readonly FinishedRun[]): FinishedRun | undefined {
  const later = runs.filter((run) => run.mayEnd && hasSucceeded(run) && run.finishTime > at);
  return later.reduce<FinishedRun | undefined>(
    (first, run) => (first === undefined || run.finishTime < first.finishTime ? run : first),
    undefined,
  );
}

/** The runs for a deadline, and those after it, that the rules see and that did not succeed. */
export function failuresSince({ before }: Deadline, runs: readonly FinishedRun[]): FinishedRun[] {
  return runs.filter((run) => run.isSeen && beganAt(run) > before && !hasSucceeded(run));
}

/** A run that the rules do not see counts only as the repair of one that they see. */
function metBy(at: number, before: number, runs: readonly FinishedRun[]): FinishedRun | undefined {
  const own = runs.filter((run) => beganAt(run) > before && beganAt(run) <= at);
  const repairs = (run: FinishedRun) =>
    run.mayEnd && own.some((other) => other.isSeen && beganAt(other) <= beganAt(run));
  return own.find((run) => run.finishTime <= at && hasSucceeded(run) && (run.isSeen || repairs(run)));
}

/** Whether no success since the deadline before can be unknown: the journal goes back so far, has no gap and dropped no run. */
export function isAllKnown(
  { before }: Deadline,
  { since, gaps }: Watched,
  branches: PipelineJournal["branches"],
): boolean {
  return (
    since !== undefined &&
    since <= before &&
    gaps.every(([, until]) => until <= before) &&
    branches.every(({ older, runs: [first] }) => older?.isGood !== true || (first?.finishTime ?? 0) <= before)
  );
}

/** When the pipelines of each entry are to have succeeded. */
export type FinishBy = Entries<Schedule | undefined>;

const pattern = new RegExp(String.raw`^(?:${someDay}(?:-${someDay})? )?([01]\d|2[0-3]):([0-5]\d)$`);

/** Parses "06:00" and "Mon-Fri 06:00"; undefined for another form. */
export function parseFinishBy(text: string): Schedule | undefined {
  const [whole, firstDay, lastDay = firstDay, hour, minute] = pattern.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const days = firstDay === undefined || lastDay === undefined ? "*" : daysFrom(firstDay, lastDay).join();
  return validSchedules([`${minute} ${hour} * * ${days}`])[0];
}

/** The last deadline that has passed, and the two before it, in seconds since 1970. */
export interface Deadline {
  at: number;
  before: number;
  beforeThat: number;
}

/** As of a second since 1970. On days on which clocks change, too, a deadline is when they show its time. */
export function lastDeadline(finishBy: Schedule, now: number, zone: Zone): Deadline | undefined {
  const [beforeThat, before, at] = occurrences([finishBy], now - 4 * weekSeconds, now, zone).slice(-3);
  return beforeThat === undefined || before === undefined || at === undefined
    ? undefined
    : { at, before, beforeThat };
}

/** Those of all entries that have one, by their names. */
export function lastDeadlines({ byName }: FinishBy, now: number, zone: Zone): ReadonlyMap<string, Deadline> {
  return new Map(
    [...byName].flatMap(([name, finishBy]): [string, Deadline][] => {
      const deadline = finishBy && lastDeadline(finishBy, now, zone);
      return deadline === undefined ? [] : [[name, deadline]];
    }),
  );
}

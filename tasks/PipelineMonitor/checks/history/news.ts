import type { Run } from "../../../../shared/azure-devops/records";
import type { Moment } from "../../../../shared/chat/message";
import { pluralize } from "../../../../shared/text/pluralize";
import { isSameDay, type Zone } from "../../../../shared/text/zone";
import { hasSucceeded, type News } from "../../issue/issue";

/** The runs of a pipeline; the one that finished last comes first. */
export interface History {
  runs: readonly Run[];
  isCut: boolean;
}

/** A pipeline that works again: its newest run, all since the failures, and how many runs failed before. */
export interface Recovery {
  run: Run;
  successes: readonly Run[];
  failures: number;
  orMore: boolean;
  /** When the first of its runs finished that succeeded again, in seconds since 1970. */
  since: number;
}

/**
 * Compares a failed run with at most `limit` runs before it; undefined if there is none, or the run is not in the
 * history.
 */
export function findNews(runId: number, history: History, limit: number, zone: Zone): News | undefined {
  const index = history.runs.findIndex(({ id }) => id === runId);
  const failed = history.runs[index];
  const before = history.runs.slice(index + 1, index + 1 + limit);
  const [last] = before;
  if (failed === undefined || last === undefined) return undefined;
  const streak = leading(before, hasSucceeded(last));
  const orMore =
    streak.length === before.length && (history.isCut || index + 1 + limit < history.runs.length);
  if (hasSucceeded(last)) return { kind: "first", successes: streak.length, orMore };
  const since = finishOf(streak.at(-1) ?? last, failed, zone);
  return { kind: "streak", nth: streak.length + 1, since, orMore };
}

/**
 * The number of failures in a row that a run counts as; undefined if the history does not show where they begin.
 * If earlier reports dealt with a later one of them, because this run reached the list late, it counts for that
 * one.
 */
export function findFailuresInRow(
  runId: number,
  { runs, isCut }: History,
  wasDealtWith: (run: Run) => boolean,
): number | undefined {
  const index = runs.findIndex(({ id }) => id === runId);
  if (index === -1) return undefined;
  const until = leading(runs.slice(index), false);
  if (isCut && index + until.length === runs.length) return undefined;
  const later = leading(runs.slice(0, index).reverse(), false);
  return until.length + later.findLastIndex(wasDealtWith) + 1;
}

/** Undefined if the pipeline does not work, or worked again before `from`. */
export function findRecovery(history: History, from: number): Recovery | undefined {
  const [run] = history.runs;
  if (run === undefined || !hasSucceeded(run)) return undefined;
  const good = leading(history.runs, true);
  const failures = leading(history.runs.slice(good.length), false);
  const firstGood = good.at(-1)?.finishTime ?? Number.NaN;
  if (failures.length === 0 || firstGood < from) return undefined;
  const orMore = history.isCut && good.length + failures.length === history.runs.length;
  return { run, successes: good, failures: failures.length, orMore, since: firstGood };
}

export function renderRecovery({ failures, orMore }: Pick<Recovery, "failures" | "orMore">): string {
  return `works again after ${orMore ? "at least " : ""}${pluralize(failures, "failure")}`;
}

function leading(runs: readonly Run[], good: boolean): readonly Run[] {
  const end = runs.findIndex((run) => hasSucceeded(run) !== good);
  return end === -1 ? runs : runs.slice(0, end);
}

/** With the date if the other run finished on another day. */
function finishOf({ finishTime = 0 }: Run, other: Run, zone: Zone): Moment {
  const isDated = !isSameDay(finishTime, other.finishTime ?? 0, zone);
  return { time: finishTime * 1000, zone, isDated };
}

import { hasSucceeded, wasQueuedBefore } from "../../../../shared/azure-devops/run-state";
import type { PastRun } from "../../../../shared/journal/schema";
import { pluralize } from "../../../../shared/text/pluralize";
import { readableMinutes } from "../../../../shared/text/time";
import type { Zone } from "../../../../shared/text/zone";
import type { News } from "../../issue/issue";
import { momentAt } from "../../issue/parts";
import { type BranchHistory, streakBefore } from "../../journal/streak";

/** Compares a failed run with those before it; undefined if there is none, or the run is not in the history. */
export function findNews(runId: number, history: BranchHistory, zone: Zone): News | undefined {
  const index = history.runs.findLastIndex(({ id }) => id === runId);
  const failed = history.runs[index];
  const before = streakBefore(history, index);
  if (failed === undefined || before === undefined) return undefined;
  const { isGood, count, since, orMore } = before;
  if (isGood) return { kind: "first", successes: count, orMore };
  return { kind: "streak", nth: count + 1, since: momentAt(since, zone), orMore };
}

/**
 * The number of failures in a row that a run counts as; undefined if the history does not show where they begin.
 * If earlier reports dealt with a later one of them, because this run reached the list late, it counts for that
 * one.
 */
export function findFailuresInRow(
  runId: number,
  history: BranchHistory,
  wasDealtWith: (run: PastRun) => boolean,
): number | undefined {
  const { runs } = history;
  const index = runs.findLastIndex(({ id }) => id === runId);
  if (index === -1) return undefined;
  const before = streakBefore(history, index);
  const isCut = before === undefined ? history.isCut : !before.isGood && before.orMore;
  if (isCut) return undefined;
  const end = runs.findIndex((run, place) => place > index && hasSucceeded(run));
  const later = runs.slice(index + 1, end === -1 ? undefined : end);
  const count = before === undefined || before.isGood ? 0 : before.count;
  return count + 1 + later.findLastIndex(wasDealtWith) + 1;
}

/**
 * How a branch works again: "works again after 2 failures, 3 h 10 min". Undefined if it does not, or did before `from`. A run
 * that was queued before the last failure, and took longer or was run again, does not show that it works.
 */
export function findRecovery(history: BranchHistory, from: number) {
  const { runs } = history;
  const firstGood = runs.findLastIndex((run) => !hasSucceeded(run)) + 1;
  const successes = runs
    .slice(firstGood)
    .filter((run) => !wasQueuedBefore(run, runs[firstGood - 1]))
    .reverse();
  const [run] = successes;
  const failed = streakBefore(history, firstGood);
  const since = successes.at(-1)?.finishTime ?? Number.NaN;
  if (run === undefined || failed === undefined || failed.isGood || since < from) return undefined;
  const failures = `${failed.orMore ? "at least " : ""}${pluralize(failed.count, "failure")}`;
  const text = `works again after ${failures}, ${readableMinutes(since - failed.since)}`;
  return { run, successes, since, failed, text };
}

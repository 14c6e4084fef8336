import { hasSucceeded } from "../../issue/issue";
import type { BranchJournal } from "../../issue/journal";
import type { KnownSchedule } from "../../issue/schedules";
import { isScheduled } from "../../journal/times";
import { byNumber, dayMinutes, lateMinutes, matchRuns, timesOf } from "./slots";

/*
 * Without `always: true`, a schedule starts nothing if the branch has not changed since the last scheduled run that
 * succeeded. Times are minutes since 1970.
 */

/** An edit of the pipeline's settings starts one run without a new commit, so one proof is not enough. */
const enoughProofs = 2;
/** After so many, a schedule has to prove itself again. */
const maxGaps = 2;

/** Whether a missing run of the schedule is a problem. */
export function isProven({ pattern, proofs }: Pick<KnownSchedule, "pattern" | "proofs">): boolean {
  return pattern !== undefined && proofs.filter((at) => at > pattern.since).length >= enoughProofs;
}

/** With the times at which the runs of the branches show that it runs without changes. */
export function proofsOf(known: readonly number[], branches: readonly BranchJournal[]): number[] {
  const all = [...known, ...branches.flatMap(provingTimes)].sort(byNumber);
  // A schedule queues the runs of all branches at once, and so does an edit of the settings.
  const apart = all.filter(
    (at, index) => !((all[index + 1] ?? Number.POSITIVE_INFINITY) <= at + lateMinutes),
  );
  return apart.slice(-enoughProofs);
}

/** When the schedule queued a run of the same commit as an earlier one, which had succeeded by then. */
function provingTimes({ runs }: BranchJournal): number[] {
  let succeededAt = Number.POSITIVE_INFINITY;
  return runs.flatMap((run) => {
    if (run.isOtherCommit !== false) succeededAt = Number.POSITIVE_INFINITY;
    // It is unknown how the first attempt of a run ended.
    if (!isScheduled(run) || run.attempt > 1 || run.queueTime === undefined) return [];
    const isProof = run.queueTime >= succeededAt;
    if (hasSucceeded(run)) succeededAt = Math.min(succeededAt, run.finishTime);
    return isProof ? [Math.floor(run.queueTime / 60)] : [];
  });
}

/** The last time without a run after which runs went on, of those since the pattern began. */
export function lastGap({ pattern, times }: Pick<KnownSchedule, "pattern" | "times">): number | undefined {
  const [first, last] = [times[0], times.at(-1)];
  if (pattern === undefined || first === undefined || last === undefined) return undefined;
  const from = Math.max(pattern.since, first);
  // The runs of the last day may not have finished in their order.
  const due = timesOf(pattern.slots, from, last - dayMinutes);
  return matchRuns(due, times).unmet.at(-1);
}

/** Notes times without a run that nothing explains. */
export function withGaps(known: KnownSchedule, missing: readonly number[]): KnownSchedule {
  const { pattern } = known;
  const gaps = [...known.gaps, ...missing];
  const last = gaps.at(-1);
  if (pattern === undefined || last === undefined || gaps.length < maxGaps) return { ...known, gaps };
  return { ...known, pattern: { ...pattern, since: last }, gaps: [] };
}

import { hasSucceeded } from "../../../shared/azure-devops/run-state";
import type { BranchJournal, BranchSchedule, KnownSchedule } from "../../../shared/journal/schema";
import { isScheduled } from "../journal/times";
import { byNumber, dayMinutes, lateMinutes, matchRuns, moveMinutes, timesOf } from "./slots";

/*
 * Without `always: true`, a schedule starts nothing if the branch has not changed since the last scheduled run that
 * succeeded. Times are minutes since 1970.
 */

/** An edit of the pipeline's settings starts one run without a new commit, so one proof is not enough. */
const enoughProofs = 2;
/** After so many, a schedule has to prove itself again. */
const maxGaps = 2;

/**
 * Whether a missing run at a time, or of a slot, is a problem. One pipeline may have a schedule with `always` and one without, so
 * each minute of the day has its own proofs, which are up to an hour away when clocks have changed. Slots that follow each other
 * by an hour are of one schedule.
 */
export function isProvenAt({ pattern, proofs }: BranchSchedule) {
  const near = new Uint16Array(dayMinutes);
  const due = dueMinutes(pattern?.slots ?? []);
  for (const proof of proofs.filter((at) => at > (pattern?.since ?? Number.POSITIVE_INFINITY)))
    for (const moved of reachOf(proof, due))
      for (let late = -lateMinutes; late <= lateMinutes; late++) {
        const minute = (proof + moved + late + dayMinutes) % dayMinutes;
        near[minute] = (near[minute] ?? 0) + 1;
      }
  return (at: number): boolean => (near[at % dayMinutes] ?? 0) >= enoughProofs;
}

/** The minutes of the day at which, or near which, something is due. */
function dueMinutes(slots: readonly number[]): Uint8Array {
  const due = new Uint8Array(dayMinutes);
  for (const slot of slots)
    for (let late = -lateMinutes; late <= lateMinutes; late++)
      due[(slot + late + dayMinutes) % dayMinutes] = 1;
  return due;
}

/** How far from a proof it counts: an hour, and on from there as long as something is due every hour. */
function reachOf(proof: number, due: Uint8Array): Set<number> {
  const reach = new Set([0]);
  for (const step of [-moveMinutes, moveMinutes])
    for (let moved = step; reach.size * moveMinutes < dayMinutes; moved += step) {
      reach.add(moved);
      if (due[(proof + moved + dayMinutes) % dayMinutes] !== 1) break;
    }
  return reach;
}

/** Whether a missing run of the schedule can be a problem. */
export function isProven(schedule: BranchSchedule): boolean {
  return schedule.pattern?.slots.some(isProvenAt(schedule)) === true;
}

/** With the times at which the runs of the branches show that it runs without changes, the last two of each quarter of an hour of the day. */
export function proofsOf(earlier: readonly number[], branches: readonly BranchJournal[]): number[] {
  const all = [...earlier, ...branches.flatMap(provingTimes)].sort(byNumber);
  const ofQuarter = new Map<number, number[]>();
  let last = Number.NEGATIVE_INFINITY;
  for (const at of all) {
    // A schedule queues the runs of all branches at once, and so does an edit of the settings.
    if (at <= last + lateMinutes) continue;
    last = at;
    const quarter = Math.floor((at % dayMinutes) / lateMinutes);
    ofQuarter.set(quarter, [...(ofQuarter.get(quarter) ?? []), at].slice(-enoughProofs));
  }
  return [...ofQuarter.values()].flat().sort(byNumber);
}

/** Where it is not proven, it has to prove itself again after each gap. */
export function withoutDoubtful(schedule: KnownSchedule): KnownSchedule {
  const { pattern, proofs } = schedule;
  const isProvenNow = isProvenAt(schedule);
  const slots = pattern?.slots.filter((slot) => !isProvenNow(slot)) ?? [];
  const gap = lastGap({ ...schedule, pattern: pattern && { ...pattern, slots } }) ?? 0;
  return { ...schedule, proofs: proofs.filter((at) => at > gap || isProvenNow(at)) };
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
export function lastGap({ pattern, times }: BranchSchedule): number | undefined {
  const [first, last] = [times[0], times.at(-1)];
  if (pattern === undefined || first === undefined || last === undefined) return undefined;
  const from = Math.max(pattern.since, first);
  // The runs of the last day may not have finished in their order.
  const due = timesOf(pattern.slots, from, last - dayMinutes);
  return matchRuns(due, times).unmet.at(-1);
}

/** Notes times without a run that nothing explains. */
export function withGaps(schedule: KnownSchedule, missing: readonly number[]): KnownSchedule {
  const { pattern } = schedule;
  const gaps = [...schedule.gaps, ...missing];
  const last = gaps.at(-1);
  if (pattern === undefined || last === undefined || gaps.length < maxGaps) return { ...schedule, gaps };
  return { ...schedule, pattern: { ...pattern, since: last }, gaps: [] };
}

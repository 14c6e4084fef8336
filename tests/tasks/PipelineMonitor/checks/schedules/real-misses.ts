import type { DueRun } from "./azure";
import { dayMinutes } from "./dice";

const weekMinutes = 7 * dayMinutes;
const toleranceMinutes = 30;

/** The missing runs of a branch that a monitor must report: those after which it knew enough. */
export function realMisses(runs: readonly DueRun[]): number[] {
  const due = new Set(runs.map(({ at }) => at));
  const first = runs[0]?.at ?? 0;
  const isWeekly = (at: number): boolean => at < first + weekMinutes || (due.has(at - weekMinutes) && isWeekly(at - weekMinutes));
  const real: number[] = [];
  let [proofs, gaps, isOut] = [0, 0, false];
  const ended: { finished: number; commit: string }[] = [];
  for (const { at, run, skipped } of runs) {
    if (skipped === "missing") {
      const isKnown = proofs >= 2 && at >= first + 3 * weekMinutes + dayMinutes && isWeekly(at);
      if (isKnown && !isOut) real.push(at);
      if (isKnown && !isOut && ++gaps === 2) [proofs, gaps] = [0, 0];
      isOut = true;
    }
    if (run === undefined) continue;
    isOut = false;
    const last = ended.findLast(({ finished }) => finished <= run.queued);
    if (last?.commit === run.commit) proofs++;
    if (run.result === "succeeded") ended.push(run);
  }
  return real;
}

/** Counts the missing runs that must be reported by `now`, and those that were. */
export function countReal(runs: readonly DueRun[], reported: readonly number[], now: number) {
  const real = realMisses(runs).filter((at) => at < now - 120);
  const told = real.filter((at) => reported.some((one) => Math.abs(one - at) <= toleranceMinutes));
  const later = real.slice(1);
  return {
    ...{ real: real.length, told: told.length },
    ...{ laterReal: later.length, laterTold: later.filter((at) => told.includes(at)).length },
  };
}

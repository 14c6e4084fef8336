import { matchRuns } from "../../../../../tasks/PipelineMonitor/checks/schedules/slots";
import type { DueRun } from "./azure";
import { dayMinutes } from "./dice";

const weekMinutes = 7 * dayMinutes;
const nearMinutes = 30;

/**
 * The missing runs of a branch that must be reported, in minutes since 1970: of those in a row, or at one time of the day, the first,
 * once the schedule has run for three weeks without a gap, and two runs without a change at that time of the day, or an hour from it, were
 * known since the last two missing ones.
 */
export function realMisses(runs: readonly DueRun[], reportEveryMinutes: number): number[] {
  const byTime = new Map(runs.map((one) => [one.at, one]));
  const first = runs[0]?.at ?? 0;
  const isWeekly = (at: number): boolean => {
    const before = byTime.get(at - weekMinutes);
    return at < first + weekMinutes || (before !== undefined && isWeekly(before.at));
  };
  const isWhole = (at: number) =>
    runs.every((one) => one.skipped !== "running" || one.at > at || one.at < at - 3 * weekMinutes);
  const [real, proofs]: [number[], { at: number; knownAt: number }[]] = [[], []];
  const ended: { finished: number; commit: string }[] = [];
  const unmet = new Set<number>();
  let [gaps, doubtedAt, isOut] = [0, 0, false];
  for (const { at, run, skipped } of runs) {
    if (run !== undefined) {
      isOut = false;
      unmet.delete(at % dayMinutes);
      const last = ended.findLast(({ finished }) => finished <= run.queued);
      const knownAt = run.finished + reportEveryMinutes;
      if (last?.commit === run.commit) proofs.push({ at, knownAt });
      if (run.result === "succeeded") ended.push(run);
    }
    if (skipped !== "missing") continue;
    const known = proofs.filter(
      (proof) => proof.at > doubtedAt && proof.knownAt <= at && isOfTime(proof.at, at),
    ).length;
    const isLearned = at >= first + 3 * weekMinutes + dayMinutes && isWeekly(at) && isWhole(at);
    if (known >= 2 && isLearned && !isOut && !unmet.has(at % dayMinutes)) {
      real.push(at);
      gaps++;
      if (gaps % 2 === 0) doubtedAt = at;
    }
    isOut = true;
    unmet.add(at % dayMinutes);
  }
  return real;
}

function isOfTime(proof: number, at: number): boolean {
  const apart = Math.abs(proof - at) % dayMinutes;
  return [0, 60, dayMinutes - 60].includes(apart);
}

/** Counts the missing runs that must be reported until a time, and those that were. */
export function countReal(all: readonly number[], reported: readonly number[], until: number) {
  const real = all.filter((at) => at < until);
  const near = { early: nearMinutes, late: nearMinutes };
  const untold = new Set(
    matchRuns(
      real,
      reported.toSorted((one, other) => one - other),
      near,
    ).unmet,
  );
  const [, ...later] = real;
  return {
    ...{ real: real.length, told: real.length - untold.size },
    ...{ laterReal: later.length, laterTold: later.filter((at) => !untold.has(at)).length },
  };
}

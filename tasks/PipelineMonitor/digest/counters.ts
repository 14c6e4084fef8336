import type { Run } from "../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf } from "../issue/issue";
import { addTime, noTimes } from "../render/figures";

/** Runs of further commits are ignored, which limits the memory that a pipeline can use. */
export const maxCommits = 1000;

/**
 * Creates a counter of what became of each commit of a branch. One on which runs failed and passed shows that a pipeline is
 * flaky. A canceled run neither failed nor passed.
 */
export function createCommits() {
  const byCommit = new Map<string, { failures: number; hasPassed: boolean }>();
  return {
    count(run: Run): void {
      const { commit, branch, result } = run;
      const hasPassed = hasSucceeded(run);
      if (commit === undefined || branch === undefined || !(hasPassed || result === "failed")) return;
      const key = JSON.stringify([branch, commit]);
      const known = byCommit.get(key);
      if (known === undefined && byCommit.size >= maxCommits) return;
      const before = known ?? { failures: 0, hasPassed: false };
      byCommit.set(key, {
        failures: before.failures + (hasPassed ? 0 : 1),
        hasPassed: before.hasPassed || hasPassed,
      });
    },
    flakiness() {
      const flaky = [...byCommit.values()].filter(({ failures, hasPassed }) => failures > 0 && hasPassed);
      return { commits: flaky.length, failures: flaky.reduce((sum, { failures }) => sum + failures, 0) };
    },
  };
}

/**
 * Creates a collection of run times in whole seconds. It counts how many runs took each number of seconds, so the
 * percentile is exact, and the memory grows with the different times, not with the runs.
 */
export function createRunTimes() {
  const counts = new Map<number, number>();
  const times = noTimes();
  return {
    add(seconds: number): void {
      // A negative time comes from a wrong record.
      if (!(seconds >= 0)) return;
      addTime(times, seconds);
      counts.set(seconds, (counts.get(seconds) ?? 0) + 1);
    },
    times,
    /** Rounded; undefined if no run has a time. So is the percentile. */
    mean: () => (times.runs === 0 ? undefined : Math.round(times.totalSeconds / times.runs)),
    /** The smallest time that 99 of 100 runs do not exceed (nearest rank). */
    percentile99() {
      let above = times.runs - Math.ceil((times.runs * 99) / 100);
      const longestFirst = [...counts].sort(([one], [other]) => other - one);
      for (const [seconds, runs] of longestFirst) {
        above -= runs;
        if (above < 0) return seconds;
      }
      return undefined;
    },
  };
}

/** The figures of a pipeline's runs within some days. */
export type DaysFigures = ReturnType<ReturnType<typeof createDays>["figures"]>;

export function createDays() {
  const runTimes = createRunTimes();
  let [runs, failures] = [0, 0];
  return {
    count(run: Run): void {
      runs++;
      if (!hasSucceeded(run)) failures++;
      runTimes.add(secondsOf(run).runSeconds);
    },
    figures: () => ({
      runs,
      /** Runs that did not succeed (rule 5.2). */
      failures,
      times: runTimes.times,
      mean: runTimes.mean(),
      percentile99: runTimes.percentile99(),
    }),
  };
}

import type { Run } from "../../../shared/azure-devops/records";
import { hasSucceeded } from "../issue/issue";
import { addTime, noTimes, type Times } from "../render/figures";

/** What shows that a pipeline is flaky: its runs failed and passed on the same commit of a branch. */
export interface Flakiness {
  commits: number;
  /** The failed runs of these commits. */
  failures: number;
}

/** The commits of a pipeline's runs. */
export interface Commits {
  count(run: Run): void;
  flakiness(): Flakiness;
}

/** Runs of further commits are ignored, which limits the memory that a pipeline can use. */
export const maxCommits = 1000;

/** Creates a counter of what became of each commit. A canceled run neither failed nor passed. */
export function createCommits(): Commits {
  const byCommit = new Map<string, { failures: number; hasPassed: boolean }>();
  return {
    count(run) {
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

/** The run times of a pipeline's runs, in whole seconds. */
export interface RunTimes {
  add(seconds: number): void;
  times: Readonly<Times>;
  /** Returns the mean, rounded; undefined if no run has a time. */
  mean(): number | undefined;
  /** Returns the smallest time that 99 of 100 runs do not exceed (nearest rank); undefined without times. */
  percentile99(): number | undefined;
}

/**
 * Creates a collection of run times. It counts how many runs took each number of seconds, so the percentile is
 * exact, and the memory grows with the different times, not with the runs.
 */
export function createRunTimes(): RunTimes {
  const counts = new Map<number, number>();
  const times = noTimes();
  return {
    add(seconds) {
      // A negative time comes from a wrong record.
      if (!(seconds >= 0)) return;
      addTime(times, seconds);
      counts.set(seconds, (counts.get(seconds) ?? 0) + 1);
    },
    times,
    mean: () => (times.runs === 0 ? undefined : Math.round(times.totalSeconds / times.runs)),
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

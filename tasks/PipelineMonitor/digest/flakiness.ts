import type { Run } from "../../../shared/azure-devops/records";
import { hasSucceeded } from "../issue/issue";

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

import type { Run } from "../../../shared/azure-devops/records";
import { hasSucceeded } from "../issue/issue";

/** Runs of further commits are ignored, which limits the memory that a pipeline can use. */
export const maxCommits = 1000;

/**
 * Creates a counter of what became of each commit of a branch. One on which runs failed and passed shows that a pipeline is
 * flaky. A canceled run neither failed nor passed.
 */
export function createCommits() {
  const byCommit = new Map<string, { hasFailed: boolean; hasPassed: boolean }>();
  return {
    count(run: Run): void {
      const { commit, branch, result } = run;
      const hasPassed = hasSucceeded(run);
      if (commit === undefined || branch === undefined || !(hasPassed || result === "failed")) return;
      const key = JSON.stringify([branch, commit]);
      const known = byCommit.get(key);
      if (known === undefined && byCommit.size >= maxCommits) return;
      byCommit.set(key, {
        hasFailed: known?.hasFailed === true || !hasPassed,
        hasPassed: known?.hasPassed === true || hasPassed,
      });
    },
    flaky: () => [...byCommit.values()].filter(({ hasFailed, hasPassed }) => hasFailed && hasPassed).length,
  };
}

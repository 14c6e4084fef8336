import { groupBy } from "../../shared/group-by";
import { type ProjectRun, shortBranch, usualBranch } from "./project-run";

/** Code that nobody has merged may run by these reasons. */
const unmerged = ["pullRequest", "validateShelveset", "checkInShelveset"];

/**
 * Whoever may push a branch may run a pipeline with another file, whose runs carry the tag of its monitor: only runs of the default
 * branch speak for a monitor. Where the service does not name it, it is the branch that the schedule starts.
 */
export async function byTrust(
  runs: readonly ProjectRun[],
  defaultBranch: (definitionId: number) => Promise<string | undefined>,
): Promise<{ trusted: ProjectRun[]; others: ProjectRun[] }> {
  const ofPipelines = groupBy(runs, ({ pipeline }) => pipeline.id);
  const split = await Promise.all(
    [...ofPipelines.values()].map(async (own) => {
      const scheduled = own.filter(({ reason }) => reason === "schedule");
      const named = await defaultBranch(own[0].pipeline.id).catch(() => undefined);
      const branch = named === undefined ? usualBranch(scheduled) : shortBranch(named);
      const speaks = (run: ProjectRun) =>
        !unmerged.includes(run.reason) && (branch === undefined || shortBranch(run.branch) === branch);
      return { trusted: own.filter(speaks), others: own.filter((run) => !speaks(run)) };
    }),
  );
  return { trusted: split.flatMap(({ trusted }) => trusted), others: split.flatMap(({ others }) => others) };
}

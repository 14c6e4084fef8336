import { groupBy } from "../../shared/group-by";
import type { ProjectRun } from "./project-run";

const heads = "refs/heads/";

/** The branch that most runs are of; undefined if none is known. */
export function usualBranch(runs: readonly Pick<ProjectRun, "branch">[]): string | undefined {
  const branches = runs.flatMap(({ branch }) =>
    branch.startsWith(heads) ? [branch.slice(heads.length)] : [],
  );
  const [most] = [...groupBy(branches, (branch) => branch)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return most?.[0];
}

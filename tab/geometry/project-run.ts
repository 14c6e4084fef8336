import { groupBy } from "../../shared/group-by";

/** A run as the service lists it. Times are in seconds since 1970. */
export interface ProjectRun {
  id: number;
  number: string;
  definitionId: number;
  pipeline: string;
  branch: string;
  /** Empty if it is unknown. */
  commit: string;
  /** Such as completed, inProgress or notStarted. */
  status: string;
  /** Such as succeeded or failed; empty while it runs. */
  result: string;
  /** Why it started, such as schedule. */
  reason: string;
  tags: readonly string[];
  queueTime: number | undefined;
  startTime: number | undefined;
  finishTime: number | undefined;
  /** Its page. */
  url: string;
}

const heads = "refs/heads/";

export function shortBranch(branch: string): string {
  return branch.startsWith(heads) ? branch.slice(heads.length) : branch;
}

/** The branch that most runs are of; undefined if none is known. */
export function usualBranch(runs: readonly Pick<ProjectRun, "branch">[]): string | undefined {
  const branches = runs.filter(({ branch }) => branch.startsWith(heads));
  const [most] = [...groupBy(branches, ({ branch }) => shortBranch(branch))].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return most?.[0];
}

import { hasSucceeded } from "../../../shared/azure-devops/run-state";
import type { BranchJournal, PipelineJournal } from "../../../shared/journal/schema";
import { pathOfRun } from "../../../shared/pipeline";
import type { Config } from "../config/parse";
import { ignoring } from "./note";

/** A branch without the runs that a filter hides. The run that finished last comes last. */
export type BranchHistory = Pick<BranchJournal, "runs" | "older" | "isCut">;

export function seenBranch(config: Config, pipeline: PipelineJournal, branch: BranchJournal): BranchHistory {
  const isIgnored = ignoring(config, pathOfRun(pipeline), branch.branch);
  const runs = branch.runs.filter((run) => !isIgnored(run));
  return { runs, older: branch.older, isCut: branch.isCut };
}

/** The runs in a row that ended with the one before a place; undefined if none is known. */
export function streakBefore(
  { runs, older, isCut }: BranchHistory,
  index: number,
): (NonNullable<BranchJournal["older"]> & { orMore: boolean }) | undefined {
  const last = runs[index - 1];
  if (last === undefined) return older === undefined ? undefined : { ...older, orMore: isCut };
  const isGood = hasSucceeded(last);
  const other = runs.slice(0, index).findLastIndex((run) => hasSucceeded(run) !== isGood);
  const since = runs[other + 1]?.finishTime ?? last.finishTime;
  const streak = { isGood, count: index - 1 - other, since };
  if (other !== -1) return { ...streak, orMore: false };
  if (older === undefined) return { ...streak, orMore: isCut };
  if (older.isGood !== isGood) return { ...streak, orMore: false };
  return { isGood, count: streak.count + older.count, since: older.since, orMore: isCut };
}

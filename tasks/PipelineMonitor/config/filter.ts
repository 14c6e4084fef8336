import type { Run, RunRecord } from "../../../shared/azure-devops/records";
import { pathOfRun } from "../../../shared/pipeline";
import { createNameLookUp } from "./patterns";

/** Which runs the rules see, by how they were started. */
export const runKinds = ["all", "notPullRequests", "scheduled"] as const;

/** Which runs of a pipeline the rules see. */
export interface RunFilter {
  runs: (typeof runKinds)[number];
  /** Names or patterns; undefined means every branch. */
  branches: readonly string[] | undefined;
  hasBranch: (branch: string) => boolean;
}

/** The filters of all pipelines, by name. */
interface Filters {
  entryFor(pipeline: string): { filter: RunFilter };
}

const headsPrefix = /^refs\/heads\//;

export function createRunFilter(
  runs: RunFilter["runs"] = "all",
  branches?: readonly string[] | undefined,
): RunFilter {
  const find = branches && createNameLookUp(branches);
  const hasBranch = (branch: string) =>
    find === undefined || [branch, branch.replace(headsPrefix, "")].some((name) => find(name) !== undefined);
  return { runs, branches, hasBranch };
}

/** Reasons of runs that a schedule started, or the end of another pipeline's run. */
const scheduledReasons = ["schedule", "scheduleForced", "buildCompletion", "resourceTrigger"];

/** The members of a run by which a filter chooses it. */
interface RunOrigin {
  branch?: string | undefined;
  reason?: string | undefined;
  /** Whether it did nothing, because a newer run took its place in the queue. */
  isSuperseded?: boolean | undefined;
}

interface Origin extends RunOrigin {
  pipeline: Run["pipeline"];
}

/** Why the rules do not see a run: the key of the configuration, or that it did nothing. */
export type HiddenBy = "runs" | "branches" | "superseded";

function isPullRequest({ reason, branch = "" }: RunOrigin): boolean {
  return reason === "pullRequest" || branch.startsWith("refs/pull/");
}

/** Undefined if the rules see the run. */
export function hiddenBy({ entryFor }: Filters, run: Origin): HiddenBy | undefined {
  return hiddenByFilter(entryFor(pathOfRun(run)).filter, run);
}

/** Whether the rules see every run. */
export function hidesNothing({ runs, branches }: RunFilter): boolean {
  return runs === "all" && branches === undefined;
}

/** Unknown reasons and branches hide nothing. */
export function hiddenByFilter({ runs, hasBranch }: RunFilter, run: RunOrigin): HiddenBy | undefined {
  if (run.isSuperseded === true) return "superseded";
  if (run.branch !== undefined && !hasBranch(run.branch)) return "branches";
  if (runs === "notPullRequests") return isPullRequest(run) ? "runs" : undefined;
  const isHidden = runs === "scheduled" && run.reason !== undefined && !scheduledReasons.includes(run.reason);
  return isHidden ? "runs" : undefined;
}

/** The rules see every record that cannot be parsed. */
export function isHidden(filters: Filters, record: RunRecord): boolean {
  return "run" in record && hiddenBy(filters, record.run) !== undefined;
}

/** For a successful run, even if the rules do not see it. */
export function endsProblems(filters: Filters, run: Origin): boolean {
  return endsProblemsOf(filters.entryFor(pathOfRun(run)).filter, run);
}

export function endsProblemsOf(filter: RunFilter, run: RunOrigin): boolean {
  const key = hiddenByFilter(filter, run);
  // Pull requests have branches of their own, on which the rules see no problem.
  return key === undefined || (key === "runs" && !isPullRequest(run));
}

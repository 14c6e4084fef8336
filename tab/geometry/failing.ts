import { openStreak, type RunState, runState } from "../../shared/azure-devops/run-state";
import { groupBy } from "../../shared/group-by";
import { monitorTag } from "../../shared/report/form";
import type { ReportProblem } from "../../shared/report/schema";
import { daySeconds } from "../../shared/text/time";
import { type ProjectRun, shortBranch } from "./project-run";

/** A pipeline that does not succeed, by its runs. */
export interface Failing
  extends Pick<ReportProblem, "kind" | "since" | "severity" | "sentence" | "last" | "count"> {
  /** Its last one, and the first one that did not succeed. */
  run: ProjectRun;
  first?: ProjectRun;
  /** Whether a success before it is known; and if not, whether it may have begun before all that is known. */
  hasSuccess?: boolean;
  isLonger?: boolean;
}

/** As a report has it. */
export function problemOf(
  { run, first: _, hasSuccess: __, isLonger: ___, ...about }: Failing,
  project: string,
): ReportProblem {
  return {
    key: `${about.kind} ${run.id}`,
    project,
    pipeline: run.pipeline,
    ...about,
    importance: "normal",
    number: run.number,
    runUrl: run.url,
    state: { kind: "told", why: "" },
  };
}

const failureKinds: Readonly<Partial<Record<RunState, readonly [Failing["kind"], string]>>> = {
  failed: ["failed", "failed"],
  partly: ["partiallySucceeded", "partially succeeded"],
};

/** Whether a run that finished tells how its pipeline is. A pull request is its author's concern, and who cancels a run knows. */
function isTelling(run: ProjectRun): boolean {
  const state = runState(run);
  const isOver = state !== "running" && state !== "canceled";
  return isOver && run.reason !== "pullRequest" && !run.branch.startsWith("refs/pull/");
}

const tags = "refs/tags/";

/** A tag never runs again: all tags of a pipeline are one branch. */
export function branchKey({ definitionId, branch }: Pick<ProjectRun, "definitionId" | "branch">): string {
  return `${definitionId} ${branch.startsWith(tags) ? tags : branch}`;
}

/** The telling runs by `branchKey`, the last one first. */
export function byBranch(runs: readonly ProjectRun[]): ReadonlyMap<string, readonly ProjectRun[]> {
  return groupBy(runs.filter(isTelling).toSorted(lastFirst), branchKey);
}

function lastFirst(one: ProjectRun, other: ProjectRun): number {
  return (other.finishTime ?? 0) - (one.finishTime ?? 0) || other.id - one.id;
}

/** The last run of each branch that seems to fail, and of which it is worth asking when it succeeded. */
export function branchesToAsk(runs: readonly ProjectRun[]): ProjectRun[] {
  return [...byBranch(runs).values()].flatMap((ordered) => {
    const [run] = ordered;
    const isAskable = run !== undefined && run.branch !== "" && !run.branch.startsWith(tags);
    return isAskable && streakOf(ordered).length > 0 ? [run] : [];
  });
}

/** The runs in a row that did not succeed, the first one first. A monitor that reported may fail because of what it found. */
function streakOf(ordered: readonly ProjectRun[]): ProjectRun[] {
  const judged = ordered.map((run) =>
    run.tags.includes(monitorTag) ? { ...run, result: "succeeded" } : run,
  );
  return openStreak(judged.toReversed());
}

/**
 * Pipelines whose last run did not succeed, and their further branches, but those that only people ran, and not in the last 24
 * hours. `branches` have the telling runs, the last one first, and `failuresSince` is from when on all failures are among these.
 */
export function failingNow(
  branches: readonly (readonly ProjectRun[])[],
  now: number,
  failuresSince: number,
): Failing[] {
  const ofPipeline = groupBy(branches, ([run]) => String(run?.definitionId));
  return branches.flatMap((ordered) => {
    const streak = streakOf(ordered);
    const [first, run] = [streak[0], streak.at(-1)];
    if (first === undefined || run === undefined) return [];
    const others = ofPipeline.get(String(run.definitionId)) ?? [];
    const { finishTime: last = 0 } = run;
    const isOfToday = last >= now - daySeconds;
    const isLast = others.every(([other]) => other === undefined || lastFirst(run, other) <= 0);
    const isLasting =
      !run.branch.startsWith(tags) && (isLast || streak.some(({ reason }) => reason === "schedule"));
    if (!isOfToday && !isLasting) return [];
    const branch = shortBranch(run.branch);
    const where = others.length > 1 && branch !== "" ? ` on ${branch}` : "";
    const [kind, words] = failureKinds[runState(run)] ?? (["failed", "did not succeed"] as const);
    const { finishTime: since = last } = first;
    const count = streak.length;
    // It fails about so often.
    const every = count === 1 ? daySeconds : Math.max(daySeconds, (1.5 * (last - since)) / (count - 1));
    const hasSuccess = ordered.some((one) => lastFirst(one, first) > 0);
    const isLonger = !hasSuccess && since - every <= failuresSince;
    const severity = kind === "failed" ? "failure" : "warning";
    const sentence = `${words}${where}`;
    return [{ run, first, kind, severity, since, last, count, sentence, hasSuccess, isLonger }];
  });
}

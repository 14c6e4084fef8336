import { openStreak, type RunState, runState } from "../../shared/azure-devops/run-state";
import { groupBy } from "../../shared/group-by";
import { pipelineIdOf } from "../../shared/pipeline";
import type { Project } from "../../shared/project";
import { monitorTag } from "../../shared/report/form";
import { isTag, lineOf, placeKeyOf } from "../../shared/subject";
import { daySeconds } from "../../shared/text/time";
import type { Problem } from "./problem";
import type { ProjectRun } from "./project-run";

/** A pipeline that does not succeed, by its runs. */
export interface Failing
  extends Pick<Problem, "kind" | "since" | "severity" | "sentence" | "last" | "count"> {
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
  project: Project,
): Problem {
  return {
    key: `${about.kind} ${run.id}`,
    project,
    pipeline: run.pipeline,
    branch: run.branch,
    ...about,
    importance: "normal",
    number: run.number,
    runUrl: run.url,
    state: { kind: "told", why: "" },
  };
}

const failureKinds: ReadonlyMap<RunState, readonly [Failing["kind"], string]> = new Map([
  ["partly", ["partiallySucceeded", "partially succeeded"]],
  ["canceled", ["canceled", "was canceled"]],
  ["failed", ["failed", "failed"]],
]);

/**
 * Whether a run that finished tells how its pipeline is. A pull request is its author's concern, and who cancels a run knows. The
 * service cancels a run that takes too long, and nobody may know that of a schedule's.
 */
function isTelling(run: ProjectRun): boolean {
  const state = runState(run);
  const isOver = state !== "running" && (state !== "canceled" || run.reason === "schedule");
  return isOver && run.reason !== "pullRequest" && !run.branch.startsWith("refs/pull/");
}

/** A tag never runs again: all tags of a pipeline are one branch. */
export function branchKey({ pipeline, branch }: Parameters<typeof placeKeyOf>[0]): string {
  return placeKeyOf({ pipeline, branch: lineOf({ branch }) });
}

/** The telling runs by `branchKey`, the last one first. */
export function byBranch(
  runs: readonly ProjectRun[],
): ReadonlyMap<string, readonly [ProjectRun, ...ProjectRun[]]> {
  return groupBy(runs.filter(isTelling).toSorted(lastFirst), branchKey);
}

export function lastFirst(one: ProjectRun, other: ProjectRun): number {
  return (other.finishTime ?? 0) - (one.finishTime ?? 0) || other.id - one.id;
}

/**
 * The last run of each branch that seems to fail, and of which it is worth asking when it succeeded, with the first one that seems to
 * have failed in a row.
 */
export function branchesToAsk(runs: readonly ProjectRun[], now: number) {
  return [...byBranch(runs).values()].flatMap((ordered) => {
    const [run] = ordered;
    const isAskable = run.branch !== "" && !isPast(run, run.finishTime, now);
    const [first] = streakOf(ordered);
    return isAskable && first !== undefined ? [{ run, first }] : [];
  });
}

/** A tag is told for a day. */
export function isPast(subject: { branch?: string | undefined }, last = 0, now: number): boolean {
  return isTag(subject) && last < now - daySeconds;
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
  branches: readonly (readonly [ProjectRun, ...ProjectRun[]])[],
  now: number,
  failuresSince: number,
): Failing[] {
  const ofPipeline = groupBy(branches, ([{ pipeline }]) => pipelineIdOf(pipeline));
  return branches.flatMap((ordered) => {
    const open = streakOf(ordered);
    const run = open.at(-1);
    // Each tag is news, and no reason to look at the tags before.
    const streak = open.filter(({ branch }) => branch === run?.branch);
    const [first] = streak;
    if (first === undefined || run === undefined) return [];
    const others = ofPipeline.get(pipelineIdOf(run.pipeline)) ?? [];
    const { finishTime: last = 0 } = run;
    const isOfToday = last >= now - daySeconds;
    const isLast = others.every(([other]) => lastFirst(run, other) <= 0);
    const isLasting = !isTag(run) && (isLast || streak.some(({ reason }) => reason === "schedule"));
    if (!isOfToday && !isLasting) return [];
    const [kind, sentence] = failureKinds.get(runState(run)) ?? (["failed", "did not succeed"] as const);
    const { finishTime: since = last } = first;
    const count = streak.length;
    // It fails about so often.
    const every = count === 1 ? daySeconds : Math.max(daySeconds, (1.5 * (last - since)) / (count - 1));
    const hasSuccess = ordered.some((earlier) => lastFirst(earlier, first) > 0);
    const isLonger = !hasSuccess && since - every <= failuresSince;
    const severity = kind === "failed" ? "failure" : "warning";
    return [{ run, first, kind, severity, since, last, count, sentence, hasSuccess, isLonger }];
  });
}

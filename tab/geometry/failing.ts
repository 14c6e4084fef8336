import { hasSucceeded, type RunState, runState } from "../../shared/azure-devops/run-state";
import { groupBy } from "../../shared/group-by";
import { monitorTag } from "../../shared/report/form";
import type { ReportProblem } from "../../shared/report/schema";
import { daySeconds } from "../../shared/text/time";
import { type ProjectRun, shortBranch } from "./project-run";

/** A pipeline that does not succeed, by its runs. */
export interface Failing
  extends Pick<ReportProblem, "kind" | "since" | "severity" | "sentence" | "last" | "count"> {
  /** Its last one. */
  run: ProjectRun;
}

/** As a report has it. */
export function problemOf({ run, ...about }: Failing, project: string): ReportProblem {
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

/**
 * Whether a run that finished tells how its pipeline is. A pull request is its author's concern, who cancels a run knows, and
 * a monitor that reported may fail because of what it found.
 */
function isTelling(run: ProjectRun): boolean {
  const state = runState(run);
  const isOver = state !== "running" && state !== "canceled";
  return isOver && run.reason !== "pullRequest" && !run.tags.includes(monitorTag);
}

export function branchKey({ definitionId, branch }: Pick<ProjectRun, "definitionId" | "branch">): string {
  return `${definitionId} ${branch}`;
}

/** The telling runs by `branchKey`, the last one first. */
export function byBranch(runs: readonly ProjectRun[]): ReadonlyMap<string, readonly ProjectRun[]> {
  return groupBy(runs.filter(isTelling).toSorted(lastFirst), branchKey);
}

function lastFirst(one: ProjectRun, other: ProjectRun): number {
  return (other.finishTime ?? 0) - (one.finishTime ?? 0) || other.id - one.id;
}

/**
 * Pipelines whose last run did not succeed, and further branches whose last run of the last 24 hours did not.
 * `branches` have the telling runs, the last one first, and `knownSince` is from when on all runs are among these.
 */
export function failingNow(
  branches: readonly (readonly ProjectRun[])[],
  now: number,
  knownSince: number,
): Failing[] {
  const ofPipeline = groupBy(branches, ([run]) => String(run?.definitionId));
  const dayAgo = now - daySeconds;
  return branches.flatMap((ordered) => {
    const found = streakOf(ordered);
    if (found === undefined) return [];
    const { run, since, last, count, isWhole } = found;
    const others = ofPipeline.get(String(run.definitionId)) ?? [];
    const isLast = others.every(([other]) => other === undefined || lastFirst(run, other) <= 0);
    if (!isLast && last < dayAgo) return [];
    const branch = shortBranch(run.branch);
    const where = others.length > 1 && branch !== "" ? ` on ${branch}` : "";
    // Nobody knows what came before the list.
    const isDay = knownSince <= dayAgo && since >= dayAgo;
    const all = isDay ? ", every run of the last 24 hours" : ", every run that was read";
    const [kind, words] = failureKinds[runState(run)] ?? (["failed", "did not succeed"] as const);
    const sentence = `${words}${where}${isWhole && count > 1 ? all : ""}`;
    return [{ run, kind, severity: kind === "failed" ? "failure" : "warning", since, last, count, sentence }];
  });
}

/** The last runs in a row that did not succeed, and whether no run before them is known. */
function streakOf(ordered: readonly ProjectRun[]) {
  const good = ordered.findIndex(hasSucceeded);
  const streak = good === -1 ? ordered : ordered.slice(0, good);
  const [run, first] = [streak[0], streak.at(-1)];
  if (run === undefined || first === undefined) return undefined;
  const { finishTime: since = 0 } = first;
  return { run, since, last: run.finishTime ?? since, count: streak.length, isWhole: good === -1 };
}

import type { Run } from "../../../shared/azure-devops/records";
import { hasSucceeded, type Issue, importanceOf, missedCode, pipelineNameOf, runOf } from "../issue/issue";
import { fingerprint, type ProblemKind } from "../issue/memory";

/** What the memory knows the issue of a finished or missed run by. */
export interface Identity {
  pipeline: string;
  /** The issue's code, and its run's result. */
  verdict: string;
  /** The same with the cause; undefined if that is not known. */
  key: string | undefined;
  kind: ProblemKind;
}

/** Returns what an issue about the present is known by; undefined if it is about a run that finished or was missed. */
export function stateKeyOf(issue: Issue): string | undefined {
  if (issue.isState !== true) return undefined;
  return fingerprint([issue.code, pipelineNameOf(issue) ?? "", runOf(issue)?.id ?? 0, importanceOf(issue)]);
}

/** Returns what the issue of a finished or missed run is known by; undefined if no two are the same. */
export function identityOf(issue: Issue): Identity | undefined {
  const { about, at, isState, explanation, links } = issue;
  if (isState === true || about === "project" || "unreadable" in about || at === undefined) return undefined;
  if ("pipeline" in about) {
    if (issue.code !== missedCode) return undefined;
    const pipeline = missedFingerprint(about.pipeline);
    const verdict = fingerprint([pipeline, importanceOf(issue)]);
    return { pipeline, verdict, key: verdict, kind: "missed" };
  }
  const known = verdictOf(issue, about.run, importanceOf(issue));
  // A cause that could not be read may be any.
  const isUnknown = explanation?.cause === undefined && links.note !== "";
  const key = fingerprint([known.verdict, explanation?.cause ?? "", isUnknown ? about.run.id : 0]);
  return { ...known, key };
}

/** Returns what the issue of a finished run is known by without its cause. A failed run that also crossed a limit failed. */
export function verdictOf({ code }: Issue, run: Run, importance: string): Omit<Identity, "key"> {
  const pipeline = pipelineFingerprint(run);
  const result = hasSucceeded(run) ? "" : `${run.status} ${run.result}`;
  const verdict = fingerprint([pipeline, code, result, importance]);
  return { pipeline, verdict, kind: result === "" ? "limit" : "failure" };
}

/** Returns what an attempt of a run is known by. A run that is run again keeps its id, and finishes later. */
export function attemptOf({ id, finishTime = 0 }: Pick<Run, "id" | "finishTime">): string {
  return `${id}:${finishTime}`;
}

/** Returns when an attempt finished, in seconds since 1970. */
export function finishOf(attempt: string): number {
  return Number(attempt.split(":")[1]);
}

/** Returns what the attached memory knows a pipeline by. Pipelines in two folders may have the same name. */
export function pipelineFingerprint({ pipeline, definitionId = 0 }: Run): string {
  return fingerprint([pipeline, definitionId]);
}

/** Returns `pipelineFingerprint` for the runs of one list, which computes each only once. */
export function pipelineFingerprints(): (run: Run) => string {
  const known = new Map<string, string>();
  return (run) => {
    const name = `${run.definitionId} ${run.pipeline}`;
    const found = known.get(name) ?? pipelineFingerprint(run);
    known.set(name, found);
    return found;
  };
}

/** Returns what the attached memory knows a pipeline's missed runs by: a schedule has only its name. */
export function missedFingerprint(name: string): string {
  return fingerprint([name, "missed"]);
}

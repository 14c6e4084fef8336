import type { Run } from "../../../shared/azure-devops/records";
import type { Finding, Issue } from "../rules/finding";
import { pipelineNameOf, runOf } from "../rules/finding";
import { hasSucceeded, type Problem } from "../rules/rules";
import { fingerprint } from "./fingerprint";
import type { ProblemKind } from "./known-problem";

/**
 * What a problem is known by: that of runs by pipeline, verdict and cause; that without runs by what it is. Undefined
 * if no two are the same problem.
 */
export type Sighting =
  | { basis: "runs"; pipeline: string; verdict: string; key: string; kind: ProblemKind; at: number }
  | { basis: "state"; key: string };

/** What a run's problem is known by, without its cause. */
export interface Verdict {
  verdict: string;
  kind: ProblemKind;
}

/** Returns what an issue is known by in its project; undefined if it is always reported. */
export function sightingOf({ finding, explanation, links }: Issue, importance: string): Sighting | undefined {
  const name = pipelineNameOf(finding);
  // No run at all is worse than too few.
  if (finding.kind === "tooFewRuns")
    return { basis: "state", key: fingerprint(["too few runs", String(finding.runCount === 0)]) };
  if (finding.kind === "unreadable" || name === undefined) return undefined;
  if (finding.kind === "check") {
    if (finding.missedAt !== undefined) return missedSighting(name, finding.missedAt, importance);
    const what = [name, finding.tally, String(finding.hasLogs), runOf(finding)?.id ?? 0, importance];
    return { basis: "state", key: fingerprint(what) };
  }
  const { run } = finding;
  if (run.finishTime === undefined) return undefined;
  const { verdict, kind } = verdictFingerprint(run, finding, importance);
  // A cause that could not be read may be any.
  const isUnknown = explanation?.cause === undefined && links.note !== "";
  const key = fingerprint([verdict, explanation?.cause ?? "", isUnknown ? run.id : 0]);
  return { basis: "runs", pipeline: pipelineFingerprint(run), verdict, key, kind, at: run.finishTime };
}

/** Returns what a run's problem is known by, without its cause. */
export function verdictFingerprint(
  run: Run,
  problem: Extract<Problem, { run: Run }>,
  importance: string,
): Verdict {
  const { text, kind } = verdictOf(problem);
  return { verdict: fingerprint([pipelineFingerprint(run), text, importance]), kind };
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

function missedSighting(name: string, at: number, importance: string): Sighting {
  const pipeline = missedFingerprint(name);
  const verdict = fingerprint([pipeline, importance]);
  return { basis: "runs", pipeline, verdict, key: verdict, kind: "missed", at };
}

/** A failed run that also crossed a limit is a failed run. */
function verdictOf(problem: Extract<Finding, { run: Run }>): { text: string; kind: ProblemKind } {
  const { run, kind } = problem;
  const result = hasSucceeded(run) ? "" : ` ${run.status} ${run.result}`;
  const isFast = kind === "runTime" && problem.runSeconds <= problem.maxProcSeconds;
  return { text: `${kind}${isFast ? " too fast" : ""}${result}`, kind: result === "" ? "limit" : "failure" };
}

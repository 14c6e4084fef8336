import type { Run } from "../../../shared/azure-devops/records";
import type { Finding, Issue } from "../rules/finding";
import { pipelineNameOf, runOf } from "../rules/finding";
import type { Problem } from "../rules/rules";
import { digest } from "./digest";
import type { ProblemKind } from "./known-problem";

/**
 * What a problem is known by: that of runs by pipeline, verdict and cause; that without runs by what it is. Undefined
 * if no two are the same problem.
 */
export type Sighting =
  | { basis: "runs"; pipeline: string; verdict: string; key: string; kind: ProblemKind; at: number }
  | { basis: "state"; key: string };

/** Returns what an issue is known by in its project; undefined if it is always reported. */
export function sightingOf({ finding, explanation }: Issue, importance: string): Sighting | undefined {
  const name = pipelineNameOf(finding);
  if (finding.kind === "unreadable") return undefined;
  if (finding.kind === "tooFewRuns") return { basis: "state", key: digest(["too few runs"]) };
  const run = runOf(finding);
  if (name === undefined) return undefined;
  if (finding.kind === "check" && finding.missedAt === undefined)
    return { basis: "state", key: digest([name, finding.tally, run?.id ?? 0, importance]) };
  const at = finding.kind === "check" ? finding.missedAt : run?.finishTime;
  if (at === undefined) return undefined;
  const what = verdictOfFinding(finding);
  const verdict = digest([name, what.text, importance]);
  const key = digest([verdict, explanation?.cause ?? ""]);
  return { basis: "runs", pipeline: pipelineDigest(name), verdict, key, kind: what.kind, at };
}

/** Returns the verdict of a run's problem, without its cause; undefined if the run has none. */
export function verdictDigest(
  run: Run,
  problem: Problem | undefined,
  importance: string,
): { verdict: string; kind: ProblemKind } | undefined {
  if (problem === undefined) return undefined;
  const { text, kind } = verdictOfFinding(problem);
  return { verdict: digest([run.pipeline, text, importance]), kind };
}

/** Returns what the attached memory knows a pipeline by. */
export function pipelineDigest(name: string): string {
  return digest([name]);
}

function verdictOfFinding(finding: Finding): { text: string; kind: ProblemKind } {
  switch (finding.kind) {
    case "status":
      return { text: `${finding.run.status} ${finding.run.result}`, kind: "failure" };
    case "runTime":
      return { text: finding.runSeconds > finding.maxProcSeconds ? "too long" : "too fast", kind: "limit" };
    case "queueTime":
      return { text: "waited too long", kind: "limit" };
    case "check":
      return { text: finding.tally, kind: "missed" };
    case "tooFewRuns":
    case "unreadable":
      return { text: finding.kind, kind: "failure" };
  }
}

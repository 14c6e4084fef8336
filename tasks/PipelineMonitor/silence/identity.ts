import { idOf } from "../../../shared/azure-devops/records";
import { hasSucceeded, type Issue, importanceOf, missedCode, pipelineNameOf, runOf } from "../issue/issue";
import { fingerprint, type KnownProblem, missedRow, rowOf } from "../issue/memory";

/** Identifies the issue of a finished or missed run in the memory. */
export interface Identity extends Pick<KnownProblem, "row" | "key" | "kind"> {
  /** When it happened, in seconds since 1970. */
  at: number;
}

/** Identifies an issue about the present, which has no time; undefined if it is about a run that finished or was missed. */
export function stateKeyOf(issue: Issue): string | undefined {
  const { about, at, code } = issue;
  const run = runOf(issue);
  const id = about === "project" || "pipeline" in about ? 0 : idOf(about);
  // Of records without an id, no two are known to be the same.
  if (id === undefined || at !== undefined) return undefined;
  const state = run === undefined ? "" : `${run.status} ${run.result}`;
  return fingerprint([code, pipelineNameOf(issue) ?? "", id, state, importanceOf(issue)]);
}

/** Undefined if the issue is not of a finished or missed run, or no two such issues are the same. */
export function identityOf(issue: Issue): Identity | undefined {
  const { at, code, explanation, links } = issue;
  const run = runOf(issue);
  if (at === undefined || (run === undefined && code !== missedCode)) return undefined;
  if (run === undefined) {
    const row = missedRow(pipelineNameOf(issue) ?? "");
    return { row, key: fingerprint([row, importanceOf(issue)]), kind: "missed", at };
  }
  const result = hasSucceeded(run) ? "" : `${run.status} ${run.result}`;
  // A cause that could not be read may be any.
  const isUnknown = explanation?.cause === undefined && links.note !== "";
  return {
    row: rowOf(run),
    key: fingerprint([code, result, importanceOf(issue), explanation?.cause ?? "", isUnknown ? run.id : 0]),
    // A failed run that also crossed a limit failed.
    kind: result === "" ? "limit" : "failure",
    at,
  };
}

/** In seconds since 1970. */
export function timeOf(seen: string): number {
  return Number(seen.split(":").at(-1));
}

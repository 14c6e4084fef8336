import { type Verdict, verdicts } from "./form";

/** 0 is the most severe. */
export function severityOf(verdict: Verdict): number {
  return verdicts.indexOf(verdict);
}

export function isIssue(verdict: Verdict): boolean {
  return verdict !== "ok" && verdict !== "notChecked";
}

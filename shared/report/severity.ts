import { type Verdict, verdicts } from "./form";

/** Returns how severe a verdict is; 0 is the most severe. */
export function severityOf(verdict: Verdict): number {
  return verdicts.indexOf(verdict);
}

/** Returns whether a verdict is an issue. */
export function isIssue(verdict: Verdict): boolean {
  return verdict !== "ok" && verdict !== "notChecked";
}

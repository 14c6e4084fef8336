import { isCalm } from "../../shared/report/form";
import type { ReportProblem } from "../../shared/report/schema";
import { type Clock, momentText } from "./clock";

/** How alarming it looks; a stuck run like its bar in the chart. */
export function problemTone(problem: ReportProblem): "bad" | "warn" | "off" {
  const { severity, importance, state, kind } = problem;
  if (isCalm(state.kind) || importance === "info" || severity === "note") return "off";
  return severity === "failure" || kind === "stuck" ? "bad" : "warn";
}

/** `3 times since Tue 03:07` or `at 03:07`. Empty where the sentence says it. */
export function whenText(
  { kind, since, last, count, saysWhen, isMixed }: ReportProblem,
  clock: Clock,
): string {
  const begun = `since ${momentText(since, clock)}`;
  if (saysWhen === true && count === 1) return "";
  if (kind === "stuck" || (kind === "missed" && count === 1)) return "";
  // Most of these sentences have a time of their own.
  if (kind === "other") return `· known ${begun}`;
  if (isMixed === true && count > 1)
    return `at ${momentText(last, clock)}, the last of ${count} problems ${begun}`;
  return count === 1 ? `at ${momentText(last, clock)}` : `${count} times ${begun}`;
}

/** `failed 3 times since Tue 03:07` */
export function sentenceText(problem: ReportProblem, clock: Clock): string {
  return [problem.sentence, whenText(problem, clock)].filter((text) => text !== "").join(" ");
}

/** Why nothing of all this was told; undefined if some of it was, or if reasons differ. */
export function untoldText(problems: readonly ReportProblem[]): string | undefined {
  const states = problems.map(({ state }) => state).filter(({ kind }) => !isCalm(kind));
  const [first, ...others] = new Set(
    states.map(({ kind, why }) => (kind === "notDelivered" ? why : undefined)),
  );
  return others.length === 0 ? first : undefined;
}

/** How important it is, and why the report that has it did not tell it, unless `untold` says so for all. Empty if there is nothing to say. */
export function stateText({ state, importance }: ReportProblem, untold?: string): string {
  const { why = "" } = state;
  return [importance === "high" ? "High severity." : "", why === untold ? "" : why]
    .filter((text) => text !== "")
    .join(" ");
}

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
  if (kind === "other") return begun;
  if (isMixed === true && count > 1)
    return `at ${momentText(last, clock)}, the last of ${count} problems ${begun}`;
  return count === 1 ? `at ${momentText(last, clock)}` : `${count} times ${begun}`;
}

/** `failed 3 times since Tue 03:07` */
export function sentenceText(problem: ReportProblem, clock: Clock): string {
  return [problem.sentence, whenText(problem, clock)].filter((text) => text !== "").join(" ");
}

/** How important it is, and why the report that has it did not tell it. Empty if there is nothing to say. */
export function stateText({ state, importance }: ReportProblem): string {
  return [importance === "high" ? "High severity." : "", state.why ?? ""]
    .filter((text) => text !== "")
    .join(" ");
}

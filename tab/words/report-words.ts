import { type DomainOutcome, isCalm, isProblem } from "../../shared/report/form";
import type { MonitorReport, Report } from "../../shared/report/schema";
import type { ProblemWords } from "../geometry/problem";
import { type Clock, momentText } from "./clock";

export const outcomeWords: Readonly<Record<DomainOutcome, string>> = {
  registered: "registered",
  alreadyOwned: "already in the account",
  undone: "order undone by the registrar",
  noLongerOwned: "no longer in the account",
  dryRun: "dry run: would have been bought",
  notChecked: "not checked",
  available: "available",
  valid: "request is valid",
  notAvailable: "not available",
  tooEarly: "release is still far away",
  tooExpensive: "too expensive",
  invalid: "request is invalid",
  refused: "refused by the registrar",
  unknown: "not known whether bought",
  unanswered: "registrar did not answer",
  cancelled: "cancelled",
  failed: "failed",
};

/** How good the news of an outcome is. */
export function toneOf(report: Report): "good" | "bad" | "warn" | "neutral" {
  if (report.kind === "monitor") return toneOfNight(report);
  if (["registered", "alreadyOwned", "valid", "available"].includes(report.outcome)) return "good";
  if (
    ["undone", "noLongerOwned", "refused", "unknown", "invalid", "unanswered", "failed"].includes(
      report.outcome,
    )
  )
    return "bad";
  const isRefused = report.attempts.some(({ response }) => response === "refused");
  return isRefused || report.outcome === "tooExpensive" ? "warn" : "neutral";
}

/** A problem that is over is no good news, but nobody has to act. */
function toneOfNight({ problems, runs, issueCount }: MonitorReport): "good" | "bad" | "warn" | "neutral" {
  const tones = problems.map(problemTone);
  if (tones.includes("bad")) return "bad";
  if (tones.includes("warn")) return "warn";
  const hadIssue = issueCount > 0 || runs.some(({ verdict }) => isProblem(verdict));
  return problems.length > 0 || hadIssue ? "neutral" : "good";
}

/** For the picker: its stage, job, attempt, and configuration or domain. */
export function labelOf(report: Report): string {
  const { stage, job, attempt } = report;
  const about = report.kind === "monitor" ? report.configuration : report.domain;
  return [stage, job, attempt === undefined ? undefined : `attempt ${attempt}`, about]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");
}

/** `Cut to fit: 12 runs, 3 missed runs.` Empty if nothing. */
export function leftOutText({ leftOut = [] }: Report): string {
  const parts = leftOut.map(
    ({ list, count }) => `${count} ${Object.hasOwn(listWords, list) ? listWords[list] : list}`,
  );
  return parts.length === 0
    ? ""
    : `This report was cut to fit its size limit. Not shown: ${parts.join(", ")}.`;
}

const listWords: Readonly<Record<string, string>> = {
  problems: "problems",
  runs: "runs without a problem",
  issues: "runs with a problem",
  missedRuns: "missed runs",
  otherIssues: "other problems",
  pipelines: "totals of pipelines",
  skippedChecks: "names of skipped checks",
  changes: "earlier changes",
  attempts: "earlier purchase attempts",
  nextSteps: "next steps",
};

/** How alarming it looks; a stuck run like its bar in the chart. */
export function problemTone(problem: ProblemWords): "bad" | "warn" | "off" {
  const { severity, importance, state, kind } = problem;
  if (isCalm(state.kind) || importance === "info" || severity === "note") return "off";
  return severity === "failure" || kind === "stuck" ? "bad" : "warn";
}

/** `3 times since Tue 03:07` or `at 03:07`. Empty where the sentence says it. */
export function whenText(
  { kind, since, last, count, saysWhen, isMixed, isLonger }: ProblemWords & { isLonger?: boolean },
  clock: Clock,
): string {
  const begun = `since ${momentText(since, clock)}${isLonger === true ? " or longer" : ""}`;
  // It counts what did not succeed, however often a run was tried; the other problems of the page are none of it.
  const counted = isMixed === true ? "problems" : kind === "missed" ? "missed runs" : "failures";
  if (saysWhen === true) return count === 1 ? "" : `· ${count} ${counted} ${begun}`;
  if (kind === "stuck" || (kind === "missed" && count === 1)) return "";
  // Most of these sentences have a time of their own.
  if (kind === "other") return count === 1 ? "" : `· known ${begun}`;
  if (isMixed === true && count > 1)
    return `at ${momentText(last, clock)}, the last of ${count} problems ${begun}`;
  return count === 1 ? `at ${momentText(last, clock)}` : `${count} times ${begun}`;
}

/** `failed 3 times since Tue 03:07` */
export function sentenceText(problem: ProblemWords, clock: Clock): string {
  return [problem.sentence, whenText(problem, clock)].filter((text) => text !== "").join(" ");
}

/** Why nothing of all this was told; undefined if some of it was, or if reasons differ. */
export function untoldText(problems: readonly ProblemWords[]): string | undefined {
  const states = problems.map(({ state }) => state).filter(({ kind }) => !isCalm(kind));
  const [first, ...others] = new Set(
    states.map(({ kind, why }) => (kind === "notDelivered" ? why : undefined)),
  );
  return others.length === 0 ? first : undefined;
}

/** How important it is, and why the report that has it did not tell it, unless `untold` says so for all. Empty if there is nothing to say. */
export function stateText({ state, importance }: ProblemWords, untold?: string): string {
  const { why = "" } = state;
  return `${importance === "high" ? "High severity. " : ""}${why === untold ? "" : why}`.trim();
}

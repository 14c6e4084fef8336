import { isIssue } from "../../shared/report/form";
import type { DomainOutcome, MonitorReport, Report } from "../../shared/report/schema";
import { problemTone } from "./problem-words";

export const outcomeWords: Readonly<Record<DomainOutcome, string>> = {
  registered: "registered",
  alreadyOwned: "already in the account",
  undone: "order undone by the registrar",
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
  if (["undone", "refused", "unknown", "invalid", "unanswered", "failed"].includes(report.outcome))
    return "bad";
  const isRefused = report.attempts.some(({ response }) => response === "refused");
  return isRefused || report.outcome === "tooExpensive" ? "warn" : "neutral";
}

/** A problem that is over is no good news, but nobody has to act. */
function toneOfNight({ problems, runs, issueCount }: MonitorReport): "good" | "bad" | "warn" | "neutral" {
  const tones = problems.map(problemTone);
  if (tones.includes("bad")) return "bad";
  if (tones.includes("warn")) return "warn";
  const hadIssue = issueCount > 0 || runs.some(({ verdict }) => isIssue(verdict));
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

import type { DomainOutcome, Money, Report } from "../../shared/report/schema";

export const outcomeWords: Readonly<Record<DomainOutcome, string>> = {
  registered: "registered",
  alreadyOwned: "already in the account",
  dryRun: "dry run: would have been bought",
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
  if (report.kind === "monitor") return report.issueCount === 0 ? "good" : "bad";
  if (["registered", "alreadyOwned", "valid", "available"].includes(report.outcome)) return "good";
  if (report.outcome === "tooExpensive") return "warn";
  return ["refused", "unknown", "invalid", "unanswered", "failed"].includes(report.outcome)
    ? "bad"
    : "neutral";
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
  runs: "runs without an issue",
  issues: "runs with an issue",
  missedRuns: "missed runs",
  otherIssues: "other issues",
  pipelines: "totals of pipelines",
  skippedChecks: "names of skipped checks",
  changes: "earlier changes",
  attempts: "earlier purchase attempts",
  nextSteps: "next steps",
};

/** `11.69 USD`. */
export function moneyText({ amount, currency }: Money): string {
  return currency === undefined ? amount : `${amount} ${currency}`;
}

/** `11.69 USD (11690000 in the registrar's unit)`. */
export function exactMoneyText(money: Money): string {
  return `${moneyText(money)} (${money.raw} in the registrar's unit)`;
}

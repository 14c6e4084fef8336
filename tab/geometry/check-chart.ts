import type { CheckChange, DomainReport } from "../../shared/report/schema";
import { positionOf, round, ticksOf } from "./time-scale";

/** Places and widths are percent of the width. A segment are checks with the same response, up to the next other one. */
export function checkChartOf(report: DomainReport) {
  const last = report.changes.at(-1);
  // A single check has no length of its own.
  const scale = { from: report.from, to: Math.max(report.to, last?.until ?? 0, report.from + 1) };
  return {
    ticks: ticksOf(scale, 8),
    segments: report.changes.map((change, index) => {
      const next = report.changes[index + 1];
      const at = positionOf(scale, change.at);
      const end = positionOf(scale, next?.at ?? Math.max(change.until, scale.to));
      return { change, kind: kindOf(change), at, width: round(end - at) };
    }),
    attempts: report.attempts.map((attempt) => ({ attempt, at: positionOf(scale, attempt.at) })),
  };
}

export function kindOf({ available }: CheckChange): "available" | "not available" | "check failed" {
  if (available === undefined) return "check failed";
  return available ? "available" : "not available";
}

import type { CheckChange, DomainReport } from "../../shared/report/schema";
import { placeOf, round, ticksOf } from "./time-scale";

/** Checks with the same response, up to the next other one. */
export interface Segment {
  change: CheckChange;
  kind: "available" | "not available" | "check failed";
  at: number;
  width: number;
}

/** Places and widths are percent of the width. */
export function checkChartOf(report: DomainReport) {
  const last = report.changes.at(-1);
  // A single check has no length of its own.
  const scale = { from: report.from, to: Math.max(report.to, last?.until ?? 0, report.from + 1) };
  return {
    ticks: ticksOf(scale, 8),
    segments: report.changes.map((change, index): Segment => {
      const next = report.changes[index + 1];
      const at = placeOf(scale, change.at);
      const end = placeOf(scale, next?.at ?? Math.max(change.until, scale.to));
      return { change, kind: kindOf(change), at, width: round(end - at) };
    }),
    attempts: report.attempts.map((attempt) => ({ attempt, at: placeOf(scale, attempt.at) })),
  };
}

export function kindOf({ available }: CheckChange): Segment["kind"] {
  if (available === undefined) return "check failed";
  return available ? "available" : "not available";
}

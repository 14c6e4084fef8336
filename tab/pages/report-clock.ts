import type { Report } from "../../shared/report/schema";
import { type Clock, clockOf, utcClock } from "../words/clock";

/** The clock of the configuration, as of the end of the report. That of a domain is UTC. */
export function reportClock(report: Report): Clock {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return report.kind === "monitor" ? clockOf(report.zone, timeZone, report.to) : utcClock(report.to);
}

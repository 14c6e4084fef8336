import { daySeconds } from "../../../../shared/text/time";
import { endOf, reportedFrom, type Window } from "../../issue/window";

/** Metrics count runs from this time on, in seconds since 1970. Earlier reports counted those until `metricsUntil`. */
export function countedFrom(window: Window, metricsUntil: number | undefined): number {
  return Math.max(Math.floor(metricsUntil ?? reportedFrom(window)), endOf(window) - daySeconds);
}

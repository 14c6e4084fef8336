import { daySeconds } from "../text/time";
import { type HttpProblem, isCertificateProblem, requestedSecondsOf } from "./errors";

/**
 * Which failed requests may be retried: all whose problem may pass, only those that were certainly not sent, those that
 * OpenTelemetry's protocol allows to send again, or none.
 */
export type RetryRule = "reads" | "unsent" | "metrics" | "never";

/** The limits of retries; times in seconds. */
export const retryLimits = { maxTries: 5, maxTotalSeconds: 180, firstSeconds: 1, longestSeconds: 30 };
/** Metrics are not worth a longer wait at the end of a step. */
export const maxMetricsSeconds = 20;

/** The statuses that are temporary, and after which sending the request again does no harm. */
const passingStatuses: Record<RetryRule, readonly number[]> = {
  reads: [408, 429, 500, 502, 503, 504],
  unsent: [429],
  metrics: [429, 502, 503, 504],
  never: [],
};

/** One year. */
export const maxRequestedSeconds = 366 * daySeconds;

/** It may succeed and does no harm. */
function mayRetry(rule: RetryRule, problem: HttpProblem): boolean {
  if (problem.kind === "status") return passingStatuses[rule].includes(problem.status);
  if (problem.kind === "intermediary") return rule === "reads" && problem.redirectsTo === undefined;
  if (problem.kind === "notSent") return rule !== "never" && !isCertificateProblem(problem.code);
  return rule === "reads" && (problem.kind === "broken" || problem.kind === "timeout");
}

/**
 * Seconds; undefined for no retry. The pause is exponential with full jitter (`random` is from 0 to 1), and at least
 * as long as `Retry-After`.
 */
export function pauseBeforeRetry(
  rule: RetryRule,
  problem: HttpProblem,
  soFar: { tries: number; seconds: number },
  random: number,
): number | undefined {
  if (!mayRetry(rule, problem) || soFar.tries >= retryLimits.maxTries) return undefined;
  const { firstSeconds, longestSeconds } = retryLimits;
  const maxTotalSeconds = rule === "metrics" ? maxMetricsSeconds : retryLimits.maxTotalSeconds;
  const jittered = random * Math.min(longestSeconds, firstSeconds * 2 ** (soFar.tries - 1));
  const pauseSeconds = Math.max(requestedSecondsOf(problem) ?? 0, jittered);
  return soFar.seconds + pauseSeconds > maxTotalSeconds ? undefined : pauseSeconds;
}

/** The header holds seconds or a date; undefined if it is neither. */
export function retryAfterSeconds(header: string | undefined, nowMilliseconds: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text), maxRequestedSeconds);
  // Date.parse accepts nearly anything that has a number in it.
  const date = text.endsWith(" GMT") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date)
    ? undefined
    : Math.min(Math.max(0, (date - nowMilliseconds) / 1000), maxRequestedSeconds);
}

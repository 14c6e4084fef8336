import { type HttpProblem, isCertificateProblem, maxAskedSeconds } from "./errors";

/** Which failures of a request may be tried again: all that pass, only what surely was not sent, none. */
export type RetryRule = "reads" | "unsent" | "never";

/** How often and how long a request is tried again; times in seconds. */
export const retryLimits = { maxTries: 5, maxTotalSeconds: 180, firstSeconds: 1, longestSeconds: 30 };

/** The statuses that pass, and after which a request does no harm when it is sent again. */
const passingStatuses: Record<RetryRule, readonly number[]> = {
  reads: [408, 429, 500, 502, 503, 504],
  unsent: [429],
  never: [],
};

/** Whether another try may succeed and does no harm under the rule. */
function mayRetry(rule: RetryRule, problem: HttpProblem): boolean {
  if (problem.kind === "status") return passingStatuses[rule].includes(problem.status);
  if (problem.kind === "notSent") return rule !== "never" && !isCertificateProblem(problem.code);
  return rule === "reads" && (problem.kind === "broken" || problem.kind === "timeout");
}

/**
 * The seconds to pause before the next try, undefined when there is to be none: exponential with full jitter,
 * `random` being from 0 to 1, and at least as long as the service's own `Retry-After` asks for.
 */
export function pauseBeforeRetry(
  rule: RetryRule,
  problem: HttpProblem,
  triesMade: number,
  elapsedSeconds: number,
  random: number,
): number | undefined {
  if (!mayRetry(rule, problem) || triesMade >= retryLimits.maxTries) return undefined;
  const asked = problem.kind === "status" ? problem.retryAfterSeconds : undefined;
  const { firstSeconds, longestSeconds, maxTotalSeconds } = retryLimits;
  const jittered = random * Math.min(longestSeconds, firstSeconds * 2 ** (triesMade - 1));
  const pauseSeconds = Math.max(asked ?? 0, jittered);
  return elapsedSeconds + pauseSeconds > maxTotalSeconds ? undefined : pauseSeconds;
}

/** The seconds that a `Retry-After` header asks for, given as seconds or as a date; undefined when it says nothing. */
export function retryAfterSeconds(header: string | undefined, nowMilliseconds: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text), maxAskedSeconds);
  // Date.parse makes a date of nearly anything that holds a number.
  const date = text.endsWith(" GMT") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date)
    ? undefined
    : Math.min(Math.max(0, (date - nowMilliseconds) / 1000), maxAskedSeconds);
}

import { type HttpFault, isCertificateFault } from "./errors";

/** Which failures of a request may be tried again: all that pass, only what surely was not sent, none. */
export type RetryRule = "reads" | "unsent" | "never";

/** How often and how long a request is tried again; times in seconds. */
export const retryLimits = { maxTries: 5, maxTotalSeconds: 180, firstSeconds: 1, longestSeconds: 30 };

const passingStatuses = [408, 429, 500, 502, 503, 504];

/** Whether another try may succeed and does no harm under the rule. */
function mayRetry(rule: RetryRule, fault: HttpFault): boolean {
  if (rule === "never") return false;
  switch (fault.kind) {
    case "notSent":
      return !isCertificateFault(fault.code);
    case "status":
      return rule === "reads" ? passingStatuses.includes(fault.status) : fault.status === 429;
    case "broken":
    case "timeout":
      return rule === "reads";
    case "paused":
    case "unreadable":
      return false;
  }
}

/**
 * The seconds to pause before the next try, undefined when there is to be none: exponential with full jitter,
 * `random` being from 0 to 1, and at least as long as the service's own `Retry-After` asks for.
 */
export function pauseBeforeRetry(
  rule: RetryRule,
  fault: HttpFault,
  triesMade: number,
  elapsedSeconds: number,
  random: number,
): number | undefined {
  if (!mayRetry(rule, fault) || triesMade >= retryLimits.maxTries) return undefined;
  const asked = fault.kind === "status" ? fault.retryAfterSeconds : undefined;
  const { firstSeconds, longestSeconds, maxTotalSeconds } = retryLimits;
  const jittered = random * Math.min(longestSeconds, firstSeconds * 2 ** (triesMade - 1));
  const pauseSeconds = Math.max(asked ?? 0, jittered);
  return elapsedSeconds + pauseSeconds > maxTotalSeconds ? undefined : pauseSeconds;
}

/** The seconds that a `Retry-After` header asks for, given as seconds or as a date; undefined when it says nothing. */
export function retryAfterSeconds(header: string | undefined, nowMilliseconds: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - nowMilliseconds) / 1000);
}

import type { Seen } from "../../../shared/rdap/client";
import type { Availability } from "../../../shared/registrar/registrar";
import { findReleaseWindow, provenUntil } from "../lifecycle/release";
import { findStage } from "../lifecycle/stages";
import type { End, Registration, Rules, Step, TooEarly } from "./state";

/** A response older than this, and than three pauses, no longer proves that the domain is not available. */
const staleSeconds = 300;

/** The check starts after `pauseSeconds`, unless the wait ends before. */
export function pollOn(registration: Registration, pauseSeconds: number, now: number, rules: Rules): Step {
  const at = now + pauseSeconds * 1000;
  return at > rules.endsAt
    ? endWith(registration, findEndOfWait(registration, now, rules))
    : { registration, action: { do: "check", at, confirming: false } };
}

/**
 * How the wait ends. It is "not available" only if the registrar said so recently. A failed check or a failed
 * purchase does not prove it.
 */
function findEndOfWait(registration: Registration, now: number, rules: Rules): End {
  const { lastResponse, lastResponseAt, lastFailure } = registration;
  if (registration.priceObjection !== "")
    return { outcome: "tooExpensive", message: registration.priceObjection };
  // If the registrar asks for a long pause, the wait ends long before `endsAt`.
  const unseenMilliseconds = Math.max(now, rules.endsAt) - lastResponseAt;
  const isRecent = unseenMilliseconds <= Math.max(staleSeconds, 3 * rules.pollSeconds) * 1000;
  const saidNotAvailable = lastResponse !== undefined && !counts(lastResponse, rules) && isRecent;
  return lastFailure === "" || saidNotAvailable
    ? { outcome: "notAvailable" }
    : { outcome: "unanswered", message: lastFailure };
}

export function counts({ available, definitive }: Availability, { requireDefinitive }: Rules): boolean {
  return available && (definitive || !requireDefinitive);
}

export function endWith(registration: Registration, end: End): Step {
  return { registration, action: { do: "end", end } };
}

/** A wait is of no use if a daily run still comes in time, even one that is a day late. */
const marginMilliseconds = 2 * 24 * 3600 * 1000;

/**
 * Undefined unless the record proves that the release comes long after the end of the wait. Then waiting is of no
 * use yet.
 */
export function findTooEarly(
  seen: Seen | undefined,
  now: number,
  { ending, endsAt }: { ending: string; endsAt: number },
): TooEarly | undefined {
  if (seen === undefined || seen === "absent") return undefined;
  const stage = findStage(seen.statuses);
  const quietUntil = provenUntil(seen, ending, now);
  if (stage === undefined || quietUntil === undefined || quietUntil <= endsAt + marginMilliseconds)
    return undefined;
  return { stage, release: findReleaseWindow(seen, now), quietUntil };
}

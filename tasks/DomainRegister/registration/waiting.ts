import type { Availability } from "../../../shared/registrar/registrar";
import type { Action, End, Registration, Rules, Step } from "./state";
import { checkPaceSeconds, nextLookAt } from "./watch";

/** Waiting between two checks, as pure functions. The public record may make the wait longer. */

/** A response older than this, and than three pauses, no longer proves that the domain is not available. */
const staleSeconds = 300;

/**
 * Returns the next check, the look at the public record before it, or the end of the wait. The check starts
 * after `pauseSeconds` at the earliest, and as late as the record allows. The last check of a wait starts
 * when it ends.
 */
export function pollOn(registration: Registration, pauseSeconds: number, now: number, rules: Rules): Step {
  const notBefore = now + pauseSeconds * 1000;
  if (notBefore > rules.endsAt)
    return { registration, action: ended(findEndOfWait(registration, now, rules)) };
  const pace = checkPaceSeconds(registration.watch, now, rules);
  const paced = pace > rules.pollSeconds ? now + pace * 1000 : notBefore;
  const at = Math.min(rules.endsAt, Math.max(notBefore, paced));
  return looking({ ...registration, planned: { at, notBefore } }, now, rules);
}

/** Returns what follows a look at the record, which can only bring the planned check forward. */
export function waitAfterLook(registration: Registration, now: number, rules: Rules): Step {
  const { at, notBefore } = registration.planned;
  const pace = checkPaceSeconds(registration.watch, now, rules);
  const sooner = Math.max(notBefore, Math.min(at, now + (pace > rules.pollSeconds ? pace * 1000 : 0)));
  return looking({ ...registration, planned: { at: sooner, notBefore } }, now, rules);
}

/** Returns the planned check, or the look at the record that comes before it. */
function looking(registration: Registration, now: number, rules: Rules): Step {
  const { watch, planned } = registration;
  const check: Action = { do: "check", at: planned.at, confirming: false };
  if (watch === undefined) return { registration, action: check };
  const lookAt = Math.max(now, nextLookAt(watch, now, rules));
  return { registration, action: lookAt < planned.at ? { do: "look", at: lookAt } : check };
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

/** Returns whether a response counts towards a purchase. */
export function counts({ available, definitive }: Availability, { requireDefinitive }: Rules): boolean {
  return available && (definitive || !requireDefinitive);
}

/** Returns the end of a registration as an action. */
export function ended(end: End): Action {
  return { do: "end", end };
}

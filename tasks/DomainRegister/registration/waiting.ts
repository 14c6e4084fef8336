import { meansAvailable } from "./availability";
import type { End, Registration, Rules, Transition } from "./state";

/** A response older than this, and than three pauses, no longer proves that the domain is not available. */
const staleSeconds = 300;

/** The check starts after `pauseSeconds`, unless the wait ends before. */
export function pollOn(
  registration: Registration,
  pauseSeconds: number,
  now: number,
  rules: Rules,
): Transition {
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
  const saidNotAvailable = lastResponse !== undefined && !meansAvailable(lastResponse, rules) && isRecent;
  return lastFailure === "" || saidNotAvailable
    ? { outcome: "notAvailable" }
    : { outcome: "unanswered", message: lastFailure };
}

export function endWith(registration: Registration, end: End): Transition {
  return { registration, action: { do: "end", end } };
}

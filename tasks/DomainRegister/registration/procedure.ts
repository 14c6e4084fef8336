import type { Price, PurchaseResponse, Quote, RequestTimes } from "../../../shared/registrar/registrar";
import { findObjectionToOffer, meansAvailable } from "./availability";
import { findPriceObjection } from "./price";
import type {
  Action,
  AlreadyOwned,
  Event,
  EventOf,
  Registration,
  Rules,
  SettledPurchase,
  Transition,
} from "./state";
import { endWith, pollOn } from "./waiting";

/**
 * The specification's procedure for a domain that is about to be released, as pure functions. Poll with FULL
 * until two consecutive responses say "available", then purchase, and stop once the purchase's response is
 * 200.
 */

/** How many consecutive available responses a purchase needs. */
const confirmationsNeeded = 2;
const maxBackoffSeconds = 300;
/** A confirming check that has to rest longer than this is bounded by the end of the wait, like any other. */
const maxConfirmRestSeconds = 60;
/** These mean a wrong request, credential or account, unless the registrar has accepted the credential before. */
const refusals = new Set<number | undefined>([400, 401, 403, 404, 422]);

/** The first step is an immediate check. */
export function begin(now: number, isAccepted = false): Transition {
  const registration: Registration = {
    confirmations: 0,
    checks: 0,
    failures: 0,
    lastFailure: "",
    lastStatus: undefined,
    isAccepted,
    lastResponse: undefined,
    lastResponseAt: now,
    hasSeenPrice: false,
    priceObjection: "",
    quoteRefusals: 0,
  };
  return { registration, action: { do: "check", at: now, confirming: false } };
}

export function next(registration: Registration, event: Event, now: number, rules: Rules): Transition {
  switch (event.kind) {
    case "response":
      return afterResponse(registration, event, now, rules);
    case "checkFailed":
      return afterFailedCheck(registration, event, now, rules);
    case "quote":
      return afterQuote(registration, event, now, rules);
    case "purchase":
      return afterPurchase(registration, event.response, now, rules);
    case "stale":
      return afterStale(registration, event, now, rules);
    case "reconciled":
      return afterReconciled(registration, event.response, now, rules);
  }
}

function afterResponse(
  before: Registration,
  { availability, sentAt, tookMilliseconds, restSeconds }: EventOf<"response">,
  now: number,
  rules: Rules,
): Transition {
  // `pollSeconds` lies between the starts of two checks, so a round trip adds nothing. A slow registrar gets
  // a rest.
  const pauseSeconds = Math.max(
    restSeconds,
    rules.pollSeconds / 2,
    rules.pollSeconds - tookMilliseconds / 1000,
  );
  const counted = meansAvailable(availability, rules);
  const registration = {
    ...before,
    confirmations: counted ? before.confirmations + 1 : 0,
    checks: before.checks + 1,
    failures: 0,
    lastStatus: undefined,
    isAccepted: true,
    lastResponse: availability,
    lastResponseAt: now,
    hasSeenPrice: before.hasSeenPrice || availability.price !== undefined,
    lastFailure: "",
    // Where a quote locks the price, the next quote decides.
    priceObjection: counted && rules.needsQuote ? before.priceObjection : "",
  };
  if (!counted) {
    // A record lags behind a registrar that says "available", however uncertain that is.
    const release = availability.available ? undefined : rules.laterRelease;
    return release === undefined
      ? pollOn(registration, pauseSeconds, now, rules)
      : endWith(registration, { outcome: "tooEarly", release });
  }
  if (registration.confirmations < confirmationsNeeded) {
    if (restSeconds <= maxConfirmRestSeconds)
      return { registration, action: { do: "check", at: now + restSeconds * 1000, confirming: true } };
    const lastFailure = `The registrar said that the domain is available, and then allowed no check for ${restSeconds} s.`;
    return pollOn({ ...registration, lastFailure }, pauseSeconds, now, rules);
  }
  const priceObjection = findObjectionToOffer(availability, rules);
  if (priceObjection !== undefined)
    return pollOn({ ...registration, priceObjection }, pauseSeconds, now, rules);
  const confirmation = { sentAt, tookMilliseconds };
  return rules.needsQuote
    ? { registration, action: { do: "quote", confirmation } }
    : { registration, action: buy(confirmation, availability, undefined, rules) };
}

/** A dry run ends instead of buying. */
function buy(confirmation: RequestTimes, offer: Price, quote: Quote | undefined, rules: Rules): Action {
  return rules.dryRun
    ? { do: "end", end: { outcome: "dryRun" } }
    : { do: "purchase", confirmation, offer, quote };
}

/**
 * A quote is the last response about availability and price. Only its price is ever paid. One that is refused is
 * asked for again at once, then after two new responses. The third refusal in a row ends the registration.
 */
function afterQuote(
  before: Registration,
  { confirmation, response, unaccepted }: EventOf<"quote">,
  now: number,
  rules: Rules,
): Transition {
  if (response.kind === "refused") {
    // It may be a passing problem: two available responses came just before.
    const registration = {
      ...before,
      quoteRefusals: before.quoteRefusals + 1,
      lastFailure: response.message,
    };
    if (registration.quoteRefusals === 1) return { registration, action: { do: "quote", confirmation } };
    const later = pollOn({ ...registration, confirmations: 0 }, rules.pollSeconds, now, rules);
    if (registration.quoteRefusals === 2 && later.action.do !== "end") return later;
  }
  if (response.kind !== "quoted") return afterPurchase({ ...before, quoteRefusals: 0 }, response, now, rules);
  const { quote, sentAt, tookMilliseconds } = response;
  const { price, currency, period } = quote;
  const lastResponse = before.lastResponse && { ...before.lastResponse, price, currency, period };
  const registration = { ...before, lastResponse, lastResponseAt: now, quoteRefusals: 0, priceObjection: "" };
  const priceObjection = findPriceObjection(quote, rules.limit);
  if (priceObjection !== undefined)
    return pollOn({ ...registration, priceObjection }, rules.pollSeconds, now, rules);
  if (unaccepted !== undefined)
    return endWith(registration, { outcome: "refused", message: unaccepted, status: undefined });
  return { registration, action: buy({ sentAt, tookMilliseconds }, quote, quote, rules) };
}

/**
 * A failed check ends a series of available responses (decision 9). The pause before the next check grows. A refusal
 * ends the step if the registrar has not accepted the credential in this run, or if the check before it met the same
 * one: a single one may be a passing problem. An error that asks for a pause is no refusal, whatever its status.
 */
function afterFailedCheck(
  before: Registration,
  { message, retryAfterSeconds = 0, status }: EventOf<"checkFailed">,
  now: number,
  rules: Rules,
): Transition {
  const registration = {
    ...before,
    confirmations: 0,
    checks: before.checks + 1,
    failures: before.failures + 1,
    lastFailure: message,
    lastStatus: status,
  };
  const isRefusal = refusals.has(status) && retryAfterSeconds === 0;
  const isHopeless = isRefusal && (!before.isAccepted || before.lastStatus === status);
  if (isHopeless) return endWith(registration, { outcome: "unanswered", message });
  // The task's own pause grows, but never beyond the wait. What the registrar asks for is obeyed.
  const restSeconds = (rules.endsAt - now) / 1000;
  const backoffSeconds = Math.min(maxBackoffSeconds, restSeconds, rules.pollSeconds * 2 ** before.failures);
  return pollOn(registration, Math.max(rules.pollSeconds, backoffSeconds, retryAfterSeconds), now, rules);
}

function afterPurchase(
  before: Registration,
  response: PurchaseResponse | AlreadyOwned,
  now: number,
  rules: Rules,
): Transition {
  const registration = { ...before, confirmations: 0 };
  switch (response.kind) {
    case "bought":
      return endWith(registration, { outcome: "registered", order: response.order });
    case "alreadyOwned":
      return endWith(registration, { outcome: "alreadyOwned", message: response.message });
    case "unavailable": {
      const lastResponse = before.lastResponse && { ...before.lastResponse, available: false };
      return pollOn({ ...registration, lastResponse }, rules.pollSeconds, now, rules);
    }
    case "notTaken": {
      const pauseSeconds = Math.max(rules.pollSeconds, response.retryAfterSeconds ?? 0);
      return pollOn({ ...registration, lastFailure: response.message }, pauseSeconds, now, rules);
    }
    case "refused": {
      const { message, status } = response;
      return endWith(registration, { outcome: "refused", message, status });
    }
    case "accepted":
    case "unknown": {
      const lastFailure = response.kind === "unknown" ? response.message : onlyAccepted;
      return { registration: { ...registration, lastFailure }, action: { do: "reconcile" } };
    }
  }
}

const onlyAccepted = "The registrar accepted the purchase but has not said how it ended.";

/** The outcome stays unknown if the reconciliation did not settle it. */
function afterReconciled(
  before: Registration,
  response: SettledPurchase | AlreadyOwned,
  now: number,
  rules: Rules,
): Transition {
  return response.kind === "unknown"
    ? endWith(before, { outcome: "unknown", message: before.lastFailure })
    : afterPurchase({ ...before, lastFailure: "" }, response, now, rules);
}

/** A confirmation that is too old to buy on does not count. Polling starts again, after the usual pause. */
function afterStale(
  before: Registration,
  { ageSeconds }: EventOf<"stale">,
  now: number,
  rules: Rules,
): Transition {
  const registration = {
    ...before,
    confirmations: 0,
    lastFailure: `The confirming response was ${ageSeconds} s old, which is too old to buy on, so nothing was sent.`,
  };
  const restSeconds = rules.pollSeconds / 2 - (now - before.lastResponseAt) / 1000;
  return pollOn(registration, Math.max(0, restSeconds), now, rules);
}

import { millionths } from "../../../shared/registrar/money";
import type { Availability, PurchaseResponse } from "../../../shared/registrar/registrar";
import { pluralize } from "../../../shared/text/pluralize";
import { isThousandfoldApart, renderAmount, renderBothForms } from "../registration/price";
import type {
  AlreadyOwned,
  Event,
  EventOf,
  Registration,
  Rules,
  SettledPurchase,
  Transition,
} from "../registration/state";

/**
 * Renders a warning if the first response with a price shows that price and cap are in different units.
 * Otherwise returns undefined.
 */
export function renderUnitWarning(before: Registration, event: Event, rules: Rules): string | undefined {
  const isFirst = event.kind === "response" && !before.hasSeenPrice;
  if (!isFirst || !isThousandfoldApart(event.availability, rules.limit)) return undefined;
  // Only where amounts are millionths may somebody have given the cap in them, or should have.
  const hint =
    rules.limit.unit === millionths
      ? ": it is in the registrar's unit, usually millionths of the currency (12000000 is 12.00)"
      : "";
  return `The price and maxPrice differ by a factor of 1000 or more. Check maxPrice${hint}.`;
}

/** Renders an event as log lines. There is one line for each change, and none for a check that changes nothing. */
export function renderProgress(
  { before, event, step }: { before: Registration; event: Event; step: Transition },
  now: number,
  rules: Rules,
): string[] {
  const { action } = step;
  switch (event.kind) {
    case "response":
      return [
        ...(before.failures > 0
          ? [`The registrar responds again after ${pluralize(before.failures, "failed check")}.`]
          : []),
        ...renderFirstPrice(before, event.availability, rules),
        ...renderAvailability(before, event.availability, step),
      ];
    case "checkFailed":
      return before.failures > 0 && before.lastFailure === event.message
        ? []
        : [`Check failed: ${event.message}`];
    case "quote":
      return isStillTooExpensive(before, step) ? [] : renderQuote(event, step, now, rules);
    case "purchase":
      return renderPurchase(event.response, action, now);
    case "stale":
      return [`${step.registration.lastFailure}${renderNext(action, now)}`];
    case "reconciled":
      return renderReconciled(event.response, action, now);
  }
}

/** At a registrar with quotes, every check of a domain over the cap is followed by one. */
function isStillTooExpensive(before: Registration, { registration }: Transition): boolean {
  return before.priceObjection !== "" && before.priceObjection === registration.priceObjection;
}

function renderQuote(
  { response, unaccepted }: EventOf<"quote">,
  { registration, action }: Transition,
  now: number,
  rules: Rules,
): string[] {
  if (response.kind !== "quoted") return [`No quote: ${response.message}${renderNext(action, now)}`];
  const price = `Quoted: ${renderAmount(response.quote, rules.limit.unit) ?? "no price"}.`;
  if (registration.priceObjection !== "")
    return [`${price} Not bought: ${registration.priceObjection}. Polling continues.`];
  if (unaccepted !== undefined) return [price];
  return [`${price}${action.do === "purchase" ? " Buying." : ""}`];
}

function renderPurchase(
  response: PurchaseResponse | AlreadyOwned,
  action: Transition["action"],
  now: number,
): string[] {
  // The message of the step's end says the same.
  if (response.kind === "bought" || response.kind === "refused" || response.kind === "alreadyOwned")
    return [];
  return response.kind === "accepted"
    ? ["The registrar accepted the purchase. Waiting until it says how it ended."]
    : [`Purchase not confirmed: ${response.message}${renderNext(action, now)}`];
}

function renderReconciled(
  response: SettledPurchase | AlreadyOwned,
  action: Transition["action"],
  now: number,
): string[] {
  switch (response.kind) {
    case "alreadyOwned":
      return [];
    case "bought":
      return ["The purchase took effect."];
    case "unknown":
      return ["Could not determine whether the purchase took effect."];
    default:
      return [`Nothing was bought: ${response.message}${renderNext(action, now)}`];
  }
}

function renderNext(action: Transition["action"], now: number): string {
  if (action.do === "quote") return " Asking for another quote.";
  if (action.do === "reconcile") return " Finding out how it ended; nothing is bought twice.";
  return action.do === "check"
    ? ` Polling resumes in ${renderSeconds(action.at - now)} and starts over.`
    : "";
}

/** Shows the first price beside the cap, so that people notice a wrong unit before money is spent. */
function renderFirstPrice(before: Registration, offer: Availability, rules: Rules): string[] {
  if (offer.price === undefined || before.hasSeenPrice) return [];
  const { maxPrice, unit, currency = offer.currency } = rules.limit;
  const cap =
    maxPrice === undefined ? "no maxPrice" : `maxPrice ${renderBothForms(maxPrice, currency, unit)}`;
  return [`Price: ${renderAmount(offer, unit)}; ${cap}.`];
}

function renderAvailability(
  { lastResponse, priceObjection }: Registration,
  { available, definitive }: Availability,
  { registration: after, action }: Transition,
): string[] {
  const certainty = definitive === undefined ? "" : ` (${definitive ? "" : "not "}certain)`;
  if (after.confirmations === 1) return [`Available${certainty}. Checking a second time.`];
  if (after.confirmations > 1) {
    const buying =
      action.do === "purchase" ? " Buying." : action.do === "quote" ? " Asking for a quote." : "";
    if (after.priceObjection === "") return [`Available a second time${certainty}.${buying}`];
    return priceObjection === after.priceObjection
      ? []
      : [`Available, but ${after.priceObjection}. Polling continues.`];
  }
  const isUnchanged = lastResponse?.available === available && (!available || !lastResponse.definitive);
  if (isUnchanged) return [];
  return [
    available
      ? "Available, but not certain; ignored because requireDefinitive is true."
      : `Not available${certainty}.`,
  ];
}

export function renderHeartbeat(
  registration: Registration,
  nextCheckAt: number,
  now: number,
  rules: Rules,
): string {
  const minutesLeft = Math.max(0, Math.round((rules.endsAt - now) / 60_000));
  return (
    `${renderState(registration)}: ${pluralize(registration.checks, "check")} made, ` +
    `next check in ${renderSeconds(nextCheckAt - now)}, ${minutesLeft} min left.`
  );
}

function renderState({ failures, priceObjection, lastResponse }: Registration): string {
  if (failures > 0) return "The registrar does not respond";
  if (priceObjection !== "") return "Available, but too expensive";
  return lastResponse?.available ? "Available, but not certain" : "Not available yet";
}

function renderSeconds(milliseconds: number): string {
  return `${Math.max(0, Math.round(milliseconds / 100) / 10)} s`;
}

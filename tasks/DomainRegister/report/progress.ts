import type { Availability } from "../../../shared/registrar/records";
import { pluralize } from "../../../shared/text/pluralize";
import { describePrice, isThousandfoldApart } from "../registration/price";
import type { Event, Registration, Rules, Step } from "../registration/procedure";

/** Whether price and cap of the first answer with a price look like amounts in different units. */
export function unitWarning(before: Registration, event: Event, rules: Rules): string | undefined {
  const isFirst = event.kind === "answer" && before.lastAnswer?.price === undefined;
  return isFirst && isThousandfoldApart(event.availability, rules.limit)
    ? "The price and maxPrice are a thousandfold apart. maxPrice is in the registrar's own unit, as a rule " +
        "millionths of the currency: 12000000 is 12.00."
    : undefined;
}

/** Lines that let a person follow a registration: one for each change of state, none for each poll. */
export function narrate(before: Registration, event: Event, step: Step, now: number, rules: Rules): string[] {
  const { action } = step;
  switch (event.kind) {
    case "answer":
      return [
        ...(before.failures > 0
          ? [`The registrar answers again, after ${pluralize(before.failures, "failed check")}.`]
          : []),
        ...firstPrice(before, event.availability, rules),
        ...answerLines(before, event.availability, step),
      ];
    case "checkFailed":
      return before.failures > 0 && before.lastFailure === event.message
        ? []
        : [`A check failed: ${event.message}`];
    case "purchase":
      return event.answer.kind === "bought" || event.answer.kind === "refused"
        ? []
        : [`Not confirmed as bought: ${event.answer.message}${whatNext(action, now)}`];
    case "stale":
      return [`${step.registration.lastFailure}${whatNext(action, now)}`];
    case "reconciled":
      return [
        event.owned
          ? "The account holds the domain."
          : "It cannot be shown whether the account holds the domain.",
      ];
  }
}

function whatNext(action: Step["action"], now: number): string {
  if (action.do === "reconcile") return " Looking into the account; no further purchase is sent.";
  return action.do === "check" ? ` Polling goes on in ${seconds(action.at - now)}, from the beginning.` : "";
}

/** The first answer with a price is shown beside the cap, so that a wrong unit shows before money is spent. */
function firstPrice(before: Registration, answer: Availability, rules: Rules): string[] {
  if (answer.price === undefined || before.lastAnswer?.price !== undefined) return [];
  const cap = rules.limit.maxPrice === undefined ? "no maxPrice" : `maxPrice ${rules.limit.maxPrice}`;
  return [`The registrar names a ${describePrice(answer)}; ${cap}.`];
}

function answerLines(
  { lastAnswer, priceObjection }: Registration,
  answer: Availability,
  { registration: after, action }: Step,
): string[] {
  const certainty = answer.definitive ? "definitive" : "not definitive";
  if (after.confirmations === 1) return [`Available (${certainty}). Asking a second time.`];
  if (after.confirmations > 1) {
    const buying = action.do === "purchase" ? " Buying." : "";
    if (after.priceObjection === "") return [`Available a second time (${certainty}).${buying}`];
    return priceObjection === after.priceObjection
      ? []
      : [`Available, but ${after.priceObjection}. Polling goes on.`];
  }
  const sameAsBefore =
    lastAnswer?.available === answer.available && (!answer.available || !lastAnswer.definitive);
  if (sameAsBefore) return [];
  return [
    answer.available
      ? "Available, but not definitive: that does not count here."
      : `Not available (${certainty}).`,
  ];
}

/** The line that shows from time to time that polling goes on. */
export function heartbeat(
  registration: Registration,
  nextCheckAt: number,
  now: number,
  rules: Rules,
): string {
  const { failures, priceObjection, lastAnswer } = registration;
  const available =
    priceObjection === ""
      ? lastAnswer?.available
        ? "Available, but not definitive"
        : "Not available yet"
      : "Available, but too expensive";
  const state = failures > 0 ? "The registrar does not answer" : available;
  return (
    `${state}: ${pluralize(registration.checks, "check")} made, next check in ${seconds(nextCheckAt - now)}, ` +
    `${Math.max(0, Math.round((rules.endsAt - now) / 60_000))} min left.`
  );
}

function seconds(milliseconds: number): string {
  return `${Math.max(0, Math.round(milliseconds / 100) / 10)} s`;
}

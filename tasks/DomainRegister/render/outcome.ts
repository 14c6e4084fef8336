import type { Outcome } from "../../../shared/agent/task";
import type { MoneyUnit } from "../../../shared/registrar/money";
import type { Order } from "../../../shared/registrar/registrar";
import { pluralize } from "../../../shared/text/pluralize";
import { renderComeBack, renderStage } from "../lifecycle/advice";
import { endingOf } from "../lifecycle/endings";
import type { Context } from "../registration/context";
import { renderMoney, renderPrice } from "../registration/price";
import type { Registered, Registration, TooEarly, Wanted } from "../registration/state";
import { renderRunAgain } from "./summary";

export function renderRegistrationOutcome(
  { end, registration }: Registered,
  context: Context,
  resolvableUntil: number | undefined,
): Outcome {
  const { domain, registrar, wanted } = context;
  const { onNotAvailable } = wanted;
  switch (end.outcome) {
    case "registered":
      return success(`${domain} is registered${renderOrder(end.order, registrar.traits.unit)}.`);
    case "alreadyOwned":
      return success(end.message);
    case "dryRun":
      return success(`Dry run: ${domain} is available and would have been bought.`);
    case "notAvailable":
      return withoutPurchase(
        `${domain} did not become available (${pluralize(registration.checks, "check")}).`,
        onNotAvailable,
      );
    case "tooEarly":
      return success(renderTooEarly(domain, end, registration.lastResponseAt).join(" "));
    case "tooExpensive":
      // If the domain was available, the step is never plain green.
      return withoutPurchase(
        `${domain} is available but was not bought: ${end.message}.`,
        onNotAvailable === "succeed" ? "warn" : onNotAvailable,
      );
    case "refused":
      return failure(renderRefusal(end, context), 1);
    case "unknown":
      return failure(renderUnknown(end.message, registration, context, resolvableUntil), 3);
    case "cancelled":
      return failure(
        `The step was canceled after ${pluralize(registration.checks, "check")}; nothing was bought.`,
        130,
      );
    case "unanswered":
      return failure(`Nothing was bought: ${end.message}`, 2);
  }
}

export function renderTooEarly(
  domain: string,
  { stage, release, quietUntil }: TooEarly,
  now: number,
): string[] {
  const ending = endingOf(domain);
  return [renderStage(domain, ending, stage, release), renderComeBack(ending, quietUntil, now)];
}

function success(message: string): Outcome {
  return { result: "Succeeded", message, exitCode: 0 };
}

function failure(message: string, exitCode: number): Outcome {
  return { result: "Failed", message, exitCode };
}

function withoutPurchase(message: string, onNotAvailable: Wanted["onNotAvailable"]): Outcome {
  const results = { succeed: "Succeeded", warn: "SucceededWithIssues", fail: "Failed" } as const;
  return { result: results[onNotAvailable], message, exitCode: onNotAvailable === "fail" ? 1 : 0 };
}

function renderOrder({ orderId, total, currency }: Order, unit: MoneyUnit): string {
  if (orderId === undefined) return "";
  return ` (order ${orderId}${total === undefined ? "" : `, total ${renderMoney(total, currency, unit)}`})`;
}

function renderRefusal(
  { message, status }: { message: string; status: number | undefined },
  { domain, request }: Context,
): string {
  const isOfRequest = status === 400 || status === 422;
  const mayHelp = isOfRequest && request.kind === "whole" && request.content.nameServers.length === 0;
  const hint = mayHelp ? " `nameServers` is empty; adding name servers has helped others." : "";
  return `${status === undefined ? `${domain} was not bought.` : `The registrar refused to register ${domain}.`} ${message}${hint}`;
}

function renderUnknown(
  message: string,
  { lastResponse }: Registration,
  { domain, registrar, receipts }: Context,
  resolvableUntil: number | undefined,
): string {
  const price = lastResponse === undefined ? "" : ` (${renderPrice(lastResponse, registrar.traits.unit)})`;
  const next =
    resolvableUntil === undefined
      ? [
          "Before anything else, check the account that the purchase was sent from: domains, orders and charges.",
          `If it was bought, nothing is left to do. If not, delete ${receipts.path}; the next run buys again.`,
        ]
      : [
          renderRunAgain(resolvableUntil),
          `If that is not possible or settles nothing, check the account that the purchase was sent from: domains, orders and charges. If it was not bought, delete ${receipts.path}.`,
        ];
  return [
    `It is not known whether ${domain} was bought${price}. ` + `No further purchase was sent. ${message}`,
    ...next,
  ].join("\n");
}

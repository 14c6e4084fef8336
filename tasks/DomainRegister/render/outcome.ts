import type { Outcome } from "../../../shared/agent/task";
import type { MoneyUnit } from "../../../shared/registrar/money";
import type { Order, Price, Registrar } from "../../../shared/registrar/registrar";
import { pluralize } from "../../../shared/text/pluralize";
import type { ReleaseWindow } from "../lifecycle/release";
import { endingOf } from "../lifecycle/stages";
import type { Context } from "../registration/context";
import { renderMoney, renderPrice } from "../registration/price";
import { type Attempt, startOverAdvice } from "../registration/receipt";
import type { RegistrationResult, Settings } from "../registration/state";
import { renderComeBack, renderStage } from "./lifecycle";
import { look, renderRefusedAdvice, renderRunAgain } from "./summary";
import { renderAttempts, type Timeline } from "./timeline";

/** `overcharge` is that of an order that was charged above the cap: the step fails until a person has taken note. */
export function renderRegistrationOutcome(
  { overcharge, ...ended }: RegistrationResult & { timeline: Timeline; overcharge?: Attempt["overcharge"] },
  context: Context,
  resolvableUntil: number | undefined,
): Outcome & { nextStep: string | undefined } {
  const outcome = renderEnd(ended, context, resolvableUntil);
  const isDoubtful = ended.end.outcome === "alreadyOwned" && ended.end.isDoubtful === true;
  if (overcharge === undefined) return { ...outcome, nextStep: isDoubtful ? look : undefined };
  const note = `Each run fails until you set \`notedCharge\` to ${overcharge.charged}.`;
  const [first = "", ...rest] = outcome.message.split("\n");
  const message = [`${first} ${overcharge.warning} ${note}`, ...rest].join("\n");
  return { result: "Failed", message, exitCode: outcome.exitCode || 1, nextStep: `${look} ${note}` };
}

function renderEnd(
  { end, registration, timeline }: RegistrationResult & { timeline: Timeline },
  context: Context,
  resolvableUntil: number | undefined,
): Outcome {
  const { domain, registrar, wanted } = context;
  const { onNotAvailable } = wanted;
  // A purchase that was tried comes first: why it bought nothing is the news of the run.
  const refused = renderAttempts(timeline, "refused");
  const checks = pluralize(registration.checks, "check");
  const tried = refused || renderAttempts(timeline, "failed") || renderAttempts(timeline, "not sent");
  switch (end.outcome) {
    case "registered":
      return success(`${domain} is registered${renderOrder(end.order, registrar.traits.unit)}.`);
    case "alreadyOwned":
      return { ...success(end.message), ...(end.isDoubtful === true && { result: "SucceededWithIssues" }) };
    case "undone":
    case "noLongerOwned":
      return failure(end.message, 1);
    case "dryRun":
      return success(`Dry run: ${domain} is available and would have been bought.`);
    case "notAvailable":
      return withoutPurchase(
        [
          `${tried}${domain} ${tried === "" ? "did not become available" : "was not bought"} (${checks}).`,
          ...(refused === "" ? [] : [renderRefusedAdvice(timeline)]),
        ].join("\n"),
        onNotAvailable,
      );
    case "tooEarly":
      return success(refused + renderTooEarly(domain, end.release, registration.lastResponseAt).join(" "));
    case "tooExpensive":
      // If the domain was available, the step is never plain green.
      return withoutPurchase(
        `${tried}${domain} is available but was not bought: ${end.message}.`,
        onNotAvailable === "succeed" ? "warn" : onNotAvailable,
      );
    case "refused":
      return failure(renderRefusal(end, context), 1);
    case "unknown":
      return failure(renderUnknown(end.message, context, resolvableUntil, registration.lastResponse), 3);
    case "cancelled":
      return failure(`${tried}The step was canceled after ${checks}; this run bought nothing.`, 130);
    case "unanswered":
      return failure(`${refused}This run bought nothing: ${end.message}`, 2);
  }
}

function renderTooEarly(domain: string, release: ReleaseWindow, now: number): string[] {
  const ending = endingOf(domain);
  return [renderStage(domain, ending, "registered", release), renderComeBack(ending, release.earliest, now)];
}

function success(message: string): Outcome {
  return { result: "Succeeded", message, exitCode: 0 };
}

function failure(message: string, exitCode: number): Outcome {
  return { result: "Failed", message, exitCode };
}

function withoutPurchase(message: string, onNotAvailable: Settings["onNotAvailable"]): Outcome {
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

/** `offer` is the last one. */
export function renderUnknown(
  message: string,
  {
    domain,
    receipts,
    registrar,
  }: Pick<Context, "domain" | "receipts"> & { registrar: Pick<Registrar, "traits"> },
  resolvableUntil?: number,
  offer?: Price,
): string {
  const price = offer === undefined ? "" : ` (${renderPrice(offer, registrar.traits.unit)})`;
  const next =
    resolvableUntil === undefined
      ? [
          "Before anything else, check the account that the purchase was sent from: domains, orders and charges.",
          `If it was bought, nothing is left to do. If not, keep the receipt ${receipts.path}: the registrar may complete an order later. ${startOverAdvice}`,
        ]
      : [
          renderRunAgain(resolvableUntil),
          `If that is not possible or settles nothing, check the account that the purchase was sent from: domains, orders and charges. Keep the receipt ${receipts.path}. ${startOverAdvice}`,
        ];
  return [
    `It is not known whether ${domain} was bought${price}. ` + `No further purchase was sent. ${message}`,
    ...next,
  ].join("\n");
}

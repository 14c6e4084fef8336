import type { Agent } from "../../../shared/agent/agent";
import { currencyCode, digits, word } from "../../../shared/agent/output-values";
import type { Outcome } from "../../../shared/agent/task";
import type { Order } from "../../../shared/registrar/records";
import { pluralize } from "../../../shared/text/pluralize";
import { describePrice } from "../registration/price";
import type { Registration } from "../registration/procedure";
import type { RegisterResult } from "../registration/register";
import type { CommonSetup, OnNotAvailable, Setup } from "../setup";
import type { Conclusion } from "./conclusion";
import { summaryText } from "./summary";

/** Publishes what a run came to: the outputs, where what is not known is empty, and the summary on the run's page. */
export function publish(agent: Agent, setup: CommonSetup, conclusion: Conclusion): void {
  const { outcome, answer, checks } = conclusion;
  agent.summary("Domain Register", summaryText(setup, conclusion, agent.sanitize));
  if (outcome === "unanswered") return;
  agent.output("outcome", word(outcome));
  agent.output("available", word(answer?.available));
  agent.output("definitive", word(answer?.definitive));
  agent.output("price", digits(answer?.price));
  agent.output("currency", currencyCode(answer?.currency));
  agent.output("period", digits(answer?.period));
  agent.output("checks", digits(checks));
}

/** The result of a registration (design, DomainRegister). */
export function outcomeOf(
  { end, registration }: RegisterResult,
  setup: Extract<Setup, { action: "register" }>,
  receiptPath: string,
): Outcome {
  const { domain, baseAddress, onNotAvailable, request } = setup;
  switch (end.outcome) {
    case "registered":
      return { result: "Succeeded", message: `${domain} is registered${orderText(end.order)}.`, exitCode: 0 };
    case "alreadyOwned":
      return { result: "Succeeded", message: end.message, exitCode: 0 };
    case "dryRun":
      return {
        result: "Succeeded",
        message: `${domain} would have been bought now; dryRun is true.`,
        exitCode: 0,
      };
    case "notAvailable":
      return withoutPurchase(
        `${domain} did not become available: ${pluralize(registration.checks, "check")}.`,
        onNotAvailable,
      );
    case "tooExpensive":
      // A domain that could be had is never plain green.
      return withoutPurchase(
        `${domain} is available, but was not bought: ${end.message}.`,
        onNotAvailable === "succeed" ? "warn" : onNotAvailable,
      );
    case "refused": {
      const mayHelp = [400, 422].includes(end.status) && request.content.nameServers.length === 0;
      const hint = mayHelp ? " `nameServers` is empty: adding name servers has helped others." : "";
      return {
        result: "Failed",
        message: `The registrar refuses to register ${domain}. ${end.message}${hint}`,
        exitCode: 1,
      };
    }
    case "unknown":
      return {
        result: "Failed",
        message: unknownMessage(domain, baseAddress, end.message, registration, receiptPath),
        exitCode: 3,
      };
    case "cancelled":
      return {
        result: "Failed",
        message: `The step was cancelled after ${pluralize(registration.checks, "check")}; nothing was bought.`,
        exitCode: 130,
      };
    case "unanswered":
      return { result: "Failed", message: `Nothing was bought: ${end.message}`, exitCode: 2 };
  }
}

function withoutPurchase(message: string, onNotAvailable: OnNotAvailable): Outcome {
  const results = { succeed: "Succeeded", warn: "SucceededWithIssues", fail: "Failed" } as const;
  return { result: results[onNotAvailable], message, exitCode: onNotAvailable === "fail" ? 1 : 0 };
}

function orderText(order: Order | undefined): string {
  if (order?.orderId === undefined) return "";
  const total = order.total === undefined ? "" : `, total ${order.total} ${order.currency ?? ""}`.trimEnd();
  return ` (order ${order.orderId}${total})`;
}

function unknownMessage(
  domain: string,
  baseAddress: URL,
  message: string,
  { lastAnswer }: Registration,
  receiptPath: string,
): string {
  const price = lastAnswer === undefined ? "" : ` (${describePrice(lastAnswer)})`;
  return [
    `It is not known whether ${domain} was bought at ${baseAddress.host}${price}, and no further purchase was sent. ${message}`,
    "What to do: look into the registrar's account (domains, orders, charges) before anything else.",
    `Bought: nothing is left to do. Not bought: remove ${receiptPath}, and the next run buys again.`,
  ].join("\n");
}

import type { Agent } from "../../../shared/agent/agent";
import { currencyCode, decimal, digits, word } from "../../../shared/agent/output-values";
import { decimalOf } from "../../../shared/registrar/money";
import type { Price, RegistrarTraits } from "../../../shared/registrar/registrar";
import type { RunReport, RunSubject } from "./run-report";
import { renderSummary } from "./summary";

/**
 * Publishes a report as the task's outputs and as the summary on the run's page. An unknown output is empty.
 */
export function publish(agent: Agent, subject: RunSubject, report: RunReport): void {
  const { outcome, availability, checks } = report;
  agent.summary("Domain Register", renderSummary(subject, report, agent.sanitize));
  if (outcome === "unanswered") return;
  agent.output("outcome", word(outcome));
  agent.output("available", word(availability?.available));
  agent.output("definitive", word(availability?.definitive));
  agent.output("price", digits(availability?.price));
  agent.output("amount", decimal(amountOf(availability, subject.traits)));
  agent.output("currency", currencyCode(availability?.currency));
  agent.output("period", digits(availability?.period));
  agent.output("checks", digits(checks));
}

/** Returns the price as a decimal amount of its currency. Undefined if its unit is not known. */
function amountOf(price: Price | undefined, { unit, isUnitKnown }: RegistrarTraits): string | undefined {
  return price?.price === undefined || !isUnitKnown
    ? undefined
    : decimalOf(price.price, unit.decimals(price.currency));
}

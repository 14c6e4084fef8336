import type { Agent } from "../../../shared/agent/agent";
import { currencyCode, day, decimal, digits, word } from "../../../shared/agent/output-values";
import { decimalOf } from "../../../shared/registrar/money";
import type { Price, RegistrarTraits } from "../../../shared/registrar/registrar";
import { renderDay } from "../lifecycle/advice";
import { findReleaseWindow, findStage } from "../lifecycle/release";
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
  publishRelease(agent, report);
}

/** Returns the price as a decimal amount of its currency. Undefined if its unit is not known. */
function amountOf(price: Price | undefined, { unit, isUnitKnown }: RegistrarTraits): string | undefined {
  return price?.price === undefined || !isUnitKnown
    ? undefined
    : decimalOf(price.price, unit.decimals(price.currency));
}

/** Publishes what the public record says. */
function publishRelease(agent: Agent, { record, respondedAt }: RunReport): void {
  const facts = record === "absent" || respondedAt === undefined ? undefined : record;
  const stage = record === "absent" ? "released" : facts && findStage(facts);
  const release = facts && findReleaseWindow(facts, respondedAt ?? 0);
  agent.output("stage", word(stage && camelCase(stage)));
  agent.output("releaseEarliest", day(release && renderDay(release.earliest)));
  agent.output("releaseLatest", day(release && renderDay(release.latest)));
}

/** Returns a stage as one word: "pendingDelete". */
function camelCase(text: string): string {
  return text.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());
}

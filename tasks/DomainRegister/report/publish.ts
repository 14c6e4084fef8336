import type { Agent } from "../../../shared/agent/agent";
import { currencyCode, digits, word } from "../../../shared/agent/output-values";
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
  agent.output("currency", currencyCode(availability?.currency));
  agent.output("period", digits(availability?.period));
  agent.output("checks", digits(checks));
}

import type { Agent } from "../../shared/agent/agent";
import { pathOfOurs } from "../../shared/agent/output-values";
import { messageOf } from "../../shared/errors";
import { attachReport } from "../../shared/report/attach";
import { cutDomainReport } from "../../shared/report/cut-domain";
import { readOrigin } from "../../shared/report/origin";
import { buildReport } from "./render/attachment";
import { publishOutputs } from "./render/outputs";
import type { RunResult } from "./render/run-result";
import { renderSummary } from "./render/summary";

/**
 * Publishes what a run did: the summary, the outputs, the receipt and the report for the tab on the run's page. For a
 * failed run, publishes only the receipt and the report. If the report cannot be created, logs a warning.
 */
export function publish(result: RunResult, agent: Agent): void {
  if (result.outcome !== "failed") {
    agent.summary("Domain Register", renderSummary(result, agent.sanitize));
    publishOutputs(result, agent);
  }
  if (result.receipt !== undefined) {
    agent.output("receiptFile", pathOfOurs(result.receipt));
    agent.attach(result.receipt);
  }
  try {
    const report = buildReport(result, readOrigin(agent), agent.sanitize);
    attachReport(agent, "domain-register", cutDomainReport(report));
  } catch (error) {
    agent.warn(`Could not create the report for the run's page: ${messageOf(error)}`);
  }
}

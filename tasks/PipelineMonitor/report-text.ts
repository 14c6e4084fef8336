import type { Agent } from "../../shared/agent/agent";
import { attachReport } from "../../shared/report/attach";
import { cutMonitorReport } from "../../shared/report/cut-monitor";
import { type AttachmentParts, buildReport } from "./report/attachment";

/**
 * Attaches a report to the run. This is a file of its own, loaded once the message is posted, so that no message
 * waits for it.
 */
export function attach(parts: AttachmentParts, agent: Agent, name = "pipeline-monitor"): void {
  attachReport(agent, name, cutMonitorReport(buildReport(parts, agent.sanitize)));
}

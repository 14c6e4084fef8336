import type { Agent } from "../../shared/agent/agent";
import { attachReport } from "../../shared/report/attach";
import { cutMonitorReport } from "../../shared/report/cut-monitor";
import { type AttachmentParts, buildReport } from "./report/attachment";

/**
 * Attaches the report to the run. It is a file of its own, loaded once the message is posted, so that no message
 * waits for it.
 */
export function attach(parts: AttachmentParts, agent: Agent): void {
  attachReport(agent, "pipeline-monitor", cutMonitorReport(buildReport(parts, agent.sanitize)));
}

import type { Agent } from "../../shared/agent/agent";
import { attachReport } from "../../shared/report/attach";
import { cutMonitorReport } from "../../shared/report/cut-monitor";
import { type AttachmentParts, buildReport } from "./report/attachment";

/**
 * Attaches the report to the run. It is a file of its own, loaded once the message is posted, so that no message
 * waits for it.
 */
export function attach(parts: AttachmentParts, agent: Agent, index = 0): void {
  const name = index === 0 ? "pipeline-monitor" : `pipeline-monitor-${index + 1}`;
  attachReport(agent, name, cutMonitorReport(buildReport(parts, agent.sanitize)));
}

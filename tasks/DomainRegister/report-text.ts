import type { Agent } from "../../shared/agent/agent";
import { attachReport } from "../../shared/report/attach";
import { cutDomainReport } from "../../shared/report/cut-domain";
import { type AttachmentParts, buildReport } from "./report/attachment";

/**
 * Attaches the report to the run. It is a file of its own, loaded once the work is done, so that no check and no
 * purchase waits for it.
 */
export function attach(parts: AttachmentParts, agent: Agent): void {
  attachReport(agent, "domain-register", cutDomainReport(buildReport(parts, agent.sanitize)));
}

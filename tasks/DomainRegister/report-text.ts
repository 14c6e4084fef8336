import type { Agent } from "../../shared/agent/agent";
import { attachReport } from "../../shared/report/attach";
import { cutDomainReport } from "../../shared/report/cut-domain";
import { readOrigin } from "../../shared/report/origin";
import { buildReport } from "./render/attachment";
import type { RunResult } from "./render/run-result";

/**
 * Attaches the report to the run. It is a file of its own, loaded once the work is done, so that no check and no
 * purchase waits for it.
 */
export function attach(result: RunResult, agent: Agent): void {
  const report = buildReport(result, readOrigin(agent), agent.sanitize);
  attachReport(agent, "domain-register", cutDomainReport(report));
}

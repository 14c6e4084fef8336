import type { Agent } from "../agent/agent";
import { writeOrWarn } from "../agent/write-or-warn";
import { attachmentType } from "./form";
import type { Report } from "./schema";
import { fillPage } from "./standalone-page";

/**
 * Attaches a report to the run: as data for the tab, and as a page for download. The report is already cut to its
 * size. Each of the two files that cannot be written costs a warning.
 */
export function attachReport(agent: Agent, name: string, report: Report): void {
  const text = JSON.stringify(report);
  writeOrWarn("the tab of the run's page", agent, () =>
    agent.attachReport(attachmentType, `${name}.json`, text),
  );
  agent.offerPage(`${name}-report.html`, text, fillPage);
}

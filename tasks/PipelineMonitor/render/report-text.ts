import type { Agent } from "../../../shared/agent/agent";
import { attachReport } from "../../../shared/report/attach";
import { cutMonitorReport } from "../../../shared/report/cut-monitor";
import { monitorTag } from "../../../shared/report/form";
import type { ProjectReport, Report } from "../issue/report";
import { type Attached, attachedProject, buildReport } from "./attachment";

/**
 * Attaches a report to the run. This is a file of its own, loaded once the message is posted, so that no message
 * waits for it.
 */
export function attach(parts: Attached, agent: Agent, name = "pipeline-monitor"): void {
  attachReport(agent, name, cutMonitorReport(buildReport(parts, agent.sanitize)));
}

/** The tab offers the reports of a run in a list, which should stay short. */
const maxAttached = 20;

/** Attaches a report on the first project, and on each other one with issues or problems, and marks the run as one that monitors. */
export function attachReports(report: Report, agent: Agent): void {
  const isShown = (project: ProjectReport) =>
    project === report.projects[0] || project.issues.length + project.lasting.length > 0;
  for (const [index, project] of report.projects.filter(isShown).slice(0, maxAttached).entries())
    attach(
      attachedProject(project, report, agent.sanitize),
      agent,
      index === 0 ? undefined : `pipeline-monitor-${index + 1}`,
    );
  agent.tagRun(monitorTag);
}

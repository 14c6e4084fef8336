import type { MonitorReport } from "../../../shared/report/schema";
import { monitorView } from "../run/monitor-view";
import { inlinedReport, startPage } from "../start-page";

/** Shows the report in the page for download of PipelineMonitor. The task itself put it there, so it is valid. */
export function start(): void {
  const report: MonitorReport = JSON.parse(inlinedReport());
  startPage().append(monitorView(report, { onlyIssues: false }));
}

start();

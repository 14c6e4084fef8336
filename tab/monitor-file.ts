import type { MonitorReport } from "../shared/report/schema";
import { monitorView } from "./monitor/monitor-view";
import { reportArticle } from "./page/report-article";
import { inlinedReport, startPage } from "./page/start-page";

/** Shows the report in the page for download of PipelineMonitor. The task itself put it there, so it is valid. */
export function start(): void {
  const report: MonitorReport = JSON.parse(inlinedReport());
  startPage().append(reportArticle(report, monitorView(report, { onlyIssues: false })));
}

start();

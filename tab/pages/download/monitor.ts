import type { MonitorReport } from "../../../shared/report/schema";
import { reportClock } from "../report-clock";
import { monitorView } from "../run/monitor-view";
import { reportArticle } from "../run/report-article";
import { inlinedReport, startPage } from "../start-page";

/** Shows the report in the page for download of PipelineMonitor. The task itself put it there, so it is valid. */
export function start(): void {
  const report: MonitorReport = JSON.parse(inlinedReport());
  const clock = reportClock(report);
  startPage().append(reportArticle(report, monitorView(report, { onlyIssues: false }, clock), clock));
}

start();

import type { MonitorReport } from "../../../shared/report/schema";
import { monitorView } from "../run/monitor-view";
import { inlinedReport, startPage } from "../start-page";

// The page for download of PipelineMonitor. The task itself put the report there, so it is valid.
const report: MonitorReport = JSON.parse(inlinedReport());
startPage().append(monitorView(report, { onlyIssues: false }));

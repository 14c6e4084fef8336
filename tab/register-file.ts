import type { DomainReport } from "../shared/report/schema";
import { reportArticle } from "./page/report-article";
import { inlinedReport, startPage } from "./page/start-page";
import { registerView } from "./register/register-view";

/** Shows the report in the page for download of DomainRegister. The task itself put it there, so it is valid. */
export function start(): void {
  const report: DomainReport = JSON.parse(inlinedReport());
  startPage().append(reportArticle(report, registerView(report)));
}

start();

import type { DomainReport } from "../../../shared/report/schema";
import { registerView } from "../run/register-view";
import { inlinedReport, startPage } from "../start-page";

/** Shows the report in the page for download of DomainRegister. The task itself put it there, so it is valid. */
export function start(): void {
  const report: DomainReport = JSON.parse(inlinedReport());
  startPage().append(registerView(report));
}

start();

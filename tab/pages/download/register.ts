import type { DomainReport } from "../../../shared/report/schema";
import { registerView } from "../run/register-view";
import { inlinedReport, startPage } from "../start-page";

// The page for download of DomainRegister. The task itself put the report there, so it is valid.
const report: DomainReport = JSON.parse(inlinedReport());
startPage().append(registerView(report));

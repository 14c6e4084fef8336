import type { ParsedReport } from "../../shared/report/parse";
import { type DrawTrends, monitorView } from "../monitor/monitor-view";
import { registerView } from "../register/register-view";
import { otherVersionState } from "../words/empty-state";
import { notice } from "./notice";
import { reportArticle } from "./report-article";

export function parsedPage(parsed: ParsedReport, drawTrends: DrawTrends): HTMLElement {
  if (parsed.kind === "otherVersion") return notice(otherVersionState(parsed.version, parsed.isNewer));
  if (parsed.kind === "unreadable")
    return notice({ title: "This report cannot be read", lines: [parsed.problem] });
  const { report } = parsed;
  return reportArticle(
    report,
    report.kind === "monitor" ? monitorView(report, drawTrends) : registerView(report),
  );
}

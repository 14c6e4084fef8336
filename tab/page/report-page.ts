import type { ParsedReport } from "../../shared/report/parse";
import type { Report } from "../../shared/report/schema";
import { element } from "../dom/element";
import { monitorView, type ReadTrends } from "../monitor/monitor-view";
import { registerView } from "../register/register-view";
import { otherVersionState } from "../words/empty-state";
import { labelOf, leftOutText, outcomeWords, toneOf } from "../words/report-words";
import { spanText } from "../words/times";
import { notice } from "./notice";

/** Creates what a parsed attachment shows. */
export function parsedPage(parsed: ParsedReport, readTrends: ReadTrends): HTMLElement {
  if (parsed.kind === "report") return reportPage(parsed.report, readTrends);
  if (parsed.kind === "otherVersion") return notice(otherVersionState(parsed.version, parsed.isNewer));
  return notice({ title: "This report cannot be read", lines: [parsed.problem] });
}

/** Creates the page of a report: the verdict in one sentence, what it is about, then its view. */
export function reportPage(report: Report, readTrends: ReadTrends): HTMLElement {
  const left = leftOutText(report);
  return element(
    "article",
    { class: toneOf(report) },
    element("h1", {}, report.sentence),
    element("p", { class: "about" }, aboutOf(report).join(" · ")),
    ...(left === "" ? [] : [element("p", { class: "notes warn" }, left)]),
    report.kind === "monitor" ? monitorView(report, readTrends) : registerView(report),
  );
}

function aboutOf(report: Report): string[] {
  const parts =
    report.kind === "monitor"
      ? [report.project ?? "", `${report.runCount} runs`]
      : [outcomeWords[report.outcome], report.environment];
  return [...parts, spanText(report.from, report.to), labelOf(report)].filter((part) => part !== "");
}

import type { Report } from "../../../shared/report/schema";
import { pluralize } from "../../../shared/text/pluralize";
import { element } from "../../dom/element";
import { type Clock, periodText } from "../../words/clock";
import { labelOf, leftOutText, outcomeWords, toneOf } from "../../words/report-words";

/** The verdict in one sentence, what it is about, then its view. */
export function reportArticle(report: Report, view: HTMLElement, clock: Clock): HTMLElement {
  const left = leftOutText(report);
  return element(
    "article",
    { class: toneOf(report) },
    element("h1", {}, report.sentence),
    element("p", { class: "about" }, aboutOf(report, clock).join(" · ")),
    ...(left === "" ? [] : [element("p", { class: "notes warn" }, left)]),
    view,
  );
}

function aboutOf(report: Report, clock: Clock): string[] {
  const parts =
    report.kind === "monitor"
      ? [pluralize(report.runCount, "run")]
      : [outcomeWords[report.outcome], report.environment];
  return [report.project ?? "", ...parts, periodText(report.from, report.to, clock), labelOf(report)].filter(
    (part) => part !== "",
  );
}

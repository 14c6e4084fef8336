import type { Report } from "../../../shared/report/schema";
import { type Child, element } from "../../dom/element";
import { type Clock, periodText } from "../../words/clock";
import { labelOf, leftOutText, toneOf } from "../../words/report-words";

/** The verdict in one sentence, what it is about, such as `facts`, then its content. */
export function reportArticle(
  report: Report,
  facts: readonly string[],
  clock: Clock,
  ...content: Child[]
): HTMLElement {
  const { project = "", from, to } = report;
  const about = [project, ...facts, periodText(from, to, clock), labelOf(report)];
  const left = leftOutText(report);
  return element(
    "article",
    { class: toneOf(report) },
    element("h1", {}, report.sentence),
    element("p", { class: "about" }, about.filter((part) => part !== "").join(" · ")),
    left !== "" && element("p", { class: "notes warn" }, left),
    content,
  );
}

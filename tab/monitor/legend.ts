import type { MonitorReport } from "../../shared/report/schema";
import { isIssue, severityOf } from "../../shared/report/severity";
import { element, shape } from "../dom/element";
import { verdictWords } from "../words/run-words";
import { markPaths, tones } from "./marks";

/** Creates the legend: waiting and running, and the marks that the chart has. */
export function legend({ runs, missedRuns }: MonitorReport): HTMLElement {
  const verdicts = [...new Set(runs.map(({ verdict }) => verdict))].filter(isIssue);
  const entries = [
    entry("waiting", "fine", shape("rect", { class: "wait", x: -8, y: -5, width: 16, height: 10 })),
    entry("running", "fine", shape("rect", { class: "run", x: -8, y: -5, width: 16, height: 10 })),
    ...verdicts
      .sort((one, other) => severityOf(one) - severityOf(other))
      .map((verdict) =>
        entry(
          verdictWords[verdict],
          tones[verdict],
          shape("path", { d: markPaths[verdict] ?? "", class: `mark ${verdict}` }),
        ),
      ),
    ...(missedRuns.length > 0
      ? [entry("missed", "bad", shape("path", { d: markPaths.missed ?? "", class: "mark missed" }))]
      : []),
    ...(runs.some(({ limits }) => limits !== undefined)
      ? [entry("limit", "warn", shape("line", { class: "limit", x1: 0, x2: 0, y1: -8, y2: 8 }))]
      : []),
  ];
  return element("ul", { class: "legend", "aria-label": "Legend" }, ...entries);
}

function entry(text: string, tone: string, drawn: SVGElement): HTMLElement {
  const box = { viewBox: "-9 -9 18 18", width: 18, height: 18, "aria-hidden": "true" };
  return element("li", {}, shape("svg", box, shape("g", { class: `bar ${tone}` }, drawn)), text);
}

import type { MonitorReport } from "../../shared/report/schema";
import { element, link } from "../dom/element";
import { ganttOf } from "../geometry/gantt";
import type { Trend } from "../geometry/trend";
import { ganttChart } from "./gantt-chart";
import { legend } from "./legend";
import { runTable, totalsTable } from "./run-table";
import { trendLine } from "./trend-line";

/** Reads the mean run times of each pipeline over the last reports; it may take long, or find none. */
export type ReadTrends = () => Promise<ReadonlyMap<string, Trend>>;

/** Creates the view of a monitor's report below its heading. */
export function monitorView(report: MonitorReport, readTrends: ReadTrends): HTMLElement {
  const only = element("input", { type: "checkbox", id: "only-issues" });
  const body = element("div", { class: "body" });
  let trends: ReadonlyMap<string, Trend> = new Map();
  let cells: ReadonlyMap<string, HTMLElement> = new Map();
  const draw = () => {
    const gantt = ganttOf(report, only.checked);
    const chart = ganttChart(gantt);
    body.replaceChildren(
      ...(gantt.rows.length === 0 ? [element("p", {}, "No run to show.")] : [chart.element]),
      heading("Runs"),
      runTable(report, only.checked),
      ...(report.pipelines.length === 0 ? [] : [heading("Pipelines"), totalsTable(report.pipelines)]),
    );
    cells = chart.trendCells;
    showTrends(cells, trends);
  };
  only.addEventListener("change", draw);
  draw();
  void readTrends().then((found) => {
    trends = found;
    showTrends(cells, trends);
  });
  const label = element("label", { for: "only-issues" }, only, "Only issues");
  return element(
    "div",
    {},
    ...notes(report),
    element("div", { class: "tools" }, label, legend(report)),
    body,
  );
}

function showTrends(cells: ReadonlyMap<string, HTMLElement>, trends: ReadonlyMap<string, Trend>): void {
  for (const [pipeline, cell] of cells) {
    const line = trendLine(trends.get(pipeline) ?? []);
    if (line !== undefined) cell.replaceChildren(line);
  }
}

/** What is neither a run nor a missed run: other issues, recoveries, skipped checks. */
function notes({ otherIssues, recoveries, skippedChecks }: MonitorReport): HTMLElement[] {
  const named = (pipeline: string | undefined, sentence: string) =>
    pipeline === undefined || sentence.startsWith(pipeline) ? sentence : `${pipeline} ${sentence}`;
  const lists = [
    {
      tone: "bad",
      label: "Other issues",
      lines: otherIssues.map((one) => named(one.pipeline, one.sentence)),
    },
    {
      tone: "warn",
      label: "Skipped checks",
      lines: skippedChecks.map((name) => `Could not check ${name}; see the step's log.`),
    },
  ];
  const recovered = recoveries.map(({ pipeline, sentence, runUrl }) =>
    element("li", {}, link(named(pipeline, sentence), runUrl)),
  );
  return [
    ...lists.flatMap(({ tone, label, lines }) =>
      lines.length === 0
        ? []
        : [
            element(
              "ul",
              { class: `notes ${tone}`, "aria-label": label },
              ...lines.map((line) => element("li", {}, line)),
            ),
          ],
    ),
    ...(recovered.length === 0
      ? []
      : [element("ul", { class: "notes good", "aria-label": "Recoveries" }, ...recovered)]),
  ];
}

function heading(text: string): HTMLElement {
  return element("h2", {}, text);
}

import type { MonitorReport } from "../../../shared/report/schema";
import { ganttChart } from "../../charts/gantt-chart";
import { runLegend } from "../../charts/run-legend";
import { element, link } from "../../dom/element";
import { ganttOf } from "../../geometry/gantt";
import { runTable, totalsTable } from "./run-table";

/** Chosen once for all reports. */
export interface Filter {
  onlyIssues: boolean;
}

export function monitorView(report: MonitorReport, filter: Filter): HTMLElement {
  const only = element("input", { type: "checkbox", id: "only-issues" });
  only.checked = filter.onlyIssues;
  const body = element("div", { class: "body" });
  const worstFirst = ganttOf(report, false).rows.map(({ pipeline }) => pipeline);
  const draw = () => {
    const gantt = ganttOf(report, only.checked);
    body.replaceChildren(
      ...(gantt.rows.length === 0 ? [element("p", {}, "No run to show.")] : [ganttChart(gantt)]),
      ...(report.pipelines.length === 0 ? [] : [heading("Pipelines"), totalsTable(report, worstFirst)]),
      heading("Runs"),
      runTable(report, only.checked),
    );
  };
  only.addEventListener("change", () => {
    filter.onlyIssues = only.checked;
    draw();
  });
  draw();
  const label = element("label", { for: "only-issues" }, only, "Only problems");
  return element(
    "div",
    {},
    ...notes(report),
    element("div", { class: "tools" }, label, runLegend(report)),
    body,
  );
}

/** Everything but runs and missed runs: other issues, recoveries, skipped checks. */
function notes({ otherIssues, recoveries, skippedChecks }: MonitorReport): HTMLElement[] {
  const named = (pipeline: string | undefined, sentence: string) =>
    pipeline === undefined || sentence.startsWith(pipeline) ? sentence : `${pipeline} ${sentence}`;
  const lists = [
    {
      tone: "bad",
      label: "Other problems",
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

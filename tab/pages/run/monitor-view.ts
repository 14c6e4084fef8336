import { isIssue } from "../../../shared/report/form";
import type { MonitorReport } from "../../../shared/report/schema";
import { pluralize } from "../../../shared/text/pluralize";
import { ganttChart } from "../../charts/gantt-chart";
import { runLegend } from "../../charts/run-legend";
import { element } from "../../dom/element";
import { ganttOf } from "../../geometry/gantt";
import { problemList } from "../../problems/problem-list";
import { noteList, rowItem, rowLists } from "../../problems/row-lists";
import type { Clock } from "../../words/clock";
import { runTable, totalsTable } from "./run-table";

/** The current problems, then the chart, then the tables. */
export function monitorView(
  report: MonitorReport,
  filter: { onlyIssues: boolean },
  clock: Clock,
): HTMLElement {
  const only = element("input", { type: "checkbox", id: "only-issues" });
  only.checked = filter.onlyIssues;
  const body = element("div", { class: "body" });
  const status = element("p", { class: "unseen", role: "status" });
  const ahead = clock.zone.offsetAt(report.to);
  const whole = ganttOf(report, false, ahead);
  const draw = () => {
    const gantt = only.checked ? ganttOf(report, true, ahead) : whole;
    body.replaceChildren(
      ...(gantt.rows.length === 0 ? [element("p", {}, "No run to show.")] : [ganttChart(gantt, clock)]),
      ...(report.pipelines.length === 0
        ? []
        : [heading("Pipelines"), totalsTable(report, whole.rows, clock)]),
      heading("Runs"),
      runTable(report, only.checked, clock),
    );
  };
  only.addEventListener("change", () => {
    filter.onlyIssues = only.checked;
    draw();
    const shown = report.runs.filter(({ verdict }) => !only.checked || isIssue(verdict)).length;
    status.textContent = `${shown} of ${pluralize(report.runs.length, "run")}.`;
  });
  draw();
  const label = element("label", { for: "only-issues" }, only, "Only problems");
  return element(
    "div",
    {},
    ...(report.problems.length === 0 ? [] : [problemList(report.problems, clock)]),
    ...notes(report),
    element("div", { class: "tools" }, label, runLegend(report)),
    status,
    body,
  );
}

/** Recoveries, what features have to say, and checks that were skipped. */
function notes({ recoveries, rows, skippedChecks }: MonitorReport): HTMLElement[] {
  const skipped = skippedChecks.map((name) =>
    element("li", {}, `Could not check ${name}; see the step's log.`),
  );
  return [
    ...noteList("warn", "Skipped checks", skipped),
    ...rowLists(rows),
    ...noteList("good", "Recoveries", recoveries.map(rowItem)),
  ];
}

function heading(text: string): HTMLElement {
  return element("h2", {}, text);
}

import { isProblem } from "../../../shared/report/form";
import type { MonitorReport } from "../../../shared/report/schema";
import { pluralize } from "../../../shared/text/pluralize";
import { ganttChart, runLegend } from "../../charts/gantt-chart";
import { element, fill } from "../../dom/element";
import { ganttOf } from "../../geometry/gantt";
import { namedIn } from "../../geometry/names";
import { problemList } from "../../problems/problem-list";
import { noteList, rowItem, rowLists } from "../../problems/row-lists";
import { clockOf } from "../../words/clock";
import { reportArticle } from "./report-article";
import { runTable, totalsTable } from "./run-table";

/** The current problems, then the chart, then the tables. */
export function monitorView(report: MonitorReport, filter: { onlyIssues: boolean }): HTMLElement {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const clock = clockOf(report.zone, timeZone, report.to);
  const body = element("div", { class: "body" });
  const status = element("p", { class: "unseen", role: "status" });
  const ahead = clock.zone.offsetAt(report.to);
  const whole = ganttOf(report, false, ahead);
  const draw = () => {
    const gantt = filter.onlyIssues ? ganttOf(report, true, ahead) : whole;
    fill(
      body,
      gantt.rows.length === 0 ? element("p", {}, "No run to show.") : ganttChart(gantt, clock),
      report.pipelines.length > 0 && [element("h2", {}, "Pipelines"), totalsTable(report, whole.rows, clock)],
      element("h2", {}, "Runs"),
      runTable(report, filter.onlyIssues, clock),
    );
  };
  const onchange = () => {
    filter.onlyIssues = only.checked;
    draw();
    const shown = report.runs.filter(({ verdict }) => !only.checked || isProblem(verdict)).length;
    status.textContent = `${shown} of ${pluralize(report.runs.length, "run")}.`;
  };
  const only = element("input", { type: "checkbox", id: "only-issues", onchange });
  only.checked = filter.onlyIssues;
  draw();
  const skipped = report.skippedChecks.map((name) =>
    element("li", {}, `Could not check ${name}; see the step's log.`),
  );
  const label = element("label", { for: "only-issues" }, only, "Only problems");
  return reportArticle(
    report,
    [pluralize(report.runCount, "run")],
    clock,
    report.problems.length > 0 && problemList(namedIn(report.problems), clock),
    noteList("warn", "Skipped checks", skipped),
    rowLists(report.rows),
    noteList("good", "Recoveries", report.recoveries.map(rowItem)),
    element("div", { class: "tools" }, label, runLegend(report)),
    status,
    body,
  );
}

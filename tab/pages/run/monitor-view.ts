import { groupBy } from "../../../shared/group-by";
import { isIssue } from "../../../shared/report/form";
import type { MonitorReport } from "../../../shared/report/schema";
import { pluralize } from "../../../shared/text/pluralize";
import { ganttChart } from "../../charts/gantt-chart";
import { runLegend } from "../../charts/run-legend";
import { element, link } from "../../dom/element";
import { ganttOf } from "../../geometry/gantt";
import { problemList } from "../../problems/problem-list";
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
  const itemOf = ({ pipeline, sentence, runUrl }: MonitorReport["recoveries"][number]) =>
    element("li", {}, link(sentence.startsWith(pipeline) ? sentence : `${pipeline} ${sentence}`, runUrl));
  const others = [...groupBy(rows, ({ list }) => list)].map(([label, some]) => ({
    tone: some.every(({ isGood }) => isGood) ? "good" : "warn",
    label,
    items: some.map(itemOf),
  }));
  const lists = [
    { tone: "warn", label: "Skipped checks", items: skipped },
    ...others.filter(({ tone }) => tone === "warn"),
    ...others.filter(({ tone }) => tone === "good"),
    { tone: "good", label: "Recoveries", items: recoveries.map(itemOf) },
  ];
  return lists.flatMap(({ tone, label, items }) =>
    items.length === 0 ? [] : [element("ul", { class: `notes ${tone}`, "aria-label": label }, ...items)],
  );
}

function heading(text: string): HTMLElement {
  return element("h2", {}, text);
}

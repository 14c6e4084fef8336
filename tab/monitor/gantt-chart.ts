import { axis, gridLines } from "../dom/axis";
import { setUpCard } from "../dom/chart-card";
import type { ChartItem } from "../dom/chart-item";
import { setUpKeys } from "../dom/chart-keys";
import { element, shape } from "../dom/element";
import type { Gantt, GanttRow } from "../geometry/gantt";
import { rowSummary } from "../words/run-words";
import { missedMark, runBar } from "./run-bar";

/** The chart of the runs, and where the trend of each pipeline belongs. */
export interface GanttChart {
  element: HTMLElement;
  trendCells: ReadonlyMap<string, HTMLElement>;
}

/** Creates the chart of the runs: a row for each pipeline. */
export function ganttChart(gantt: Gantt): GanttChart {
  const rows = gantt.rows.map((row) => chartRow(row, gantt));
  const chart = element(
    "div",
    { class: "chart", role: "group", "aria-label": "Runs by pipeline. Arrow keys move between runs." },
    element(
      "div",
      { class: "row head" },
      element("div"),
      axis(gantt.ticks),
      element("div", { class: "trend-head" }),
    ),
    ...rows.map(({ made }) => made),
  );
  const items = rows.map((row) => row.items);
  setUpKeys(chart, items);
  setUpCard(chart, items);
  return { element: chart, trendCells: new Map(rows.map(({ name, trend }) => [name, trend])) };
}

function chartRow(row: GanttRow, { ticks, windowAt }: Gantt) {
  const { pipeline, bars, missed, height, laneHeight, totals } = row;
  const items: ChartItem[] = [
    ...bars.map((bar) => runBar(bar, laneHeight)),
    ...missed.map((one) => missedMark(one, height / 2)),
  ];
  const lanes = shape(
    "svg",
    { class: "lanes", height, width: "100%" },
    ...(windowAt > 0 ? [shape("rect", { class: "outside", width: `${windowAt}%`, height: "100%" })] : []),
    gridLines(ticks),
    ...items.map(({ element: item }) => item),
  );
  const runs = bars.map(({ run }) => run);
  const summary = rowSummary(runs, missed.length, totals);
  const trend = element("div", { class: "trend" });
  const name = pipeline === "" ? "other pipelines" : pipeline;
  const made = element(
    "div",
    { class: "row", role: "group", "aria-label": `${name}: ${summary}`, style: `--height:${height}px` },
    element("div", { class: "row-name" }, element("b", {}, name), element("small", {}, summary)),
    lanes,
    trend,
  );
  // The arrow keys follow the time.
  return { made, trend, name: pipeline, items: items.sort((one, other) => one.at - other.at) };
}

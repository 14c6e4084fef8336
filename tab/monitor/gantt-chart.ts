import { chart } from "../dom/chart";
import { element, shape } from "../dom/element";
import type { Gantt, GanttRow } from "../geometry/gantt";
import { rowSummary } from "../words/run-words";
import { missedMark, runBar } from "./run-bar";

/** The chart of the runs, and where the trend of each pipeline belongs. */
export interface GanttChart {
  element: HTMLElement;
  trendCells: ReadonlyMap<string, HTMLElement>;
}

/** A row for each pipeline, with room for its trend if there are trends. */
export function ganttChart({ rows, ticks, windowAt }: Gantt, hasTrends: boolean): GanttChart {
  const trendCells = new Map(
    hasTrends ? rows.map(({ pipeline }) => [pipeline, element("div", { class: "trend" })]) : [],
  );
  const drawn = rows.map((row) => {
    const aside = trendCells.get(row.pipeline);
    return { ...chartRow(row, windowAt), ...(aside === undefined ? {} : { aside }) };
  });
  return { element: chart(hasTrends ? "trends" : "", "Runs by pipeline.", ticks, drawn), trendCells };
}

function chartRow({ pipeline, bars, missed, height, laneHeight, totals }: GanttRow, windowAt: number) {
  const runs = bars.map(({ run }) => run);
  return {
    name: pipeline === "" ? "other pipelines" : pipeline,
    note: rowSummary(runs, missed.length, totals),
    height,
    // The time before the window, in which some of its runs began.
    shapes: windowAt > 0 ? [shape("rect", { class: "outside", width: `${windowAt}%`, height: "100%" })] : [],
    items: [
      ...bars.map((bar) => runBar(bar, laneHeight)),
      ...missed.map((one) => missedMark(one, height / 2)),
    ],
  };
}

import { chart } from "../dom/chart";
import { element, shape } from "../dom/element";
import { laneText } from "../dom/lane-text";
import type { Gantt, GanttRow } from "../geometry/gantt";
import { rowSummary } from "../words/run-words";
import { missedMark, runBar } from "./run-bar";

/** The chart of the runs, and where the trend of each pipeline belongs. */
export interface GanttChart {
  element: HTMLElement;
  trendCells: ReadonlyMap<string, HTMLElement>;
}

/** A row for each pipeline, with room for its trend if there are trends. `blank` is why a row may have no bars. */
export function ganttChart({ rows, ticks, windowAt }: Gantt, hasTrends: boolean, blank: string): GanttChart {
  const trendCells = new Map(
    hasTrends ? rows.map(({ pipeline }) => [pipeline, element("div", { class: "trend" })]) : [],
  );
  const drawn = rows.map((row) => {
    const aside = trendCells.get(row.pipeline);
    return { ...chartRow(row, windowAt, blank), ...(aside === undefined ? {} : { aside }) };
  });
  return { element: chart(hasTrends ? "trends" : "", "Runs by pipeline.", ticks, drawn), trendCells };
}

function chartRow(row: GanttRow, windowAt: number, blank: string) {
  const { pipeline, bars, missed, height, laneHeight, totals } = row;
  const isBlank = bars.length + missed.length === 0 && (totals?.runs ?? 0) > 0;
  return {
    name: pipeline === "" ? "other pipelines" : pipeline,
    note: rowSummary(row),
    height,
    shapes: [
      // The time before the window, in which some of its runs began.
      ...(windowAt > 0 ? [shape("rect", { class: "outside", width: `${windowAt}%`, height: "100%" })] : []),
      ...(isBlank ? [laneText(windowAt, height / 2 + 4, blank, "blank")] : []),
    ],
    items: [
      ...bars.map((bar) => runBar(bar, laneHeight)),
      ...missed.map((one) => missedMark(one, height / 2)),
    ],
  };
}

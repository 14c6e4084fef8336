import { shape } from "../dom/element";
import type { Gantt, GanttRow } from "../geometry/gantt";
import { rowSummary } from "../words/run-words";
import { chart } from "./chart";
import { laneText } from "./lane-text";
import { missedMark, runBar } from "./run-bar";

/** A row for each pipeline. */
export function ganttChart({ rows, ticks, windowAt }: Gantt): HTMLElement {
  const drawn = rows.map((row) => chartRow(row, windowAt));
  return chart("Runs by pipeline.", ticks, drawn);
}

function chartRow(row: GanttRow, windowAt: number) {
  const { pipeline, bars, missed, height, laneHeight, totals } = row;
  const isBlank = bars.length + missed.length === 0 && (totals?.runs ?? 0) > 0;
  return {
    name: pipeline === "" ? "other pipelines" : pipeline,
    note: rowSummary(row),
    height,
    shapes: [
      // The time before the window, in which some of its runs began.
      ...(windowAt > 0 ? [shape("rect", { class: "outside", width: `${windowAt}%`, height: "100%" })] : []),
      ...(isBlank ? [laneText(windowAt, height / 2 + 4, "Its runs are not in the report.", "blank")] : []),
    ],
    items: [
      ...bars.map((bar) => runBar(bar, laneHeight)),
      ...missed.map((one) => missedMark(one, height / 2)),
    ],
  };
}

import { pluralize } from "../../shared/text/pluralize";
import { shape } from "../dom/element";
import { type GanttRow, type ganttOf, isFine } from "../geometry/gantt";
import type { Clock } from "../words/clock";
import { rowSummary } from "../words/run-words";
import { type ChartRow, chart } from "./chart";
import { laneText } from "./lane-text";
import { missedMark, runBar } from "./run-bar";

/** Rows in which nothing is wrong are drawn, too, up to this number. */
const maxFine = 12;

/** A row for each pipeline. */
export function ganttChart({ rows, ticks, windowAt }: ReturnType<typeof ganttOf>, clock: Clock): HTMLElement {
  const drawn = (some: readonly GanttRow[]) =>
    some.map((row) => ({ size: row.bars.length + 1, make: () => chartRow(row, windowAt, clock) }));
  const isFolded = (row: GanttRow, index: number) => index >= maxFine && isFine(row);
  const folded = rows.filter(isFolded);
  return chart(
    {
      label: "Runs by pipeline.",
      ticks,
      rows: drawn(rows.filter((row, index) => !isFolded(row, index))),
      folded: {
        text: `Show ${pluralize(folded.length, "more pipeline")} without a problem`,
        rows: drawn(folded),
      },
    },
    clock,
  );
}

function chartRow(row: GanttRow, windowAt: number, clock: Clock): ChartRow {
  const { pipeline, bars, missed, missedTop, height, laneHeight, totals } = row;
  const isBlank = bars.length + missed.length === 0 && (totals?.runs ?? 0) > 0;
  return {
    name: pipeline === "" ? "other pipelines" : pipeline,
    note: rowSummary(row, clock),
    height,
    shapes: [
      // The time before the window, in which some of its runs began.
      ...(windowAt > 0 ? [shape("rect", { class: "outside", width: `${windowAt}%`, height: "100%" })] : []),
      ...(isBlank ? [laneText(windowAt, height / 2 + 4, "Its runs are not in the report.", "blank")] : []),
    ],
    items: [
      ...bars.map((bar) => runBar(bar, laneHeight, clock)),
      ...missed.map((one) => missedMark(one, missedTop, clock)),
    ],
  };
}

import { safeUrl, shape } from "../dom/element";
import { type Grid, gridTicks, placeIn } from "../geometry/grid";
import type { NightRow, Segment } from "../geometry/night";
import type { Clock } from "../words/clock";
import { rowNote, segmentText } from "../words/hub-words";
import { type ChartRow, chart } from "./chart";
import { type ChartItem, stillItem } from "./chart-item";
import { cellOf, cellParts, ground, rowHeight } from "./night-cell";
import { noteMarks } from "./night-note";

/** Opens what ran in a time. */
export type OpenRuns = (row: NightRow, from: number, to: number, clock: Clock) => void;

/** A row for each pipeline, with a cell for each hour or day; equal neighbours are one stop of the arrow keys. */
export function nightChart(
  rows: readonly NightRow[],
  grid: Grid,
  clock: Clock,
  openRuns: OpenRuns,
): HTMLElement {
  const unit = grid.isDays ? "day" : "hour";
  const byKey = new Map(rows.map((row, index) => [rowKey(row, index), row]));
  const made = chart(
    {
      label: `Pipelines by ${unit}. Enter shows the runs.`,
      isOneStop: true,
      ticks: gridTicks(grid, 8),
      rows: [...byKey].map(([key, row]) => ({
        size: row.segments.length,
        make: () => ({ ...chartRow(row, key, grid, clock), cover: gaps(grid.cells.length) }),
        outline: { key, ...outlineOf(row, grid), marks: noteMarks(row, grid.period) },
      })),
    },
    clock,
  );
  made.classList.add("night");
  const rowAt = (target: EventTarget | null) =>
    target instanceof Element
      ? byKey.get(target.closest("[data-row]")?.getAttribute("data-row") ?? "")
      : undefined;
  made.addEventListener("click", ({ target, clientX }) => {
    const lanes = target instanceof Element ? target.closest(".lanes") : null;
    const row = rowAt(target);
    if (lanes === null || row === undefined) return;
    const { left, width } = lanes.getBoundingClientRect();
    const place = (100 * (clientX - left)) / width;
    const cell = row.cells.find(({ to }) => placeIn(grid, to) > place);
    if (cell !== undefined) openRuns(row, cell.from, cell.to, clock);
  });
  made.addEventListener("keydown", ({ key, target }) => {
    const item = target instanceof Element ? target.closest("[data-segment]") : null;
    const row = rowAt(target);
    const segment = row?.segments[Number(item?.getAttribute("data-segment"))];
    if (key === "Enter" && item !== null && row !== undefined && segment !== undefined)
      openRuns(row, segment.from, segment.to, clock);
  });
  return made;
}

/** A pipeline has a row for each monitor that watches it. Nameless pipelines of a project are told apart by their place. */
function rowKey({ monitor, project, pipeline, definitionId }: NightRow, index: number): string {
  return JSON.stringify([monitor, project.url, pipeline, definitionId ?? index]);
}

function outlineOf(row: NightRow, { period }: Grid): Pick<ChartRow, "name" | "note" | "height"> {
  return {
    name: row.pipeline === "" ? "pipeline without a name" : row.pipeline,
    note: rowNote(row, period),
    height: rowHeight,
  };
}

function chartRow(row: NightRow, key: string, grid: Grid, clock: Clock): ChartRow {
  return {
    ...outlineOf(row, grid),
    shapes: [ground()],
    items: row.segments.flatMap((segment, index) => segmentItem(row, key, segment, index, clock) ?? []),
  };
}

/** Between the cells. */
function gaps(count: number): SVGElement {
  const d = Array.from({ length: count - 1 }, (_, index) => `M${index + 1} 0v1`).join("");
  const box = { viewBox: `0 0 ${count} 1`, preserveAspectRatio: "none", width: "100%", height: rowHeight };
  return shape(
    "svg",
    { ...box, class: count > 60 ? "gaps many" : "gaps" },
    shape("path", { d, "vector-effect": "non-scaling-stroke" }),
  );
}

function segmentItem(
  row: NightRow,
  key: string,
  segment: Segment,
  index: number,
  clock: Clock,
): ChartItem | undefined {
  const cell = cellOf(segment);
  if (cell === undefined) return undefined;
  const text = segmentText(segment, clock);
  const drawn = stillItem(cell.tone, `${row.pipeline}: ${text}`, ...cell.parts);
  drawn.setAttribute("data-segment", String(index));
  drawn.setAttribute("data-key", `${key} ${segment.from}`);
  return {
    element: drawn,
    at: segment.at,
    details: () => ({
      title: row.pipeline,
      lines: [text, ...row.problems.map(({ sentence }) => `now: ${sentence}`)],
      links: [{ text: "Pipeline", url: pipelineUrl(row) }],
    }),
  };
}

/** A whole night as a picture. */
export function nightStrip(segments: readonly Segment[], count: number, label: string): SVGElement {
  const size = { class: "lanes", height: rowHeight, width: "100%", role: "img", "aria-label": label };
  return shape("svg", size, ...segments.flatMap(cellParts), gaps(count));
}

/** The page with the runs of a pipeline. */
export function pipelineUrl({
  project,
  definitionId,
}: Pick<NightRow, "project" | "definitionId">): string | undefined {
  return definitionId === undefined
    ? undefined
    : safeUrl(`${project.url}/_build?definitionId=${definitionId}`);
}

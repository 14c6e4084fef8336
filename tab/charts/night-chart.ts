import { between, type Child, element, safeUrl, shape } from "../dom/element";
import { type Grid, gridTicks, type Period, placeIn } from "../geometry/grid";
import type { NightRow, Segment } from "../geometry/night";
import type { Clock } from "../words/clock";
import { flakyText, noteParts, segmentText, shareTone } from "../words/hub-words";
import { chart } from "./chart";
import { type ChartItem, stillItem } from "./chart-item";
import { cellOf, ground, rowHeight } from "./night-cell";

/** A row for each pipeline, with a cell for each hour or day; equal neighbours are one stop of the arrow keys. */
export function nightChart(
  rows: readonly NightRow[],
  grid: Grid,
  clock: Clock,
  openRuns: (row: NightRow, from: number, to: number) => void,
): HTMLElement {
  const unit = grid.isDays ? "day" : "hour";
  // A pipeline has a row for each monitor that watches it. Nameless pipelines of a project are told apart by their place.
  const keyOf = ({ monitor, project, pipeline }: NightRow, index: number) =>
    JSON.stringify([monitor, project.url, pipeline.id ?? index]);
  const byKey = new Map(rows.map((row, index) => [keyOf(row, index), row]));
  const label = `Pipelines by ${unit}. Enter shows the runs.`;
  const chartRows = [...byKey].map(([key, row]) => ({
    name: row.name === "" ? "pipeline without a name" : row.name,
    note: noteParts(row, grid.period).join(" · "),
    marks: noteMarks(row, grid.period),
    height: rowHeight,
    key,
    size: row.segments.length,
    draw: () => ({
      shapes: [ground()],
      items: row.segments.flatMap(
        (segment) =>
          segmentItem(row, key, segment, clock, () => openRuns(row, segment.from, segment.to)) ?? [],
      ),
      cover: gaps(grid.cells.length),
    }),
  }));
  const made = chart(label, gridTicks(grid, 8), clock, chartRows);
  made.classList.add("night");
  made.addEventListener("click", ({ target, clientX }) => {
    const lanes = target instanceof Element ? target.closest(".lanes") : null;
    const row = byKey.get(lanes?.closest("[data-row]")?.getAttribute("data-row") ?? "");
    if (!lanes || row === undefined) return;
    const { left, width } = lanes.getBoundingClientRect();
    const place = (100 * (clientX - left)) / width;
    const cell = row.cells.find(({ to }) => placeIn(grid, to) > place);
    if (cell !== undefined) openRuns(row, cell.from, cell.to);
  });
  return made;
}

/** The note of a row: its share is coloured if that is news, and flaky commits have a mark. */
function noteMarks(row: NightRow, period: Period): Child {
  const tone = shareTone(row.change);
  const flaky = flakyText(row.flakyCommits);
  const [share, ...others] = noteParts(row, period);
  return between(" · ", [
    element("span", { class: tone === "" ? undefined : `news ${tone}` }, share),
    ...others.map((text) => (text === flaky ? [flakyMark(), ` ${flaky}`] : text)),
  ]);
}

/** Two triangles that meet: up and down. */
function flakyMark(): SVGElement {
  const box = { viewBox: "0 0 12 12", width: 12, height: 12, class: "flaky", "aria-hidden": "true" };
  return shape("svg", box, shape("path", { d: "M0 12 6 0v12zM6 0h6L6 12z" }));
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
  clock: Clock,
  open: () => void,
): ChartItem | undefined {
  const cell = cellOf(segment);
  if (cell === undefined) return undefined;
  const text = segmentText(segment, clock);
  const drawn = stillItem(cell.tone, `${row.name}: ${text}`, ...cell.parts);
  drawn.setAttribute("data-key", `${key} ${segment.from}`);
  drawn.addEventListener("keydown", (event) => {
    if (event.key === "Enter") open();
  });
  return {
    element: drawn,
    at: segment.at,
    details: () => ({
      title: row.name,
      lines: [text, ...row.problems.map(({ sentence }) => `now: ${sentence}`)],
      links: { Pipeline: pipelineUrl(row) },
    }),
  };
}

/** A whole night as a picture. */
export function nightStrip(segments: readonly Segment[], count: number, label: string): SVGElement {
  const cells = segments.flatMap((segment) => {
    const cell = cellOf(segment);
    return cell === undefined ? [] : [shape("g", { class: `bar ${cell.tone}` }, cell.parts)];
  });
  const size = { class: "lanes", height: rowHeight, width: "100%", role: "img", "aria-label": label };
  return shape("svg", size, cells, gaps(count));
}

/** The page with the runs of a pipeline. */
export function pipelineUrl({ project, pipeline: { id } }: NightRow): string | undefined {
  return id === undefined ? undefined : safeUrl(`${project.url}/_build?definitionId=${id}`);
}

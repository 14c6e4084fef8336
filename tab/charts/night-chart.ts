import { safeUrl, shape } from "../dom/element";
import type { CellState, Grid, NightRow, Segment } from "../geometry/night";
import { ticksOf } from "../geometry/time-scale";
import type { Clock } from "../words/clock";
import { rowNote, segmentText, stateWords } from "../words/hub-words";
import { type ChartRow, chart } from "./chart";
import { type ChartItem, stillItem } from "./chart-item";
import { type LegendEntry, legend } from "./legend";

const rowHeight = 24;

/** How alarming each looks. Its height and its pattern differ, too: nobody depends on colours. */
const looks: Readonly<Record<CellState, { tone: string; y: number; height: number } | undefined>> = {
  failed: { tone: "bad", y: 2, height: 20 },
  missed: { tone: "bad", y: 3, height: 18 },
  stuck: { tone: "bad", y: 6, height: 16 },
  limit: { tone: "warn", y: 10, height: 12 },
  muted: { tone: "off", y: 6, height: 16 },
  unwatched: { tone: "off", y: 3, height: 18 },
  well: { tone: "fine", y: 15, height: 7 },
  none: undefined,
  open: undefined,
};

/** A row for each pipeline, with a cell for each hour or day; equal neighbours are one stop of the arrow keys. */
export function nightChart(
  rows: readonly NightRow[],
  grid: Grid,
  clock: Clock,
  openRuns: (row: NightRow, from: number, to: number) => void,
): HTMLElement {
  const unit = grid.isDays ? "day" : "hour";
  const made = chart(
    {
      label: `Pipelines by ${unit}. Enter shows the runs.`,
      isOneStop: true,
      ticks: ticksOf(grid.scale, 8, clock.zone.offsetAt(grid.scale.to)),
      rows: rows.map((row) => ({
        size: row.segments.length,
        make: () => ({ ...chartRow(row, clock), cover: gaps(grid.cells.length) }),
      })),
    },
    clock,
  );
  made.classList.add("night");
  const rowAt = (target: EventTarget | null) => {
    const found = target instanceof Element ? target.closest(".row") : null;
    return found === null ? undefined : rows[[...made.querySelectorAll(".row:not(.head)")].indexOf(found)];
  };
  made.addEventListener("click", ({ target, clientX }) => {
    const lanes = target instanceof Element ? target.closest(".lanes") : null;
    const row = rowAt(target);
    if (lanes === null || row === undefined) return;
    const { left, width } = lanes.getBoundingClientRect();
    const cell = grid.cells[Math.floor((grid.cells.length * (clientX - left)) / width)];
    if (cell !== undefined) openRuns(row, cell.from, cell.to);
  });
  made.addEventListener("keydown", ({ key, target }) => {
    const item = target instanceof Element ? target.closest("[data-segment]") : null;
    const row = rowAt(target);
    const segment = row?.segments[Number(item?.getAttribute("data-segment"))];
    if (key === "Enter" && item !== null && row !== undefined && segment !== undefined)
      openRuns(row, segment.from, segment.to);
  });
  return made;
}

function chartRow(row: NightRow, clock: Clock): ChartRow {
  const items = row.segments.flatMap((segment, index) => segmentItem(row, segment, index, clock) ?? []);
  return {
    name: row.pipeline === "" ? "pipeline without a name" : row.pipeline,
    note: rowNote(row),
    height: rowHeight,
    shapes: [shape("line", { class: "ground", x1: 0, x2: "100%", y1: rowHeight - 2, y2: rowHeight - 2 })],
    items,
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

/** Undefined where nothing ran, or nothing is known yet. */
function cellOf(segment: Segment): { tone: string; rect: SVGElement } | undefined {
  const { state, at, width, failures, runs } = segment;
  const look = looks[state];
  if (look === undefined) return undefined;
  // Half of the height is what a single failure of a day takes.
  const lower = state === "failed" && failures > 0 ? 0.5 * (1 - failures / runs) : 0;
  const [y, height] = [look.y + lower * look.height, look.height * (1 - lower)];
  const place = { x: `${at}%`, y, width: `${width}%`, height };
  return { tone: look.tone, rect: shape("rect", { class: `cell ${state}`, ...place }) };
}

function segmentItem(row: NightRow, segment: Segment, index: number, clock: Clock): ChartItem | undefined {
  const cell = cellOf(segment);
  if (cell === undefined) return undefined;
  const text = segmentText(segment, clock);
  const drawn = stillItem(cell.tone, `${row.pipeline}: ${text}`, cell.rect);
  drawn.setAttribute("data-segment", String(index));
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
  const cells = segments.flatMap((segment) => {
    const cell = cellOf(segment);
    return cell === undefined ? [] : [shape("g", { class: `bar ${cell.tone}` }, cell.rect)];
  });
  const size = { class: "lanes", height: rowHeight, width: "100%", role: "img", "aria-label": label };
  return shape("svg", size, ...cells, gaps(count));
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

/** Only what the rows have. */
export function nightLegend(rows: readonly NightRow[]): HTMLElement {
  const known = new Set(rows.flatMap(({ segments }) => segments.map(({ state }) => state)));
  const states: CellState[] = ["well", "failed", "missed", "stuck", "limit", "muted", "unwatched"];
  return legend(
    states.flatMap((state): LegendEntry[] => {
      const look = looks[state];
      if (look === undefined || !known.has(state)) return [];
      const box = { class: `cell ${state}`, x: -6, y: look.y - 12, width: 12, height: look.height };
      return [[stateWords[state], look.tone, shape("rect", box)]];
    }),
  );
}

import { shape } from "../dom/element";
import type { CellState, NightRow, Segment } from "../geometry/night";
import { stateWords } from "../words/hub-words";
import { legend } from "./marks";

export const rowHeight = 24;

/** Where the cells begin, and how high they are at most. */
const [top, height] = [2, 20];

/** The smallest share that can be seen, in pixels. */
const leastPixels = 2;
/** The mark of something that happened to an unknown number of a cell's runs. */
const markPixels = 7;

/** How alarming each looks. Its height and its pattern differ, too: nobody depends on colours. */
const looks: Readonly<Record<CellState, { tone: string; y: number; height: number } | undefined>> = {
  failed: { tone: "bad", y: top, height },
  missed: { tone: "bad", y: 3, height: 18 },
  stuck: { tone: "bad", y: 6, height: 16 },
  limit: { tone: "warn", y: 10, height: 12 },
  muted: { tone: "off", y: 6, height: 16 },
  unwatched: { tone: "off", y: 3, height: 18 },
  well: { tone: "fine", y: top, height },
  none: undefined,
  open: undefined,
};

export function ground(): SVGElement {
  const y = rowHeight - 2;
  return shape("line", { class: "ground", x1: 0, x2: "100%", y1: y, y2: y });
}

/**
 * Undefined where nothing ran, or nothing is known yet. Below what is well stands what is not: what failed as high as its
 * share, and a low mark of what happened to one of several runs.
 */
export function cellOf(segment: Segment): { tone: string; parts: SVGElement[] } | undefined {
  const { state, at, width } = segment;
  const look = looks[state];
  if (look === undefined) return undefined;
  const place = { x: `${at}%`, width: `${width}%` };
  const rect = (name: string, y: number, pixels: number) =>
    shape("rect", { class: `cell ${name}`, ...place, y, height: pixels });
  const lower = lowerPixels(segment);
  if (lower === undefined) return { tone: look.tone, parts: [rect(state, look.y, look.height)] };
  return {
    tone: look.tone,
    parts: [
      shape("g", { class: "bar fine" }, rect("well", top, height - lower)),
      rect(state, top + height - lower, lower),
    ],
  };
}

/** How high the lower part of a cell is; undefined for one that has a single part. */
function lowerPixels({ state, failures, runs, cells }: Segment): number | undefined {
  const isFailed = (state === "failed" || state === "muted") && failures > 0;
  if (isFailed && failures < runs)
    return Math.min(height - leastPixels, Math.max(leastPixels, Math.round((height * failures) / runs)));
  const isOfSome = ["limit", "stuck", "missed"].includes(state) && runs > cells;
  return isOfSome ? markPixels : undefined;
}

/** Only what the rows have. */
export function nightLegend(rows: readonly NightRow[]): HTMLElement {
  const present = new Set(rows.flatMap(({ segments }) => segments.map(({ state }) => state)));
  const states: CellState[] = ["well", "failed", "missed", "stuck", "limit", "muted", "unwatched"];
  return legend(
    states.map((state) => {
      const look = looks[state];
      if (look === undefined || !present.has(state)) return false;
      const box = { class: `cell ${state}`, x: -6, y: look.y - 12, width: 12, height: look.height };
      return [stateWords[state], look.tone, shape("rect", box)];
    }),
  );
}

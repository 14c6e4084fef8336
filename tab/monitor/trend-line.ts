import { element, shape } from "../dom/element";
import { type Trend, trendLines } from "../geometry/trend";
import { durationText } from "../words/times";
import type { DrawTrends } from "./monitor-view";

/**
 * Draws the trends of a chart once they are read, and those of later charts too. A trend is an extra: the page says
 * nothing if it cannot be read.
 */
export function trendDrawer(reading: Promise<ReadonlyMap<string, Trend>>): DrawTrends {
  const quiet = reading.catch(() => new Map<string, Trend>());
  return async (cells) => {
    const trends = await quiet;
    for (const [pipeline, cell] of cells) {
      const line = trendLine(trends.get(pipeline) ?? []);
      if (line !== undefined) cell.replaceChildren(line);
    }
  };
}

/** Undefined with fewer than two values. */
function trendLine(values: Trend): HTMLElement | undefined {
  const known = values.filter((value) => value !== undefined);
  const last = known.at(-1);
  if (last === undefined || known.length < 2) return undefined;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const label = `Mean run time over ${known.length} reports: ${durationText(least)} to ${durationText(most)}, now ${durationText(last)}`;
  const box = { viewBox: "-2 -2 104 24", preserveAspectRatio: "none", role: "img", "aria-label": label };
  return element(
    "span",
    { title: label },
    shape("svg", box, ...trendLines(values).map((points) => shape("polyline", { points }))),
    element("small", {}, durationText(last)),
  );
}

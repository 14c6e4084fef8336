import { element, shape } from "../dom/element";
import { type Trend, trendLines } from "../geometry/trend";
import { durationText } from "../words/times";

/** Creates the trend of a pipeline's mean run times; undefined with fewer than two of them. */
export function trendLine(values: Trend): HTMLElement | undefined {
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

import { round } from "./time-scale";

/** A pipeline's mean run times in seconds, the latest last; undefined where a report has none. */
export type Trend = readonly (number | undefined)[];

/**
 * The points of a line in a box of 100 by 20, the latest at the right edge, with a gap where a value is missing. The
 * line starts at zero, so that a small change looks small.
 */
export function trendLines(values: Trend): string[] {
  const largest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const lines: string[][] = [[]];
  for (const [index, value] of values.entries())
    if (value === undefined) lines.push([]);
    else {
      const x = values.length < 2 ? 100 : (100 * index) / (values.length - 1);
      const y = largest === 0 ? 20 : 20 - (20 * value) / largest;
      lines.at(-1)?.push(`${round(x)},${round(y)}`);
    }
  return lines.filter((points) => points.length > 0).map((points) => points.join(" "));
}

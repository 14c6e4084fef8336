import type { Tick } from "../geometry/time-scale";
import { axis, gridLines } from "./axis";
import { setUpCard } from "./chart-card";
import type { ChartItem } from "./chart-item";
import { setUpKeys } from "./chart-keys";
import { element, shape } from "./element";

export interface ChartRow {
  name: string;
  /** Beside its name. */
  note: string;
  /** In pixels. */
  height: number;
  /** Drawn below the items. */
  shapes: readonly SVGElement[];
  items: readonly ChartItem[];
  /** At the end of the row. */
  aside?: HTMLElement;
}

/** Rows below an axis, with a card and with arrow keys for its items. */
export function chart(
  name: string,
  label: string,
  ticks: readonly Tick[],
  rows: readonly ChartRow[],
): HTMLElement {
  const made = element(
    "div",
    { class: `chart ${name}`, role: "group", "aria-label": `${label} Arrow keys move between them.` },
    element("div", { class: "row head" }, element("div"), axis(ticks)),
    ...rows.map((row) => rowOf(row, ticks)),
  );
  // The arrow keys follow the time.
  const items = rows.map((row) => [...row.items].sort((one, other) => one.at - other.at));
  setUpKeys(made, items);
  setUpCard(made, items);
  return made;
}

function rowOf({ name, note, height, shapes, items, aside }: ChartRow, ticks: readonly Tick[]): HTMLElement {
  const lane = shape("svg", { class: "lanes", height, width: "100%" }, gridLines(ticks), ...shapes);
  for (const item of items) lane.append(item.element);
  return element(
    "div",
    { class: "row", role: "group", "aria-label": `${name}: ${note}`, style: `--height:${height}px` },
    element("div", { class: "row-name" }, element("b", {}, name), element("small", {}, note)),
    lane,
    aside,
  );
}

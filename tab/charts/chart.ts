import { setUpKeys } from "../dom/arrow-keys";
import { element, shape } from "../dom/element";
import type { Tick } from "../geometry/time-scale";
import { axis, gridLines } from "./axis";
import { setUpCard } from "./chart-card";
import type { ChartItem } from "./chart-item";

export interface ChartRow {
  name: string;
  /** Beside its name. */
  note: string;
  /** In pixels. */
  height: number;
  /** Drawn below the items. */
  shapes: readonly SVGElement[];
  items: readonly ChartItem[];
}

/** Rows below an axis, with a card and with arrow keys for its items. */
export function chart(label: string, ticks: readonly Tick[], rows: readonly ChartRow[]): HTMLElement {
  const made = element(
    "div",
    {
      class: "chart",
      role: "group",
      "aria-label": `${label} Arrow keys move within a row and to the next one.`,
    },
    element("div", { class: "row head" }, element("small", {}, "Time in UTC"), axis(ticks)),
    ...rows.map((row) => rowOf(row, ticks)),
  );
  setUpKeys(made, { row: ".row", item: "[data-item]", stop: ".row" });
  setUpCard(
    made,
    rows.flatMap(({ items }) => items),
  );
  return made;
}

function rowOf({ name, note, height, shapes, items }: ChartRow, ticks: readonly Tick[]): HTMLElement {
  const lane = shape("svg", { class: "lanes", height, width: "100%" }, gridLines(ticks), ...shapes);
  // The arrow keys follow the time.
  const inOrder = [...items].sort((one, other) => one.at - other.at);
  inOrder[0]?.element.setAttribute("tabindex", "0");
  for (const item of inOrder) lane.append(item.element);
  return element(
    "div",
    { class: "row", role: "group", "aria-label": `${name}: ${note}`, style: `--height:${height}px` },
    element("div", { class: "row-name" }, element("b", {}, name), element("small", {}, note)),
    lane,
  );
}

import { type ChartItem, itemAt, placesOf } from "./chart-item";

/**
 * Makes a chart one stop of the Tab key. The arrow keys move between its items: left and right in a row, up
 * and down to the nearest item of the next row, Home and End to the ends of a row.
 */
export function setUpKeys(chart: HTMLElement, rows: readonly (readonly ChartItem[])[]): void {
  const filled = rows.filter((items) => items.length > 0);
  const places = placesOf(filled);
  let current = filled[0]?.[0]?.element;
  current?.setAttribute("tabindex", "0");
  chart.addEventListener("focusin", ({ target }) => {
    const item = itemAt(target);
    if (!(item instanceof SVGElement) || item === current) return;
    current?.setAttribute("tabindex", "-1");
    item.setAttribute("tabindex", "0");
    current = item;
  });
  chart.addEventListener("keydown", (event) => {
    const item = itemAt(event.target);
    const place = item && places.get(item);
    if (place === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighbour(filled, place, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.element.focus();
    next.element.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

/** Undefined for any other key, and at the edges. */
export function neighbour(
  rows: readonly (readonly ChartItem[])[],
  [row, place]: readonly [row: number, place: number],
  key: string,
): ChartItem | undefined {
  const items = rows[row] ?? [];
  const at = items[place]?.at ?? 0;
  const nearest = (others: readonly ChartItem[] = []) =>
    others.reduce<ChartItem | undefined>(
      (best, item) => (best === undefined || Math.abs(item.at - at) < Math.abs(best.at - at) ? item : best),
      undefined,
    );
  switch (key) {
    case "ArrowRight":
      return items[place + 1];
    case "ArrowLeft":
      return items[place - 1];
    case "ArrowDown":
      return nearest(rows[row + 1]);
    case "ArrowUp":
      return nearest(rows[row - 1]);
    case "Home":
      return items[0];
    case "End":
      return items.at(-1);
    default:
      return undefined;
  }
}

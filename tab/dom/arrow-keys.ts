type Item = HTMLElement | SVGElement;

/**
 * Lets the arrow keys move between items: left and right in a row, up and down to the nearest item of the next row that
 * has any, Home and End to the ends of a row. Rows may be added later.
 */
export function setUpKeys(
  container: HTMLElement,
  {
    row,
    item,
    stop,
  }: {
    /** All are CSS selectors. */
    row: string;
    item: string;
    /** Each of these is one stop of the Tab key; its first item has a `tabindex` of 0, every other one of -1. Without it, each item is one. */
    stop?: string;
  },
): void {
  const itemAt = (target: EventTarget | null) =>
    target instanceof Element ? (target.closest<Item>(item) ?? undefined) : undefined;
  container.addEventListener("focusin", ({ target }) => {
    const found = itemAt(target);
    if (found === undefined || stop === undefined) return;
    found.closest(stop)?.querySelector(`${item}[tabindex="0"]`)?.setAttribute("tabindex", "-1");
    found.setAttribute("tabindex", "0");
  });
  container.addEventListener("keydown", (event) => {
    const found = itemAt(event.target);
    if (found === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = [...container.querySelectorAll(row)].map((one) => [...one.querySelectorAll<Item>(item)]);
    const next = neighbour(
      rows.filter((items) => items.length > 0),
      found,
      event.key,
    );
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

/** Undefined for any other key, and at the edges. */
function neighbour(rows: readonly (readonly Item[])[], from: Item, key: string): Item | undefined {
  const row = rows.findIndex((items) => items.includes(from));
  const items = rows[row] ?? [];
  const leftOf = (item: Item) => item.getBoundingClientRect().left;
  const nearest = (others: readonly Item[] = []) => {
    const distances = others.map((other) => Math.abs(leftOf(other) - leftOf(from)));
    return others[distances.indexOf(distances.reduce((least, one) => Math.min(least, one), Infinity))];
  };
  switch (key) {
    case "ArrowRight":
      return items[items.indexOf(from) + 1];
    case "ArrowLeft":
      return items[items.indexOf(from) - 1];
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

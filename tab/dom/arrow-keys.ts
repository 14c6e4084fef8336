type Item = HTMLElement | SVGElement;

/**
 * Lets the arrow keys move between items: left and right in a row, up and down to the nearest item of the next row that
 * has any, Home and End to the ends of a row. Rows may be added later. All are CSS selectors. Each `stop` is one stop of the Tab key;
 * its first item has a `tabindex` of 0, every other one of -1. Without it, each item is one.
 */
export function setUpKeys(container: HTMLElement, row: string, item: string, stop?: string): void {
  const itemAt = (target: EventTarget | null) =>
    target instanceof Element ? (target.closest<Item>(item) ?? undefined) : undefined;
  container.addEventListener("focusin", ({ target }) => {
    const focused = itemAt(target);
    if (focused === undefined || stop === undefined) return;
    focused.closest(stop)?.querySelector(`${item}[tabindex="0"]`)?.setAttribute("tabindex", "-1");
    focused.setAttribute("tabindex", "0");
  });
  container.addEventListener("keydown", (event) => {
    const focused = itemAt(event.target);
    if (focused === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = [...container.querySelectorAll(row)].map((each) => [...each.querySelectorAll<Item>(item)]);
    const next = neighbour(
      rows.filter((items) => items.length > 0),
      focused,
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
  const place = items.indexOf(from);
  const distanceTo = (item: Item) =>
    Math.abs(item.getBoundingClientRect().left - from.getBoundingClientRect().left);
  const nearest = (others: readonly Item[] = []) =>
    others.toSorted((one, other) => distanceTo(one) - distanceTo(other))[0];
  const next: Readonly<Record<string, () => Item | undefined>> = {
    ArrowRight: () => items[place + 1],
    ArrowLeft: () => items[place - 1],
    ArrowDown: () => nearest(rows[row + 1]),
    ArrowUp: () => nearest(rows[row - 1]),
    Home: () => items[0],
    End: () => items.at(-1),
  };
  return next[key]?.();
}

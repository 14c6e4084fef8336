import { setUpKeys } from "./arrow-keys";
import { element } from "./element";
import { inTurns } from "./in-turns";

/** Rows are grouped, so that the browser lays out only the groups on the screen. */
const groupSize = 50;

/**
 * Scrolls within its own region. Each row is a grid of fixed columns: a table of its own layout would be measured whole. The roles say what CSS takes away.
 */
export function table({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly { head: string; width: string; isNumber?: boolean }[];
  rows: readonly { cells: readonly (Node | string)[]; tone: string }[];
}): HTMLElement {
  const row = (name: "td" | "th", role: string) =>
    element(
      "tr",
      { role: "row", class: "plain" },
      ...columns.map(({ isNumber }) =>
        element(name, { role, ...(isNumber === true ? { class: "number" } : {}) }),
      ),
    );
  const head = row("th", "columnheader");
  fill(
    head,
    columns.map((column) => column.head),
  );
  const made = element(
    "table",
    { role: "table", "aria-label": label },
    element("thead", { role: "rowgroup" }, head),
  );
  // A copy of a row is made much faster than a row.
  const pattern = row("td", "cell");
  const addGroup = (start: number) => {
    const group = rows.slice(start, start + groupSize);
    const body = element("tbody", { role: "rowgroup", style: `--rows:${group.length}` });
    for (const { cells, tone } of group) {
      const copy = document.importNode(pattern, true);
      copy.className = tone;
      fill(copy, cells);
      body.append(copy);
    }
    made.append(body);
  };
  setUpKeys(made, { row: "tr", item: "a" });
  const starts = Array.from({ length: Math.ceil(rows.length / groupSize) }, (_, index) => index * groupSize);
  inTurns(starts, addGroup, () => groupSize);
  made.style.setProperty("--columns", columns.map(({ width }) => width).join(" "));
  return element("div", { class: "scroller", role: "region", "aria-label": label, tabindex: "0" }, made);
}

function fill(row: HTMLTableRowElement, cells: readonly (Node | string)[]): void {
  let cell = row.firstElementChild;
  for (const content of cells) {
    if (content !== "") cell?.append(content);
    cell = cell?.nextElementSibling ?? null;
  }
}

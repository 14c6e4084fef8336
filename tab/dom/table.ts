import { element } from "./element";

/** What a cell of a table can hold. */
export type Cell = Node | string;

/** A table: its columns with their widths, as CSS writes them for a grid, and its rows. */
export interface TableContent {
  label: string;
  columns: readonly { head: string; width: string; isNumber?: boolean }[];
  rows: readonly { cells: readonly Cell[]; tone?: string }[];
}

/** Rows are grouped, so that the browser lays out only the groups on the screen. */
const groupSize = 50;

/**
 * Creates a table that scrolls within its own region. Each row is a grid of fixed columns: a table of its own
 * layout would be measured whole. The roles say what CSS takes away.
 */
export function table({ label, columns, rows }: TableContent): HTMLElement {
  const cellOf = (name: "td" | "th", role: string, content: Cell, column: number) =>
    element(name, { role, ...(columns[column]?.isNumber === true ? { class: "number" } : {}) }, content);
  const head = columns.map(({ head: text }, column) => cellOf("th", "columnheader", text, column));
  const made = element(
    "table",
    { role: "table", "aria-label": label, "aria-rowcount": String(rows.length + 1) },
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...head)),
  );
  for (let start = 0; start < rows.length; start += groupSize) {
    const group = rows.slice(start, start + groupSize);
    const body = element("tbody", { role: "rowgroup", style: `--rows:${group.length}` });
    for (const { cells, tone } of group)
      body.append(
        element(
          "tr",
          { role: "row", ...(tone === undefined ? {} : { class: tone }) },
          ...cells.map((cell, column) => cellOf("td", "cell", cell, column)),
        ),
      );
    made.append(body);
  }
  made.style.setProperty("--columns", columns.map(({ width }) => width).join(" "));
  return element("div", { class: "scroller", role: "region", "aria-label": label, tabindex: "0" }, made);
}

import { setUpKeys } from "./arrow-keys";
import { inTurns } from "./draw-later";
import { element } from "./element";

/** Rows are grouped, so that the browser lays out only the groups on the screen. */
const groupSize = 50;

type Column<Row> = readonly [
  head: string,
  width: string,
  cell: (row: Row) => Node | string,
  isNumber?: "number",
];

/**
 * Scrolls within its own region. Each row is a grid of fixed columns: a table of its own layout would be measured whole. The roles say what CSS takes away.
 * `toneOf` is how alarming a row looks. A column that is false is not shown.
 */
export function table<Row>(
  label: string,
  rows: readonly Row[],
  toneOf: (row: NoInfer<Row>) => string,
  all: readonly (Column<NoInfer<Row>> | false)[],
): HTMLElement {
  const columns = all.filter((column) => column !== false);
  const row = (name: "td" | "th", role: string, textOf: (column: Column<Row>) => string) => {
    const cells = columns.map((column) => element(name, { role, class: column[3] }, textOf(column)));
    return element("tr", { role: "row", class: "plain" }, cells);
  };
  const head = row("th", "columnheader", ([text]) => text);
  const made = element(
    "table",
    { role: "table", "aria-label": label },
    element("thead", { role: "rowgroup" }, head),
  );
  // A copy of a row is made much faster than a row.
  const pattern = row("td", "cell", () => "");
  const addGroup = (start: number) => {
    const group = rows.slice(start, start + groupSize);
    const body = element("tbody", { role: "rowgroup", style: `--rows:${group.length}` });
    for (const value of group) {
      const copy = document.importNode(pattern, true);
      copy.className = toneOf(value);
      for (const [index, [, , cell]] of columns.entries()) copy.children[index]?.append(cell(value));
      body.append(copy);
    }
    made.append(body);
  };
  setUpKeys(made, "tr", "a");
  const starts = Array.from({ length: Math.ceil(rows.length / groupSize) }, (_, index) => index * groupSize);
  inTurns(starts, addGroup, () => groupSize);
  made.style.setProperty("--columns", columns.map(([, width]) => width).join(" "));
  return element("div", { class: "scroller", role: "region", "aria-label": label, tabindex: 0 }, made);
}

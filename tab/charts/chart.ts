import { setUpKeys } from "../dom/arrow-keys";
import { drawnWhenNear, inTurns } from "../dom/draw-later";
import { button, type Child, element, shape } from "../dom/element";
import type { Tick } from "../geometry/time-scale";
import { type Clock, readersAt } from "../words/clock";
import { axis, gridLines } from "./axis";
import { type ChartItem, setUpCard } from "./chart-item";

export interface ChartRow {
  name: string;
  /** Beside its name, and as it is drawn there. */
  note: string;
  marks?: Child;
  /** In pixels. */
  height: number;
  /** Identifies the row, also when the chart is made again. With it, the row is drawn when it comes near the screen. */
  key?: string;
  /** How many items it has. */
  size: number;
  /** The shapes are below the items, and the cover above them. */
  draw(): { shapes: readonly SVGElement[]; items: readonly ChartItem[]; cover?: SVGElement };
}

/** Rows below an axis, with a card and with arrow keys for its items. */
export function chart(
  {
    label,
    isOneStop = false,
    ticks,
    rows,
    folded,
  }: {
    label: string;
    /** Whether the whole chart is one stop of the Tab key, for many rows, instead of each row. */
    isOneStop?: boolean;
    ticks: readonly Tick[];
    rows: readonly ChartRow[];
    /** Drawn when somebody asks for them. */
    folded?: { text: string; rows: readonly ChartRow[] };
  },
  clock: Clock,
): HTMLElement {
  const end = element("div");
  const made = element(
    "div",
    {
      class: "chart",
      role: "group",
      "aria-label": `${label} Arrow keys move within a row and to the next one.`,
    },
    axes(ticks, clock),
    end,
  );
  const items = new Map<Element, ChartItem>();
  const watch = drawnWhenNear(made);
  setUpKeys(made, { row: ".row", item: "[data-item]", stop: isOneStop ? ".chart" : ".row" });
  const add = (row: ChartRow) => {
    const added = rowOf(row);
    end.before(added);
    const draw = () => {
      const content = row.draw();
      for (const item of content.items) items.set(item.element, item);
      const isStop = !isOneStop || made.querySelector('[tabindex="0"]') === null;
      added.append(laneOf(row.height, content, ticks, isStop));
    };
    if (row.key === undefined) draw();
    else watch(added, draw);
  };
  const drawAll = (some: readonly ChartRow[]) =>
    inTurns(some, add, ({ size, key }) => (key === undefined ? size : 2));
  if (folded !== undefined && folded.rows.length > 0)
    end.append(unfoldButton(folded.text, made, () => drawAll(folded.rows)));
  setUpCard(made, items);
  drawAll(rows);
  return made;
}

function axes(ticks: readonly Tick[], clock: Clock): HTMLElement {
  const { zone } = clock;
  const readers = ticks.some(({ time }) => readersAt(time, clock) !== undefined) ? clock.readers : undefined;
  return element(
    "div",
    { class: "row head" },
    element("small", {}, `Time in ${zone.name}`),
    axis(ticks, zone),
    readers !== undefined && [element("small", {}, "Your time"), axis(ticks, readers)],
  );
}

/** Goes when it is pressed, and leaves the focus to what it has brought. */
function unfoldButton(text: string, chart: HTMLElement, unfold: () => void): HTMLElement {
  const made = button(
    text,
    () => {
      const before = chart.querySelectorAll(".row").length;
      unfold();
      made.remove();
      const first = chart.querySelectorAll(".row")[before];
      first?.querySelector<SVGElement>('[data-item][tabindex="0"]')?.focus();
    },
    { class: "unfold" },
  );
  return made;
}

function rowOf({ name, note, marks = note, height, key }: ChartRow): HTMLElement {
  return element(
    "div",
    {
      class: "row",
      role: "group",
      "aria-label": `${name}: ${note}`,
      style: `--height:${height}px`,
      "data-row": key,
    },
    element("div", { class: "row-name" }, element("b", {}, name), element("small", {}, marks)),
  );
}

function laneOf(
  height: number,
  { shapes, items, cover }: ReturnType<ChartRow["draw"]>,
  ticks: readonly Tick[],
  isStop: boolean,
): SVGElement {
  // The arrow keys follow the time.
  const inOrder = items.toSorted((one, other) => one.at - other.at).map((item) => item.element);
  if (isStop) inOrder[0]?.setAttribute("tabindex", "0");
  return shape("svg", { class: "lanes", height, width: "100%" }, gridLines(ticks), shapes, inOrder, cover);
}

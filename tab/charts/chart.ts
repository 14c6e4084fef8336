import type { Zone } from "../../shared/text/zone";
import { setUpKeys } from "../dom/arrow-keys";
import { drawnWhenNear, inTurns } from "../dom/draw-later";
import { button, type Child, element, shape } from "../dom/element";
import type { Tick } from "../geometry/time-scale";
import { type Clock, readersAt, tickText } from "../words/clock";
import { type ChartItem, setUpCard } from "./chart-item";

export interface ChartRow {
  name: string;
  /** Beside its name, and as it is drawn there. */
  note: string;
  marks?: Child;
  /** In pixels. */
  height: number;
  /**
   * Identifies the row, also when the chart is made again. With it, the row is drawn when it comes near the screen, and the whole
   * chart is one stop of the Tab key, instead of each row.
   */
  key?: string;
  /** How many items it has. */
  size: number;
  /** The shapes are below the items, and the cover above them. */
  draw(): { shapes: readonly SVGElement[]; items: readonly ChartItem[]; cover?: SVGElement };
}

/** Rows below an axis, with a card and with arrow keys for its items. `folded` are drawn when somebody presses a button. */
export function chart(
  label: string,
  ticks: readonly Tick[],
  clock: Clock,
  rows: readonly ChartRow[],
  folded: readonly ChartRow[] = [],
  foldedText = "",
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
  const isOneStop = rows.some(({ key }) => key !== undefined);
  const watch = drawnWhenNear(made);
  setUpKeys(made, ".row", "[data-item]", isOneStop ? ".chart" : ".row");
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
  if (folded.length > 0) end.append(unfoldButton(foldedText, made, () => drawAll(folded)));
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

/** The figures are in each item's label, so screen readers skip the labels of the axis. */
function axis(ticks: readonly Tick[], zone: Zone): HTMLElement {
  const step = (ticks[1]?.time ?? 0) - (ticks[0]?.time ?? 0);
  const labels = ticks.map(({ time, at }) =>
    element(
      "span",
      // A label at an end of the axis stays within it.
      { style: `left:${at}%`, class: at < 7 ? "first" : at > 93 ? "last" : "" },
      tickText(time, step === 0 ? 60 : step, zone),
    ),
  );
  return element("div", { class: "axis", "aria-hidden": "true" }, labels);
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
  const lines = ticks.map(({ at }) => shape("line", { x1: `${at}%`, x2: `${at}%`, y1: 0, y2: "100%" }));
  const grid = shape("g", { class: "grid" }, lines);
  return shape("svg", { class: "lanes", height, width: "100%" }, grid, shapes, inOrder, cover);
}

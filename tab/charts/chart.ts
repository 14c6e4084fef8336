import { setUpKeys } from "../dom/arrow-keys";
import { element, shape } from "../dom/element";
import { inTurns } from "../dom/in-turns";
import { drawnWhenNear } from "../dom/when-near";
import type { Tick } from "../geometry/time-scale";
import { type Clock, readersAt } from "../words/clock";
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
  /** Drawn above them. */
  cover?: SVGElement;
}

/** A row that is made when it is drawn. */
interface LaterRow {
  /** How many items it has. */
  size: number;
  make(): ChartRow;
  /** The text beside the row. With it, the row is drawn when it comes near the screen. */
  outline?: Outline;
}

interface Outline extends Pick<ChartRow, "name" | "note" | "height"> {
  /** Identifies the row, also when the chart is made again. */
  key: string;
  marks: readonly Node[];
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
    rows: readonly LaterRow[];
    /** Drawn when somebody asks for them. */
    folded?: { text: string; rows: readonly LaterRow[] };
  },
  clock: Clock,
): HTMLElement {
  const made = element(
    "div",
    {
      class: "chart",
      role: "group",
      "aria-label": `${label} Arrow keys move within a row and to the next one.`,
    },
    axes(ticks, clock),
  );
  const items = new Map<Element, ChartItem>();
  const drawLane = (row: HTMLElement, content: ChartRow) => {
    for (const item of content.items) items.set(item.element, item);
    const isStop = content.items.length > 0 && !(isOneStop && made.querySelector('[tabindex="0"]') !== null);
    row.append(laneOf(content, ticks, isStop));
  };
  const watch = drawnWhenNear(made);
  setUpKeys(made, { row: ".row", item: "[data-item]", stop: isOneStop ? ".chart" : ".row" });
  const end = element("div");
  made.append(end);
  const add = ({ make, outline }: LaterRow) => {
    const content = outline ?? make();
    const row = rowOf(content, outline);
    end.before(row);
    if ("items" in content) drawLane(row, content);
    else watch(row, () => drawLane(row, make()));
  };
  const drawAll = (some: readonly LaterRow[]) =>
    inTurns(some, add, ({ size, outline }) => (outline ? 2 : size));
  if (folded !== undefined && folded.rows.length > 0)
    end.append(unfoldButton(folded.text, () => drawAll(folded.rows)));
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
    ...axisOf(`Time in ${zone.name}`, axis(ticks, zone)),
    ...(readers === undefined ? [] : axisOf("Your time", axis(ticks, readers))),
  );
}

function axisOf(name: string, labels: HTMLElement): HTMLElement[] {
  return [element("small", {}, name), labels];
}

/** Goes when it is pressed, and leaves the focus to what it has brought. */
function unfoldButton(text: string, unfold: () => void): HTMLElement {
  const button = element("button", { type: "button", class: "unfold" }, text);
  button.addEventListener("click", () => {
    const chart = button.closest(".chart");
    const before = chart?.querySelectorAll(".row").length ?? 0;
    unfold();
    button.remove();
    const [first] = [...(chart?.querySelectorAll(".row") ?? [])].slice(before);
    first?.querySelector<SVGElement>('[data-item][tabindex="0"]')?.focus();
  });
  return button;
}

function rowOf(
  { name, note, height }: Pick<ChartRow, "name" | "note" | "height">,
  outline?: Outline,
): HTMLElement {
  const attributes = {
    class: "row",
    role: "group",
    "aria-label": `${name}: ${note}`,
    style: `--height:${height}px`,
  };
  return element(
    "div",
    outline === undefined ? attributes : { ...attributes, "data-row": outline.key },
    element(
      "div",
      { class: "row-name" },
      element("b", {}, name),
      element("small", {}, ...(outline === undefined ? [note] : outline.marks)),
    ),
  );
}

function laneOf(
  { height, shapes, items, cover }: ChartRow,
  ticks: readonly Tick[],
  isStop: boolean,
): SVGElement {
  const lane = shape("svg", { class: "lanes", height, width: "100%" }, gridLines(ticks), ...shapes);
  // The arrow keys follow the time.
  const inOrder = [...items].sort((one, other) => one.at - other.at);
  if (isStop) inOrder[0]?.element.setAttribute("tabindex", "0");
  lane.append(...inOrder.map((item) => item.element));
  if (cover !== undefined) lane.append(cover);
  return lane;
}

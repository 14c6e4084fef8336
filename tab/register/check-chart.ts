import type { DomainReport } from "../../shared/report/schema";
import { axis, gridLines, mark } from "../dom/axis";
import { setUpCard } from "../dom/chart-card";
import type { ChartItem } from "../dom/chart-item";
import { setUpKeys } from "../dom/chart-keys";
import { element, shape } from "../dom/element";
import { type CheckChart, checkChartOf, type PriceLane, type Segment } from "../geometry/check-chart";
import { round } from "../geometry/time-scale";
import { attemptWords, changeFigures } from "../words/check-words";
import { moneyText } from "../words/report-words";
import { timeText } from "../words/times";

const laneHeight = 28;
const priceHeight = 72;

/** Creates the chart of a registration: availability, price against the cap, and purchase attempts. */
export function checkChart(report: DomainReport): HTMLElement {
  const chart = checkChartOf(report);
  const segments = chart.segments.map(segmentItem);
  const attempts = chart.attempts.map(attemptItem);
  const { prices } = chart;
  const { priceCap } = report;
  const cap = priceCap === undefined ? "no cap" : `cap ${moneyText(priceCap.amount, priceCap.currency)}`;
  const made = element(
    "div",
    { class: "chart checks", role: "group", "aria-label": "Checks over time. Arrow keys move between them." },
    element("div", { class: "row head" }, element("div"), axis(chart.ticks)),
    row("Availability", `${report.checkCount} checks`, laneHeight, chart, segments),
    ...(prices === undefined ? [] : [row("Price", cap, priceHeight, chart, [], priceLane(prices))]),
    row("Purchase", attempts.length === 0 ? "not attempted" : "", laneHeight, chart, attempts),
  );
  setUpKeys(made, [segments, attempts]);
  setUpCard(made, [segments, attempts]);
  return made;
}

function row(
  name: string,
  note: string,
  height: number,
  { ticks }: CheckChart,
  items: readonly ChartItem[],
  ...shapes: SVGElement[]
): HTMLElement {
  const lane = shape(
    "svg",
    { class: "lanes", height, width: "100%" },
    gridLines(ticks),
    ...shapes,
    ...items.map(({ element: item }) => item),
  );
  return element(
    "div",
    { class: "row", role: "group", "aria-label": `${name}: ${note}`, style: `--height:${height}px` },
    element("div", { class: "row-name" }, element("b", {}, name), element("small", {}, note)),
    lane,
  );
}

/** Available is a high bar, not available a low one, a failed check a hatched one. */
function segmentItem({ change, kind, at, width }: Segment): ChartItem {
  const [y, height] = kind === "taken" ? [12, 6] : [5, 18];
  const figures = changeFigures(change);
  const [title = "", ...lines] = figures;
  return {
    element: shape(
      "g",
      { class: `bar ${kind}`, "data-item": "", tabindex: -1, role: "img", "aria-label": figures.join(". ") },
      shape("rect", { class: "check", x: `${at}%`, width: `${width}%`, y, height }),
    ),
    at,
    details: () => ({ title, lines, links: [] }),
  };
}

const attemptMarks = {
  bought: { path: "M-6 0-4-2-1 1 5-6 7-4-1 5z", tone: "good" },
  refused: { path: "M-5-3-3-5 0-2 3-5 5-3 2 0 5 3 3 5 0 2-3 5-5 3-2 0z", tone: "bad" },
  unknown: { path: "M-2-6h4v7h-4zM-2 3h4v3h-4z", tone: "bad" },
  notSent: { path: "M-5-2h10v4h-10z", tone: "off" },
} as const;

function attemptItem({ attempt, at }: CheckChart["attempts"][number]): ChartItem {
  const { path, tone } = attemptMarks[attempt.outcome];
  const title = `Purchase: ${attemptWords[attempt.outcome]}`;
  const lines = [
    ...(attempt.sentence === undefined ? [] : [attempt.sentence]),
    `${timeText(attempt.at)} UTC`,
  ];
  // The text stands on the side that has room.
  const isLate = at > 60;
  const text = shape(
    "text",
    { x: `${at}%`, y: laneHeight / 2 + 4, dx: isLate ? -12 : 12, "text-anchor": isLate ? "end" : "start" },
    attemptWords[attempt.outcome],
  );
  const label = [title, ...lines].join(". ");
  return {
    element: shape(
      "g",
      { class: `bar ${tone}`, "data-item": "", tabindex: -1, role: "img", "aria-label": label },
      mark(path, at, laneHeight / 2, attempt.outcome),
      text,
    ),
    at,
    details: () => ({ title, lines, links: [] }),
  };
}

function priceLane({ steps, capHeight }: PriceLane): SVGElement {
  const y = (height: number) => `${round(100 - height)}%`;
  const lines = steps.map(({ at, width, height, isOver }) =>
    shape("line", {
      class: isOver ? "price over" : "price",
      x1: `${at}%`,
      x2: `${at + width}%`,
      y1: y(height),
      y2: y(height),
    }),
  );
  const cap =
    capHeight === undefined
      ? []
      : [
          shape("line", { class: "cap", x1: 0, x2: "100%", y1: y(capHeight), y2: y(capHeight) }),
          shape("text", { x: 4, y: y(capHeight), dy: -4 }, "cap"),
        ];
  return shape("g", { class: "prices" }, ...cap, ...lines);
}

import type { DomainReport } from "../../shared/report/schema";
import { pluralize } from "../../shared/text/pluralize";
import { mark } from "../dom/axis";
import { chart } from "../dom/chart";
import { type ChartItem, stillItem } from "../dom/chart-item";
import { shape } from "../dom/element";
import { type CheckChart, checkChartOf, type PriceLane, type Segment } from "../geometry/check-chart";
import { round } from "../geometry/time-scale";
import { attemptWords, changeFigures } from "../words/check-words";
import { moneyText } from "../words/report-words";
import { timeText } from "../words/times";

const laneHeight = 28;
const priceHeight = 72;

/** Creates the chart of a registration: availability, price against the cap, and purchase attempts. */
export function checkChart(report: DomainReport): HTMLElement {
  const { ticks, segments, attempts, prices } = checkChartOf(report);
  const { priceCap, checkCount } = report;
  const cap = priceCap === undefined ? "no cap" : `cap ${moneyText(priceCap.amount, priceCap.currency)}`;
  const row = (name: string, note: string, items: ChartItem[]) => ({
    name,
    note,
    height: laneHeight,
    shapes: [],
    items,
  });
  return chart("checks", "Checks over time.", ticks, [
    row("Availability", pluralize(checkCount, "check"), segments.map(segmentItem)),
    ...(prices === undefined
      ? []
      : [{ ...row("Price", cap, []), height: priceHeight, shapes: [priceLane(prices)] }]),
    row("Purchase", pluralize(attempts.length, "attempt"), attempts.map(attemptItem)),
  ]);
}

const segmentTones = {
  available: "good",
  maybe: "good hatched",
  taken: "off",
  problem: "bad hatched",
} as const;

/** Available is a high bar, not available a low one, a failed check a hatched one. */
function segmentItem({ change, kind, at, width }: Segment): ChartItem {
  const [y, height] = kind === "taken" ? [12, 6] : [5, 18];
  const figures = changeFigures(change);
  const [title = "", ...lines] = figures;
  return {
    element: stillItem(
      segmentTones[kind],
      figures.join(". "),
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
    element: stillItem(tone, label, mark(path, at, laneHeight / 2, attempt.outcome), text),
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

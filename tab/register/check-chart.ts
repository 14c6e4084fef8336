import type { DomainReport } from "../../shared/report/schema";
import { pluralize } from "../../shared/text/pluralize";
import { mark } from "../dom/axis";
import { chart } from "../dom/chart";
import { type ChartItem, stillItem } from "../dom/chart-item";
import { element, shape } from "../dom/element";
import { laneText } from "../dom/lane-text";
import { legend, legendBar } from "../dom/legend";
import { type CheckChart, checkChartOf, type Segment, type SegmentKind } from "../geometry/check-chart";
import { attemptWords, changeFigures, segmentWords } from "../words/check-words";
import { moneyText } from "../words/report-words";
import { timeText } from "../words/times";
import { priceLane } from "./price-lane";

const laneHeight = 28;
const priceHeight = 88;

/** Availability, price against the cap, and purchase attempts. */
export function checkChart(report: DomainReport): HTMLElement {
  const { ticks, segments, attempts, prices } = checkChartOf(report);
  const { priceCap, checkCount } = report;
  const cap = priceCap === undefined ? "no cap" : `cap ${moneyText(priceCap)}`;
  const row = (name: string, note: string, items: ChartItem[]) => ({
    name,
    note,
    height: laneHeight,
    shapes: [],
    items,
  });
  const capLine = shape("line", { class: "cap", x1: -8, x2: 8 });
  const kinds = [...new Set(segments.map(({ kind }) => kind))];
  const entries = kinds.map(
    (kind) => [segmentWords[kind], segmentTones[kind], legendBar("check", heightOf(kind) / 2)] as const,
  );
  const drawn = chart("checks", "Checks over time.", ticks, [
    row("Availability", pluralize(checkCount, "check"), segments.map(segmentItem)),
    ...(prices === undefined
      ? []
      : [{ ...row("Price", cap, []), height: priceHeight, shapes: [priceLane(prices)] }]),
    row("Purchase", pluralize(attempts.length, "attempt"), attempts.map(attemptItem)),
  ]);
  return element(
    "div",
    {},
    element(
      "div",
      { class: "tools" },
      legend(
        priceCap === undefined || prices === undefined
          ? entries
          : [...entries, ["price cap", "off", capLine]],
      ),
    ),
    drawn,
  );
}

const segmentTones = {
  available: "good",
  maybe: "good hatched",
  taken: "off",
  problem: "bad hatched",
} as const;

/** Available is a high bar, not available a low one, a failed check a hatched one. */
const heightOf = (kind: SegmentKind) => (kind === "taken" ? 8 : 18);

/** The narrowest bar, in percent of the width: a purchase follows within seconds, at the end of a long wait. */
const narrowest = 0.4;

function segmentItem({ change, kind, at, width }: Segment): ChartItem {
  const height = heightOf(kind);
  const shownWidth = Math.max(narrowest, width);
  const place = {
    x: `${Math.min(at, 100 - shownWidth)}%`,
    width: `${shownWidth}%`,
    y: (laneHeight - height) / 2,
  };
  const figures = changeFigures(change);
  const [title = "", ...lines] = figures;
  return {
    element: stillItem(
      segmentTones[kind],
      figures.join(". "),
      shape("rect", { class: "check", ...place, height }),
    ),
    at,
    details: () => ({ title, lines, links: [] }),
  };
}

const attemptMarks = {
  bought: { path: "M-6 0-4-2-1 1 5-6 7-4-1 5z", tone: "good" },
  refused: { path: "M-5-3-3-5 0-2 3-5 5-3 2 0 5 3 3 5 0 2-3 5-5 3-2 0z", tone: "bad" },
  unknown: { path: "M-2-6h4v7h-4zM-2 3h4v3h-4z", tone: "bad" },
  notAccepted: { path: "M-5-2h10v4h-10z", tone: "warn" },
  notSent: { path: "M-5-2h10v4h-10z", tone: "off" },
} as const;

function attemptItem(
  { attempt, at }: CheckChart["attempts"][number],
  index: number,
  all: readonly unknown[],
): ChartItem {
  const { path, tone } = attemptMarks[attempt.outcome];
  const word = attemptWords[attempt.outcome];
  const lines = [
    ...(attempt.sentence === undefined ? [] : [attempt.sentence]),
    `${timeText(attempt.at)} UTC`,
  ];
  const title = `Purchase: ${word}`;
  const parts: SVGElement[] = [mark(path, attempt.outcome, at, laneHeight / 2)];
  // Earlier attempts have their marks; their words would overlap.
  if (index === all.length - 1) parts.push(laneText(at, laneHeight / 2 + 4, word));
  return {
    element: stillItem(tone, [title, ...lines].join(". "), ...parts),
    at,
    details: () => ({ title, lines, links: [] }),
  };
}

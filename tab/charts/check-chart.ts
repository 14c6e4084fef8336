import type { DomainReport, PurchaseAttempt } from "../../shared/report/schema";
import { pluralize } from "../../shared/text/pluralize";
import { element, shape } from "../dom/element";
import { checkChartOf, type kindOf } from "../geometry/check-chart";
import { attemptFigures, changeFigures } from "../words/check-words";
import { utcClock } from "../words/clock";
import { type ChartRow, chart } from "./chart";
import { type ChartItem, stillItem } from "./chart-item";
import { legend, legendBar, mark } from "./marks";

type Checks = ReturnType<typeof checkChartOf>;

const laneHeight = 28;

/** Availability and purchase attempts. The tables beside it say the same in words. */
export function checkChart(report: DomainReport): HTMLElement {
  const { ticks, segments, attempts } = checkChartOf(report);
  const row = (name: string, note: string, items: ChartItem[]): ChartRow => ({
    name,
    note,
    height: laneHeight,
    size: items.length,
    draw: () => ({ shapes: [], items }),
  });
  const rows = [row("Availability", pluralize(report.checkCount, "check"), segments.map(segmentItem))];
  if (attempts.length > 0)
    rows.push(row("Purchase", pluralize(attempts.length, "attempt"), attempts.map(attemptItem)));
  const kinds = [...new Set(segments.map(({ kind }) => kind))];
  const responses = [...new Set(attempts.map(({ attempt }) => attempt.response))];
  const entries = [
    ...kinds.map((kind) => [kind, segmentTones[kind], legendBar("check", heightOf(kind) / 2)] as const),
    ...responses.map((response) => {
      const { path, tone } = attemptMarks[response];
      return [`purchase: ${response}`, tone, shape("path", { d: path, class: "mark" })] as const;
    }),
  ];
  const drawn = chart("Checks over time.", ticks, utcClock(report.to), rows);
  return element("div", {}, element("div", { class: "tools" }, legend(entries)), drawn);
}

const segmentTones = { available: "good", "not available": "off", "check failed": "bad" } as const;

/** Available is a high bar, not available a low one, a failed check an empty one. */
const heightOf = (kind: ReturnType<typeof kindOf>) => (kind === "not available" ? 8 : 18);

/** The narrowest bar, in percent of the width: a purchase follows within seconds, at the end of a long wait. */
const narrowest = 0.4;

function segmentItem({ change, kind, at, width }: Checks["segments"][number]): ChartItem {
  const height = heightOf(kind);
  const shownWidth = Math.max(narrowest, width);
  const place = {
    x: `${Math.min(at, 100 - shownWidth)}%`,
    width: `${shownWidth}%`,
    y: (laneHeight - height) / 2,
  };
  const bar = shape("rect", { class: "check", ...place, height });
  return itemOf(segmentTones[kind], at, changeFigures(change), bar);
}

const dash = "M-5-2h10v4h-10z";
export const attemptMarks: Readonly<Record<PurchaseAttempt["response"], { path: string; tone: string }>> = {
  bought: { path: "M-6 0-4-2-1 1 5-6 7-4-1 5z", tone: "good" },
  refused: { path: "M-5-3-3-5 0-2 3-5 5-3 2 0 5 3 3 5 0 2-3 5-5 3-2 0z", tone: "bad" },
  unknown: { path: "M-2-6h4v7h-4zM-2 3h4v3h-4z", tone: "bad" },
  failed: { path: dash, tone: "warn" },
  quoted: { path: dash, tone: "off" },
  "not sent": { path: dash, tone: "off" },
};

function attemptItem({ attempt, at }: Checks["attempts"][number]): ChartItem {
  const { path, tone } = attemptMarks[attempt.response];
  return itemOf(tone, at, attemptFigures(attempt), mark(path, "", at, laneHeight / 2));
}

function itemOf(tone: string, at: number, figures: readonly string[], drawn: SVGElement): ChartItem {
  const [title = "", ...lines] = figures;
  return { element: stillItem(tone, figures.join(". "), drawn), at, details: () => ({ title, lines }) };
}

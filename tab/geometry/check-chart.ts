import type { CheckChange, DomainReport, Money, PurchaseAttempt } from "../../shared/report/schema";
import { placeOf, round, type Tick, type TimeScale, ticksOf } from "./time-scale";

/** Places and widths are percent of the width, heights too within their lane. */
export interface CheckChart {
  scale: TimeScale;
  ticks: Tick[];
  segments: Segment[];
  /** Undefined if no response named a price. */
  prices: PriceLane | undefined;
  attempts: { attempt: PurchaseAttempt; at: number }[];
}

/** Checks with the same response, up to the next other one. */
export interface Segment {
  change: CheckChange;
  kind: SegmentKind;
  at: number;
  width: number;
}

export type SegmentKind = "available" | "maybe" | "taken" | "problem";

/** Prices against the cap. */
export interface PriceLane {
  steps: (PricedSpan & { height: number })[];
  capHeight: number | undefined;
}

/** How long a price held. */
interface PricedSpan {
  at: number;
  width: number;
  price: Money;
  /** Whether the task does not buy at this price. The report says so; the tab never decides it. */
  isRefused: boolean;
}

export function checkChartOf(report: DomainReport): CheckChart {
  const last = report.changes.at(-1);
  // A single check has no length of its own.
  const scale = { from: report.from, to: Math.max(report.to, last?.until ?? 0, report.from + 1) };
  const spans = report.changes.map((change, index) => {
    const next = report.changes[index + 1];
    const at = placeOf(scale, change.at);
    return { change, at, width: round(placeOf(scale, next?.at ?? Math.max(change.until, scale.to)) - at) };
  });
  return {
    scale,
    ticks: ticksOf(scale, 8),
    segments: spans.map((span) => ({ ...span, kind: kindOf(span.change) })),
    prices: pricesOf(spans, report.priceCap),
    attempts: report.attempts.map((attempt) => ({ attempt, at: placeOf(scale, attempt.at) })),
  };
}

export function kindOf({ available, definitive }: CheckChange): SegmentKind {
  if (available === undefined) return "problem";
  if (!available) return "taken";
  return definitive === true ? "available" : "maybe";
}

/** How near two labels may be, in percent of the width and of the height of the lane. */
const near = { width: 15, height: 25 };

/**
 * Each price once, where it was last offered. A refused price takes precedence, because it is why nothing was bought.
 */
export function labelled(steps: PriceLane["steps"]): PriceLane["steps"] {
  const latest = [...steps].reverse().sort((one, other) => Number(other.isRefused) - Number(one.isRefused));
  const chosen: PriceLane["steps"] = [];
  for (const step of latest) {
    const isTaken = chosen.some(
      ({ price, isRefused, at, height }) =>
        (price.raw === step.price.raw && isRefused === step.isRefused) ||
        (Math.abs(at - step.at) < near.width && Math.abs(height - step.height) < near.height),
    );
    if (!isTaken) chosen.push(step);
  }
  return chosen;
}

function pricesOf(
  spans: readonly { change: CheckChange; at: number; width: number }[],
  cap: Money | undefined,
): PriceLane | undefined {
  const priced = spans.flatMap(({ change: { price, objection }, at, width }): PricedSpan[] =>
    price === undefined ? [] : [{ at, width, price, isRefused: objection !== undefined }],
  );
  if (priced.length === 0) return undefined;
  // Room for a label above the highest line.
  const amounts = [...(cap === undefined ? [] : [cap]), ...priced.map(({ price }) => price)];
  const top = 1.4 * Math.max(Number.MIN_VALUE, ...amounts.map(({ amount }) => Number(amount)));
  const heightOf = ({ amount }: Money) => round((100 * Number(amount)) / top);
  return {
    steps: priced.map((step) => ({ ...step, height: heightOf(step.price) })),
    capHeight: cap === undefined ? undefined : heightOf(cap),
  };
}

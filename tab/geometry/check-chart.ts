import type { CheckChange, DomainReport, Money, PurchaseAttempt } from "../../shared/report/schema";
import { labelSpan, placeOf, round, type Tick, type TimeScale, ticksOf } from "./time-scale";

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

/** Prices against the cap: those within it below its line, the others above. */
export interface PriceLane {
  steps: (PricedSpan & { height: number })[];
  /** Undefined if there is no cap. */
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

/**
 * Each price once, where it was last offered, if there is room. A refused price takes precedence, because it is why
 * nothing was bought. `write` renders a price. `isAbove` tells the edge of the lane, which no line crosses, at which its label stands.
 */
export function labelled(
  { steps }: PriceLane,
  write: (price: Money) => string,
): { at: number; text: string; isAbove: boolean }[] {
  const latest = [...steps].reverse().sort((one, other) => Number(other.isRefused) - Number(one.isRefused));
  const chosen: { at: number; text: string; isAbove: boolean; from: number; to: number }[] = [];
  for (const { at, price, height } of latest) {
    const text = write(price);
    const isAbove = height > lane.cap;
    const { from, to } = labelSpan(at, text);
    const isTaken = chosen.some(
      (other) => other.isAbove === isAbove && (other.text === text || (from < other.to && other.from < to)),
    );
    if (!isTaken) chosen.push({ at, text, isAbove, from, to });
  }
  return chosen;
}

/** Heights in percent. However far a price is from the cap, its line keeps away from that of the cap, and from labels. */
const lane = { cap: 50, gap: 6, reach: 20 };

function pricesOf(
  spans: readonly { change: CheckChange; at: number; width: number }[],
  cap: Money | undefined,
): PriceLane | undefined {
  const priced = spans.flatMap(({ change: { price, objection }, at, width }): PricedSpan[] =>
    price === undefined ? [] : [{ at, width, price, isRefused: objection !== undefined }],
  );
  if (priced.length === 0) return undefined;
  const limit =
    cap === undefined
      ? priced.reduce((most, { price }) => Math.max(most, Number(price.amount)), 0)
      : Number(cap.amount);
  const heightOf = ({ amount }: Money) => {
    const price = Number(amount);
    const nearness = price === limit ? 1 : Math.min(price, limit) / Math.max(price, limit);
    const distance = lane.gap + lane.reach * (1 - nearness);
    return round(price > limit ? lane.cap + distance : lane.cap - distance);
  };
  return {
    steps: priced.map((step) => ({ ...step, height: heightOf(step.price) })),
    capHeight: cap === undefined ? undefined : lane.cap,
  };
}

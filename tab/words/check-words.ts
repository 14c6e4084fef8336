import type { CheckChange, PurchaseAttempt } from "../../shared/report/schema";
import { pluralize } from "../../shared/text/pluralize";
import { kindOf, type SegmentKind } from "../geometry/check-chart";
import { moneyText } from "./report-words";
import { timeText } from "./times";

/** What each kind of response is called. */
export const segmentWords: Readonly<Record<SegmentKind, string>> = {
  available: "available",
  maybe: "available, not definitive",
  taken: "not available",
  problem: "check failed",
};

/** What each outcome of a purchase attempt is called. */
export const attemptWords: Readonly<Record<PurchaseAttempt["outcome"], string>> = {
  bought: "bought",
  refused: "refused",
  unknown: "not known whether bought",
  notSent: "not sent",
};

/** Returns the price of a change: `11.69 USD for 1 year`; empty if there is none. */
export function priceText({ price, currency, period }: CheckChange): string {
  if (price === undefined) return "";
  const years = period === undefined || period === 0 ? "" : ` for ${pluralize(period, "year")}`;
  return `${moneyText(price, currency)}${years}`;
}

/** Returns the figures of neighbouring checks with the same response. */
export function changeFigures(change: CheckChange): string[] {
  const { at, until, count, problem } = change;
  const span =
    count > 1
      ? `${timeText(at)} to ${timeText(until).slice(11)} UTC, ${count} checks`
      : `${timeText(at)} UTC, one check`;
  const price = priceText(change);
  return [
    segmentWords[kindOf(change)],
    ...(problem === undefined ? [] : [problem]),
    ...(price === "" ? [] : [price]),
    span,
  ];
}

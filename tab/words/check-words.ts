import type { CheckChange, Money, PurchaseAttempt } from "../../shared/report/schema";
import { pluralize } from "../../shared/text/pluralize";
import { kindOf, type SegmentKind } from "../geometry/check-chart";
import { exactMoneyText } from "./report-words";
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
  notAccepted: "not accepted",
  notSent: "not sent",
};

/** Returns the price of a change: `11.69 USD for 1 year`; empty if there is none. `write` renders the amount. */
export function priceText({ price, period }: CheckChange, write: (money: Money) => string): string {
  if (price === undefined) return "";
  const years = period === undefined || period === 0 ? "" : ` for ${pluralize(period, "year")}`;
  return `${write(price)}${years}`;
}

/** Returns what is wrong with a change: why its checks failed, or why its price was not paid. Empty if nothing is. */
export function problemText({ problem, objection }: CheckChange): string {
  return problem ?? (objection === undefined ? "" : `Not bought: ${objection}`);
}

/** Returns the figures of neighbouring checks with the same response. */
export function changeFigures(change: CheckChange): string[] {
  const { at, until, count } = change;
  const span =
    count > 1
      ? `${timeText(at)} to ${timeText(until).slice(11)} UTC, ${count} checks`
      : `${timeText(at)} UTC, one check`;
  const known = [priceText(change, exactMoneyText), problemText(change)].filter((text) => text !== "");
  return [segmentWords[kindOf(change)], ...known, span];
}

import type { CheckChange, Money, PurchaseAttempt } from "../../shared/report/schema";
import { pluralize } from "../../shared/text/pluralize";
import { kindOf, type SegmentKind } from "../geometry/check-chart";
import { exactMoneyText } from "./report-words";
import { timeText } from "./times";

export const segmentWords: Readonly<Record<SegmentKind, string>> = {
  available: "available",
  maybe: "available, not definitive",
  taken: "not available",
  problem: "check failed",
};

export const attemptWords: Readonly<Record<PurchaseAttempt["outcome"], string>> = {
  bought: "bought",
  refused: "refused",
  unknown: "not known whether bought",
  notAccepted: "not accepted",
  notSent: "not sent",
};

/** `11.69 USD for 1 year`; empty if there is none. `write` renders the amount. */
export function priceText({ price, period }: CheckChange, write: (money: Money) => string): string {
  if (price === undefined) return "";
  const years = period === undefined || period === 0 ? "" : ` for ${pluralize(period, "year")}`;
  return `${write(price)}${years}`;
}

/** Why its checks failed, or why its price was not paid. Empty if nothing is wrong. */
export function problemText({ problem, objection }: CheckChange): string {
  return problem ?? (objection === undefined ? "" : `Not bought: ${objection}`);
}

export function changeFigures(change: CheckChange): string[] {
  const { at, until, count } = change;
  const span =
    count > 1
      ? `${timeText(at)} to ${timeText(until).slice(11)} UTC, ${count} checks`
      : `${timeText(at)} UTC, one check`;
  const known = [priceText(change, exactMoneyText), problemText(change)].filter((text) => text !== "");
  return [segmentWords[kindOf(change)], ...known, span];
}

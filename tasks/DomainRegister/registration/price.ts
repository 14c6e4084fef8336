import type { Availability } from "../../../shared/registrar/records";
import { pluralize } from "../../../shared/text/pluralize";

/** The highest price to pay. Amounts are whole numbers in the registrar's own unit. */
export interface PriceLimit {
  /** Undefined: any price. */
  maxPrice: bigint | undefined;
  /** Upper case. Undefined: any currency. */
  currency: string | undefined;
  /** The years to buy. */
  period: number;
}

/**
 * Returns why the price of an offer must not be paid, or undefined if it may be (decision 15). Under a cap,
 * the task never buys without a whole price for a sensible period.
 */
export function findPriceObjection(offer: Availability, limit: PriceLimit): string | undefined {
  if (limit.currency !== undefined && offer.currency !== limit.currency)
    return offer.currency === undefined
      ? `the response names no currency, and ${limit.currency} is required`
      : `the price is in ${offer.currency}, not in ${limit.currency}`;
  if (limit.maxPrice === undefined) return undefined;
  const price = findPriceForPeriod(offer, limit.period);
  if (price === undefined) return "the response has no valid price to compare with maxPrice";
  if (price <= limit.maxPrice) return undefined;
  const scaled = price === BigInt(offer.price ?? 0) ? "" : ` for ${pluralize(limit.period, "year")}`;
  const [shown, cap] = [price, limit.maxPrice].map((amount) => renderBothForms(amount, offer.currency));
  return `the price${scaled} is ${shown}, over maxPrice ${cap}`;
}

/** Registries sell whole years, ten at most. */
const maxYears = 10;

/**
 * The most that `period` years can cost by an offer. Undefined if the offer is not a whole amount for 1 to 10
 * years.
 *
 * - A price for fewer years is scaled up, rounded up.
 * - A price for more years counts in full: a registry with a minimum term charges all of it.
 * - A price without a period counts as the price of one year, which is never too low.
 */
export function findPriceForPeriod(offer: Availability, period: number): bigint | undefined {
  const { price = Number.NaN, period: pricedPeriod = 1 } = offer;
  if (!Number.isSafeInteger(price) || price < 0) return undefined;
  if (!Number.isInteger(pricedPeriod) || pricedPeriod < 1 || pricedPeriod > maxYears) return undefined;
  if (pricedPeriod >= period) return BigInt(price);
  const [wanted, priced] = [BigInt(period), BigInt(pricedPeriod)];
  return (BigInt(price) * wanted + priced - 1n) / priced;
}

/** Whether price and cap are so far apart that one of them is probably in another unit. */
export function isThousandfoldApart(offer: Availability, limit: PriceLimit): boolean {
  const price = findPriceForPeriod(offer, limit.period);
  if (price === undefined || limit.maxPrice === undefined || price === 0n) return false;
  return price >= limit.maxPrice * 1000n || limit.maxPrice >= price * 1000n;
}

/** Renders the price of an offer for a sentence, such as "12.00 USD for 1 year". */
export function renderPrice(offer: Availability): string {
  return renderAmount(offer) ?? "no price given";
}

/** Renders the price of an offer, such as "12.00 USD for 1 year". Undefined if the offer has none. */
export function renderAmount({ price, currency, period }: Availability): string | undefined {
  if (price === undefined) return undefined;
  const years = period === undefined ? "" : ` for ${pluralize(period, "year")}`;
  return `${renderMoney(price, currency)}${years}`;
}

/** Renders an amount for people and, in parentheses, as the registrar gives it: "12.00 USD (12000000)". */
export function renderBothForms(amount: number | bigint, currency?: string): string {
  return `${renderMoney(amount, currency)} (${amount})`;
}

/**
 * Renders an amount in millionths of a currency, such as "12.00 USD", with two to six decimals. An amount
 * that is not a whole number is in no known unit, so it stays as it is.
 */
export function renderMoney(amount: number | bigint, currency?: string): string {
  const isWhole = typeof amount === "bigint" || (Number.isSafeInteger(amount) && amount >= 0);
  const money = isWhole
    ? String(amount)
        .padStart(7, "0")
        .replace(/(\d{2})(\d{4})$/, ".$1$2")
        .replace(/0{1,4}$/, "")
    : String(amount);
  return currency === undefined ? money : `${money} ${currency}`;
}

import type { Availability } from "../../../shared/registrar/records";
import { pluralize } from "../../../shared/text/pluralize";

/** What may be paid; amounts are whole numbers in the service's own unit. */
export interface PriceLimit {
  /** Undefined: any price. */
  maxPrice: bigint | undefined;
  /** Upper case; undefined: any currency. */
  currency: string | undefined;
  /** The years that are bought. */
  period: number;
}

/**
 * Why an answer's price may not be paid, undefined when it may (decision 15). Under a cap, an answer without a whole
 * price for a sensible period is never bought.
 */
export function priceObjection(answer: Availability, limit: PriceLimit): string | undefined {
  if (limit.currency !== undefined && answer.currency !== limit.currency)
    return `the price is in ${answer.currency ?? "an unnamed currency"}, not in ${limit.currency}`;
  if (limit.maxPrice === undefined) return undefined;
  const price = priceForPeriod(answer, limit.period);
  if (price === undefined) return "the answer names no price that could be held against maxPrice";
  return price > limit.maxPrice ? `the price ${price} is over maxPrice ${limit.maxPrice}` : undefined;
}

/** Registries sell whole years, ten at most. */
const maxYears = 10;

/**
 * The most that so many years can cost by an answer; undefined when it is no whole amount for 1 to 10 years. The price
 * of a shorter period is scaled up, rounded up. That of a longer one counts whole: a registry with a minimum term
 * charges all of it. A price without a period is taken for one year's, which is never too low.
 */
export function priceForPeriod(answer: Availability, period: number): bigint | undefined {
  const { price = Number.NaN, period: pricedPeriod = 1 } = answer;
  if (!Number.isSafeInteger(price) || price < 0) return undefined;
  if (!Number.isInteger(pricedPeriod) || pricedPeriod < 1 || pricedPeriod > maxYears) return undefined;
  if (pricedPeriod >= period) return BigInt(price);
  const [wanted, priced] = [BigInt(period), BigInt(pricedPeriod)];
  return (BigInt(price) * wanted + priced - 1n) / priced;
}

/** Whether price and cap are so far apart that one of them is likely in another unit. */
export function isThousandfoldApart(answer: Availability, limit: PriceLimit): boolean {
  const price = priceForPeriod(answer, limit.period);
  if (price === undefined || limit.maxPrice === undefined || price === 0n) return false;
  return price >= limit.maxPrice * 1000n || limit.maxPrice >= price * 1000n;
}

/** The price of an answer as people read it. */
export function describePrice(answer: Availability): string {
  const amount = amountOf(answer);
  return amount === undefined ? "no price named" : `price ${amount}`;
}

/** The same as an amount alone; undefined when the answer names none. */
export function amountOf({ price, currency, period }: Availability): string | undefined {
  if (price === undefined) return undefined;
  const years = period === undefined ? "" : ` for ${pluralize(period, "year")}`;
  return `${price}${currency === undefined ? "" : ` ${currency}`}${years}`;
}

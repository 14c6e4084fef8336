import { counted } from "../../shared/counted";
import type { Availability } from "../../shared/registrar-records";

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
 * Why an answer's price may not be paid, undefined when it may (decision 15): a price for another period is
 * scaled up to the requested one, rounded up; under a cap, an answer without a whole price is never bought.
 */
export function priceObjection(answer: Availability, limit: PriceLimit): string | undefined {
  if (limit.currency !== undefined && answer.currency?.toUpperCase() !== limit.currency)
    return `the price is in ${answer.currency ?? "an unnamed currency"}, not in ${limit.currency}`;
  if (limit.maxPrice === undefined) return undefined;
  const price = priceForPeriod(answer, limit.period);
  if (price === undefined) return "the answer names no price that could be held against maxPrice";
  return price > limit.maxPrice ? `the price ${price} is over maxPrice ${limit.maxPrice}` : undefined;
}

/**
 * The price of an answer for so many years; undefined when it is no whole amount for a whole period. A price without a
 * period is taken for one year's, which is never too low.
 */
export function priceForPeriod(answer: Availability, period: number): bigint | undefined {
  const { price = Number.NaN, period: pricedPeriod = 1 } = answer;
  if (!Number.isSafeInteger(price) || price < 0) return undefined;
  if (!Number.isSafeInteger(pricedPeriod) || pricedPeriod < 1) return undefined;
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
  const years = period === undefined ? "" : ` for ${counted(period, "year")}`;
  return `${price}${currency === undefined ? "" : ` ${currency}`}${years}`;
}

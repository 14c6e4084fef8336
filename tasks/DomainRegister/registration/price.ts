import { decimalOf, type MoneyUnit } from "../../../shared/registrar/money";
import type { Price } from "../../../shared/registrar/registrar";
import { pluralize } from "../../../shared/text/pluralize";

/** The highest price to pay. Amounts are whole numbers in the registrar's own unit. */
export interface PriceLimit {
  unit: MoneyUnit;
  /** Undefined: any price. */
  maxPrice: bigint | undefined;
  /** Upper case. Undefined: any currency. */
  currency: string | undefined;
  /** The years to buy. Undefined: as many as the registrar sells at once. */
  period: number | undefined;
}

/**
 * Undefined if the price may be paid (decision 15). Under a cap, the task never buys without a whole price for a
 * sensible period.
 */
export function findPriceObjection(offer: Price, limit: PriceLimit): string | undefined {
  if (limit.currency !== undefined && offer.currency !== limit.currency)
    return offer.currency === undefined
      ? `the response names no currency, and ${limit.currency} is required`
      : `the price is in ${offer.currency}, not in ${limit.currency}`;
  if (limit.maxPrice === undefined) return undefined;
  const period = limit.period ?? offer.period ?? 1;
  const price = findPriceForPeriod(offer, period);
  if (price === undefined) return "the response has no valid price to compare with maxPrice";
  if (price <= limit.maxPrice) return undefined;
  const scaled = price === BigInt(offer.price ?? 0) ? "" : ` for ${pluralize(period, "year")}`;
  const [shown, cap] = [price, limit.maxPrice].map((amount) =>
    renderBothForms(amount, offer.currency, limit.unit),
  );
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
function findPriceForPeriod(offer: Price, period: number): bigint | undefined {
  const { price = Number.NaN, period: pricedPeriod = 1 } = offer;
  if (!Number.isSafeInteger(price) || price < 0) return undefined;
  if (!Number.isInteger(pricedPeriod) || pricedPeriod < 1 || pricedPeriod > maxYears) return undefined;
  if (pricedPeriod >= period) return BigInt(price);
  const [wanted, priced] = [BigInt(period), BigInt(pricedPeriod)];
  return (BigInt(price) * wanted + priced - 1n) / priced;
}

/** Whether price and cap are so far apart that one of them is probably in another unit. */
export function isThousandfoldApart(offer: Price, limit: PriceLimit): boolean {
  const price = findPriceForPeriod(offer, limit.period ?? 1);
  if (price === undefined || limit.maxPrice === undefined || price === 0n) return false;
  return price >= limit.maxPrice * 1000n || limit.maxPrice >= price * 1000n;
}

/** Renders the price of an offer for a sentence, such as "12.00 USD for 1 year". */
export function renderPrice(offer: Price, unit: MoneyUnit): string {
  const { price, currency } = offer;
  return price === undefined
    ? "no price given"
    : `${renderMoney(price, currency, unit)}${renderYears(offer.period)}`;
}

/**
 * Renders the price of an offer in both forms, such as "12.00 USD (12000000 in the registrar's unit) for 1
 * year". Undefined if the offer has none.
 */
export function renderAmount({ price, currency, period }: Price, unit: MoneyUnit): string | undefined {
  return price === undefined ? undefined : `${renderBothForms(price, currency, unit)}${renderYears(period)}`;
}

function renderYears(period: number | undefined): string {
  return period === undefined ? "" : ` for ${pluralize(period, "year")}`;
}

/** Renders an amount for people and as the registrar gives it: "12.00 USD (12000000 in the registrar's unit)". */
export function renderBothForms(
  amount: number | bigint,
  currency: string | undefined,
  unit: MoneyUnit,
): string {
  return `${renderMoney(amount, currency, unit)} (${amount} in the registrar's unit)`;
}

/**
 * Renders an amount in the registrar's unit, such as "12.00 USD". An amount that is not a whole number is in
 * no known unit, so it stays as it is.
 */
export function renderMoney(amount: number | bigint, currency: string | undefined, unit: MoneyUnit): string {
  const money = decimalOf(amount, unit.decimals(currency)) ?? String(amount);
  return currency === undefined ? money : `${money} ${currency}`;
}

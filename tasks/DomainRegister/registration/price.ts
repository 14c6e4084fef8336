import { decimalOf, type MoneyUnit, parsePrice } from "../../../shared/registrar/money";
import type { Order, Price } from "../../../shared/registrar/registrar";
import { pluralize } from "../../../shared/text/pluralize";
import type { Attempt } from "./receipt";

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

/** Registries sell whole years, ten at most. */
const maxYears = 10;

/**
 * Undefined if the price may be paid (decision 15). Under a cap, the task never buys without a price for the whole
 * order.
 *
 * - A price for fewer years is none: the first year is often cheaper than the others.
 * - A price for more years counts in full: a registry with a minimum term charges all of it.
 * - A price without a period counts as the price of one year.
 */
export function findPriceObjection(offer: Price, limit: PriceLimit): string | undefined {
  const { currency, maxPrice, unit } = limit;
  if (currency !== undefined && offer.currency !== currency)
    return offer.currency === undefined
      ? `the response names no currency, and ${currency} is required`
      : `the price is in ${offer.currency}, not in ${currency}`;
  if (maxPrice === undefined) return undefined;
  const price = parsePrice(offer.price);
  const { period: offered = 1 } = offer;
  if (price === undefined || !Number.isInteger(offered) || offered < 1 || offered > maxYears)
    return "the response has no valid price to compare with maxPrice";
  const { period: ordered = offered } = limit;
  if (offered < ordered)
    return (
      `the price is that of ${pluralize(offered, "year")}, and ${pluralize(ordered, "year")} are ordered, ` +
      "so it cannot be compared with maxPrice"
    );
  if (price <= maxPrice) return undefined;
  const [shown, cap] = [price, maxPrice].map((amount) => renderBothForms(amount, offer.currency, unit));
  return `the price is ${shown}, over maxPrice ${cap}`;
}

/**
 * The warning about an order that was charged above the cap, and the amount for people. Undefined if it was not, as far
 * as is known.
 */
export function findOvercharge(
  { total, currency }: Order,
  { maxPrice, currency: wanted, unit }: PriceLimit,
): Attempt["overcharge"] {
  if (total === undefined || maxPrice === undefined) return undefined;
  const isOther = currency !== undefined && wanted !== undefined && currency !== wanted;
  if (!isOther && total <= maxPrice) return undefined;
  const cap = renderBothForms(maxPrice, wanted ?? currency, unit);
  const why = isOther ? "which is another currency than that of" : "which is more than";
  return {
    charged: renderMoney(total, currency, unit),
    warning:
      `The registrar charged ${renderBothForms(total, currency, unit)}, ${why} maxPrice ${cap}. ` +
      "Check the order in the registrar's account, and ask its support why.",
  };
}

/**
 * The first overcharge of which nobody has taken note, with the amounts of all: whoever takes note of it alone would take
 * back what was noted before. `noted` are amounts, separated by commas.
 */
export function findUnnoted(overcharges: readonly Attempt["overcharge"][], noted: string) {
  const amounts = noted.split(",").map((amount) => amount.trim().toUpperCase());
  const all = overcharges.flatMap((overcharge) => overcharge ?? []);
  const unnoted = all.find(({ charged }) => !amounts.includes(charged.toUpperCase()));
  const charged = [...new Set(all.map((overcharge) => overcharge.charged))].join(", ");
  return unnoted && { charged, warning: unnoted.warning };
}

/** Whether price and cap are so far apart that one of them is probably in another unit. */
export function isThousandfoldApart(offer: Price, { maxPrice }: PriceLimit): boolean {
  const price = parsePrice(offer.price);
  if (price === undefined || maxPrice === undefined) return false;
  return BigInt(price) >= maxPrice * 1000n || maxPrice >= BigInt(price) * 1000n;
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

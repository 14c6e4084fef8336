import * as v from "valibot";
import { jsonOf } from "../../json/path";
import { parsedBy } from "../../json/schema";
import { findUnaccepted } from "../consent";
import { minorUnits, parsePrice } from "../money";
import type { Fee, Price, PurchaseText, Quote, Wish } from "../registrar";

/** A word of the API that is sent back to it, such as the type of a fee or an agreement. */
export const typeWord = v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/));

/** The schema of an amount: a whole number of the currency's smallest unit. */
export const moneySchema = v.object({
  currencyCode: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

const maxFees = 20;
const feeSchema = v.pipe(
  v.object({ type: typeWord, fee: moneySchema }),
  v.transform(({ type, fee }): Fee => ({ type, amount: fee.value, currency: fee.currencyCode })),
);

/** The schema of the fees beside a price. Without the member, there are none. */
export const feesSchema = v.nullish(v.pipe(v.array(feeSchema), v.maxLength(maxFees)), []);

/** Undefined if there is no price, the currencies differ or the sum is too large to be exact. */
export function sumOf(
  { value, currencyCode }: v.InferOutput<typeof moneySchema>,
  fees: readonly Fee[],
): number | undefined {
  const isAddable =
    parsePrice(value) !== undefined && fees.every(({ currency }) => currency === currencyCode);
  return isAddable ? parsePrice(fees.reduce((total, { amount }) => total + amount, value)) : undefined;
}

const costSchema = v.object({ price: moneySchema, fees: feesSchema });

/**
 * The price with all fees. Without amounts if one of them cannot be parsed: a price without its fees would be too
 * low.
 */
export function parseCost(record: unknown): { amount: number | undefined; currency: string | undefined } {
  const cost = parsedBy(costSchema, record);
  if (cost === undefined) return { amount: undefined, currency: undefined };
  const { price, fees } = cost;
  const amount = sumOf(price, fees);
  return { amount, currency: amount === undefined ? undefined : price.currencyCode };
}

/** Throws if the person has not accepted all that the quote asks for: consent is a person's. */
export function purchaseBody(wish: Wish, _: Price, quote: Quote): string {
  const unaccepted = findUnaccepted(quote, wish, minorUnits);
  if (unaccepted !== undefined) throw new Error(unaccepted);
  const { token: quoteToken, period, agreements, fees } = quote;
  const agreementTypes = [...new Set(agreements.map(({ type }) => type))];
  // The registrar compares the fees with those of the quote, and refuses an empty list.
  const acknowledgedFees = fees.map(({ type, amount, currency }) => ({
    type,
    fee: { currencyCode: currency, value: amount },
  }));
  const consent = {
    agreedAt: wish.agreedAt,
    ...(agreementTypes.length > 0 && { agreementTypes }),
    ...(fees.length > 0 && { acknowledgedFees }),
  };
  return JSON.stringify({ domain: wish.domain, period, quoteToken, consent });
}

const purchaseSchema = v.strictObject({
  domain: v.string(),
  period: v.number(),
  quoteToken: v.string(),
  consent: v.strictObject({
    agreedAt: v.string(),
    agreementTypes: v.optional(v.array(v.string()), []),
    acknowledgedFees: feesSchema,
  }),
});

/** Parses a text that `purchaseBody` made. The token stands for the price, so the text does not name it. */
export function parsePurchase(body: string): PurchaseText | undefined {
  const parsed = parsedBy(purchaseSchema, jsonOf(body));
  if (parsed === undefined) return undefined;
  const { domain, period, consent } = parsed;
  const agreements = consent.agreementTypes.map((type) => ({ type, title: "", url: "" }));
  return { domain, period, price: undefined, agreements, fees: consent.acknowledgedFees };
}

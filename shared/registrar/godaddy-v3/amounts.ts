import * as v from "valibot";
import { parsedBy } from "../../json/schema";
import { parsePrice } from "../money";
import type { Fee } from "../registrar";

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

import * as v from "valibot";
import { jsonOf } from "../../json/path";
import { parsedBy } from "../../json/schema";
import { findUnaccepted } from "../consent";
import { minorUnits } from "../money";
import type { Price, PurchaseText, Quote, Wish } from "../registrar";
import { feesSchema } from "./amounts";

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

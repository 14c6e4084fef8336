import * as v from "valibot";
import { jsonOf } from "../../json/path";
import { parsedBy } from "../../json/schema";
import { pluralize } from "../../text/pluralize";
import type { Sanitize } from "../../text/sanitize";
import { parseJson } from "../own-form";
import type { Price, PurchaseRequest, PurchaseText, Wish } from "../registrar";
import type { Call, RegistrarRequests } from "../requests";
import { expectSuccess, parseOrder } from "./records";

const purchaseSchema = v.strictObject({
  cost: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  agreeToTerms: v.literal("yes"),
});

export function parsePurchase(body: string): PurchaseText | undefined {
  const parsed = parsedBy(purchaseSchema, jsonOf(body));
  return parsed && { domain: undefined, period: undefined, price: parsed.cost, agreements: [], fees: [] };
}

export function purchaseText(
  { domain, period: wished }: Wish,
  { price, period = 1 }: Price & { price: number },
) {
  if (wished !== undefined && wished !== period)
    throw new Error(
      `Porkbun registers ${domain} for ${pluralize(period, "year")} only, and \`period\` is ${wished}. ` +
        `This run bought nothing. Set \`period\` to ${period}.`,
    );
  return JSON.stringify({ cost: price, agreeToTerms: "yes" });
}

/** Sends a purchase once. Throws `HttpError`. */
export function createOrder(requests: RegistrarRequests, sanitize: Sanitize) {
  return async (
    { domain, body, key = "" }: PurchaseRequest,
    call: Omit<Call, "path" | "deadlineSeconds">,
  ) => {
    // Without its key, a purchase whose outcome is not known could not be sent again.
    if (key === "") throw new Error("a purchase at Porkbun needs a key");
    const headers = { "idempotency-key": key };
    // A purchase can take minutes.
    const post = { ...call, path: ["domain", "create", domain], body, headers, deadlineSeconds: 300 };
    return requests.post(post, (text) => ({
      kind: "bought" as const,
      order: parseOrder(expectSuccess(parseJson(text), sanitize), domain),
    }));
  };
}

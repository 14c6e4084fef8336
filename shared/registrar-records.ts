import * as v from "valibot";
import { Unreadable } from "./http/errors";
import { finiteNumber, objectOf, pathOf } from "./object-schema";

/** What the service answers when it is asked whether a domain can be registered. */
export interface Availability {
  available: boolean;
  /** False when the answer is not certain. */
  definitive: boolean;
  /** In the service's own unit (millionths of the currency, as a rule); absent where it names none. */
  price: number | undefined;
  currency: string | undefined;
  /** The years that the price is for; 0 where the answer names something that is no number. */
  period: number | undefined;
}

/** A currency or the number of an order is no longer, whatever the service sends. */
const maxWordCharacters = 60;

/** The form of a currency; whatever else a service sends in its place is none. */
const currencyCode = /^[A-Za-z]{3}$/;

const anything = v.optional(v.unknown());
const availabilitySchema = objectOf(
  {
    available: v.boolean(),
    domain: v.string(),
    definitive: anything,
    price: anything,
    currency: anything,
    period: anything,
  },
  "an availability",
);

/**
 * The availability of `domain` out of an answer. Throws `Unreadable` for an answer about another domain, or
 * with `available` or `domain` missing or mistyped (decision 9). Anything but `definitive: true` is uncertain.
 */
export function parseAvailability(body: unknown, domain: string): Availability {
  const parsed = v.safeParse(availabilitySchema, body);
  if (!parsed.success)
    throw new Unreadable(
      `JSON that is no availability: ${pathOf(parsed.issues[0])[0] ?? "it"} is missing or mistyped`,
    );
  const data = parsed.output;
  if (data.domain.toLowerCase() !== domain) throw new Unreadable("about another domain");
  return {
    available: data.available,
    definitive: data.definitive === true,
    price: typeof data.price === "number" ? data.price : undefined,
    currency:
      typeof data.currency === "string" && currencyCode.test(data.currency) ? data.currency : undefined,
    period:
      data.period === undefined || data.period === null
        ? undefined
        : Number.isInteger(data.period)
          ? Number(data.period)
          : 0,
  };
}

const domainRecordSchema = objectOf(
  { domain: v.string(), status: v.optional(v.string()) },
  "a record of a domain",
);

/** What the account's record of a domain says when the domain was in the account, and no longer is. */
const lostStatuses =
  /^(CANCELLED|DELETED|EXPIRED|TRANSFERRED|REVERTED|REPOSSESSED|FAILED|UNSUCCESSFUL|CONFISCATED)/i;

/** Whether a record of the account shows that it holds the domain. Throws `Unreadable` when it is no record of it. */
export function parseOwnership(body: unknown, domain: string): boolean {
  const parsed = v.safeParse(domainRecordSchema, body);
  if (!parsed.success) throw new Unreadable("JSON that is no record of a domain");
  const { domain: named, status = "" } = parsed.output;
  if (named.toLowerCase() !== domain) throw new Unreadable("about another domain");
  if (status.toUpperCase() === "UNKNOWN") throw new Unreadable("a record whose status is unknown");
  return !lostStatuses.test(status);
}

const word = v.pipe(v.string(), v.maxLength(maxWordCharacters));
const orderSchema = objectOf(
  {
    orderId: v.fallback(v.optional(v.union([finiteNumber, word])), undefined),
    total: v.fallback(v.optional(finiteNumber), undefined),
    currency: v.fallback(v.optional(word), undefined),
  },
  "an order",
);

/** What a purchase's answer tells of the order; its form is not part of the interface, so all of it may be absent. */
export type Order = v.InferOutput<typeof orderSchema>;

/** The order out of the answer to a purchase. */
export function parseOrder(body: unknown): Order {
  const parsed = v.safeParse(orderSchema, body);
  return parsed.success ? parsed.output : {};
}

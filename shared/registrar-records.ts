import * as v from "valibot";
import { Unreadable } from "./http/errors";
import { keysOf, memberAt } from "./members";
import { namedError } from "./named-error";
import { finiteNumber, objectOf, pathOf } from "./object-schema";

/** What the service answers when it is asked whether a domain can be registered. */
export interface Availability {
  available: boolean;
  /** False when the answer is not certain. */
  definitive: boolean;
  /** In the service's own unit (millionths of the currency, as a rule); absent where it names none. */
  price: number | undefined;
  /** Three capital letters; absent where it names anything else. */
  currency: string | undefined;
  /** The years that the price is for; 0 where the answer names something that is no number. */
  period: number | undefined;
}

/** The longest that the service may take to answer that, in seconds. */
export const checkDeadlineSeconds = 20;

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
      typeof data.currency === "string" && /^[A-Z]{3}$/i.test(data.currency)
        ? data.currency.toUpperCase()
        : undefined,
    period:
      data.period === undefined || data.period === null
        ? undefined
        : Number.isInteger(data.period)
          ? Number(data.period)
          : 0,
  };
}

const domainRecordSchema = objectOf({ domain: v.string(), status: anything }, "a record of a domain");

/** What the account's record of a domain shows. */
export interface DomainRecord {
  /** Whether it proves that the account holds the domain. */
  owned: boolean;
  /** Undefined where the record names none, or something that is no status. */
  status: string | undefined;
}

/**
 * The account's record of `domain`. Of the registrar's two hundred statuses `ACTIVE` alone says that the domain is
 * registered and in the account; the others are of orders, transfers, disputes and losses. Throws `Unreadable` when
 * it is no record of the domain.
 */
export function parseDomainRecord(body: unknown, domain: string): DomainRecord {
  const parsed = v.safeParse(domainRecordSchema, body);
  if (!parsed.success) throw new Unreadable("JSON that is no record of a domain");
  const { domain: named, status } = parsed.output;
  if (named.toLowerCase() !== domain) throw new Unreadable("about another domain");
  const isWord = typeof status === "string" && /^[A-Z0-9_]{1,60}$/i.test(status);
  return { owned: status === "ACTIVE", status: isWord ? status : undefined };
}

const orderSchema = objectOf(
  {
    orderId: v.fallback(
      v.optional(v.union([v.pipe(v.number(), v.safeInteger()), wordOf(/^[\w-]{1,60}$/)])),
      undefined,
    ),
    total: v.fallback(v.optional(finiteNumber), undefined),
    currency: v.fallback(v.optional(wordOf(/^[A-Z]{3}$/)), undefined),
  },
  "an order",
);

function wordOf(form: RegExp) {
  return v.pipe(v.string(), v.regex(form));
}

/** What a purchase's answer tells of the order; its form is not part of the interface, so all of it may be absent. */
export type Order = v.InferOutput<typeof orderSchema>;

/**
 * The order out of the JSON of a purchase's 200, with the members that have the expected form. Throws `Unreadable` for
 * anything that is no object, names an error or another domain, or is an availability.
 */
export function parseOrder(body: unknown, domain: string): Order {
  refuseErrorBody(body);
  const parsed = v.safeParse(orderSchema, body);
  const isAvailability = keysOf(body).some((key) => key.toLowerCase() === "available");
  const named = memberAt(body, ["domain"]);
  const isOfAnother = typeof named === "string" && named.toLowerCase() !== domain;
  if (!parsed.success || isAvailability || isOfAnother)
    throw new Unreadable("200 with JSON that is no order");
  return parsed.output;
}

/** Throws `Unreadable` for JSON that names an error, though its status is 200. */
export function refuseErrorBody(body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  const member = (name: string) => memberAt(body, [name]);
  const isOfRegistrar =
    member("name") === "ApiError" || errorMembers.some((name) => !isNothing(member(name)));
  if (!isOfRegistrar && namedError(body) === undefined) return;
  const code = member("code");
  const shown = typeof code === "string" && /^[A-Z_]{1,60}$/.test(code) ? ` (${code})` : "";
  throw new Unreadable(`200 with an error${shown}`);
}

/** By these members the registrar names an error, whatever they hold; no order has one of them. */
const errorMembers = ["code", "message", "error", "errors", "fields", "fault"];

function isNothing(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

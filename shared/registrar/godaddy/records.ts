import * as v from "valibot";
import { parseAs } from "../../http/body";
import { Unreadable } from "../../http/errors";
import { namedError } from "../../json/named-error";
import { keysOf, memberAt } from "../../json/path";
import { finiteNumber, objectOf, pathOf, safeInteger } from "../../json/schema";
import { parsePrice } from "../money";
import { expectDomain, isSameDomain, ownershipByRecord } from "../parse";
import type { Availability, Order, Ownership } from "../registrar";

const anything = v.optional(v.unknown());
const availabilitySchema = v.object({
  available: v.boolean(),
  domain: v.string(),
  definitive: anything,
  price: anything,
  currency: anything,
  period: anything,
});

/**
 * Parses the availability of `domain`. Throws `Unreadable` if the response is about another domain, or if
 * `available` or `domain` is missing or mistyped (decision 9). Anything but `definitive: true` counts as
 * uncertain.
 */
export function parseAvailability(body: unknown, domain: string): Availability {
  const { currency, period, ...data } = expectParsed(availabilitySchema, body, "an availability response");
  expectDomain(data.domain, domain);
  const isCurrency = typeof currency === "string" && /^[A-Z]{3}$/i.test(currency);
  return {
    available: data.available,
    definitive: data.definitive === true,
    price: parsePrice(data.price),
    currency: isCurrency ? currency.toUpperCase() : undefined,
    period: period == null ? undefined : Number.isInteger(period) ? Number(period) : 0,
  };
}

const domainRecordSchema = v.looseObject({ domain: v.string() });

/**
 * Parses the account's record of `domain`. The registrar has two hundred statuses. Only `ACTIVE` says that
 * the domain is registered and in the account: the others are about orders, transfers, disputes and losses.
 * Throws `Unreadable` if the body is not a record of the domain.
 */
export function parseOwnership(body: unknown, domain: string): Ownership {
  const record = parseAs(domainRecordSchema, body, "JSON that is not a record of a domain");
  expectDomain(record.domain, domain);
  return ownershipByRecord(record);
}

/** Every member may be missing, but a list is no order. */
const orderSchema = objectOf(
  {
    orderId: v.fallback(v.optional(v.union([safeInteger, wordOf(/^[\w-]{1,60}$/)])), undefined),
    itemCount: v.fallback(v.optional(safeInteger), undefined),
    total: v.fallback(v.optional(finiteNumber), undefined),
    currency: v.fallback(v.optional(wordOf(/^[A-Z]{3}$/)), undefined),
  },
  "an order",
);

function wordOf(form: RegExp) {
  return v.pipe(v.string(), v.regex(form));
}

/**
 * Parses the order in a purchase's 200 response, without members that have an unexpected form. Throws
 * `Unreadable` if the body is not an object, names an error or another domain, is an availability, or has neither
 * member that only an order has: such an object may be a portal's or a filter's.
 */
export function parseOrder(body: unknown, domain: string): Order {
  refuseErrorBody(body);
  const parsed = v.safeParse(orderSchema, body);
  const isAvailability = keysOf(body).some((key) => key.toLowerCase() === "available");
  const orderDomain = memberAt(body, ["domain"]);
  const isOfAnother = typeof orderDomain === "string" && !isSameDomain(orderDomain, domain);
  if (!parsed.success || isAvailability || isOfAnother)
    throw new Unreadable("200 with JSON that is not an order");
  const { itemCount, ...order } = parsed.output;
  if (order.orderId === undefined && itemCount === undefined)
    throw new Unreadable("200 with JSON that has no order's number");
  return order;
}

/** Throws `Unreadable` if the JSON of a 200 response names an error. */
export function refuseErrorBody(body: unknown): void {
  if (typeof body !== "object") return;
  const member = (name: string) => memberAt(body, [name]);
  const isOfRegistrar =
    member("name") === "ApiError" || errorMembers.some((name) => !isNothing(member(name)));
  if (!isOfRegistrar && namedError(body) === undefined) return;
  const code = member("code");
  const shown = typeof code === "string" && /^[A-Z_]{1,60}$/.test(code) ? ` (${code})` : "";
  throw new Unreadable(`200 with an error${shown}`);
}

/** The members in which the registrar reports an error. No order has one of them. */
const errorMembers = ["code", "message", "error", "errors", "fields", "fault"];

function isNothing(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

/** Parses a body. Throws `Unreadable` if it is not `what`, and names the first member that is wrong. */
export function expectParsed<const Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
  what: string,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const wrong = pathOf(parsed.issues[0])[0] ?? "it";
  throw new Unreadable(`JSON that is not ${what}: ${wrong} is missing or has the wrong type`);
}

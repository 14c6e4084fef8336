import * as v from "valibot";
import { parseAs } from "../../http/body";
import { ErrorInBody, reasonOf, Unreadable } from "../../http/errors";
import { maxRequestedSeconds } from "../../http/retry";
import { serviceErrorOf } from "../../http/service-error";
import { memberAt } from "../../json/path";
import { type Sanitize, shorten } from "../../text/sanitize";
import { parseDecimal, parsePrice } from "../money";
import { expectDomain, isSameDomain, ownershipByRecord, parseOrderId } from "../parse";
import type { Order, Ownership, Terms } from "../registrar";
import { isPorkbunError } from "./responses";

/**
 * Checks that a 200 response reports success. Throws `ErrorInBody` if it reports an error, which Porkbun does
 * with this status too, and `Unreadable` if it reports neither, or an error that is not Porkbun's own.
 */
export function expectSuccess(body: unknown, sanitize: Sanitize): unknown {
  const status = memberAt(body, ["status"]);
  if (status === "SUCCESS") return body;
  if (status !== "ERROR") throw new Unreadable("200 with JSON whose status is neither SUCCESS nor ERROR");
  const error = serviceErrorOf(body, sanitize);
  if (!isPorkbunError({ status: 200, contentType: "application/json", json: body }))
    throw new Unreadable(`200 with an error that Porkbun is not known for (${reasonOf(error)})`);
  throw new ErrorInBody(error);
}

const anything = v.optional(v.unknown());
const checkSchema = v.object({
  response: v.object({
    avail: v.picklist(["yes", "no"]),
    type: v.optional(v.literal("registration")),
    price: anything,
    firstYearPromo: anything,
    regularPrice: anything,
    premium: anything,
    minDuration: anything,
  }),
});

/**
 * Parses the check of `domain`. The response does not name the domain; one that names another is `Unreadable`,
 * like one without availability. Porkbun never says that a response is certain. `isPremium` tells whether the name has a price of
 * its own: the API does not sell such names.
 */
export function parseCheck(body: unknown, domain: string) {
  const { response: checked } = parseAs(checkSchema, body, "JSON that is not an availability response");
  for (const path of [["domain"], ["response", "domain"]])
    expectDomain(memberAt(body, path) ?? domain, domain);
  const period = yearsOf(checked.minDuration ?? 1) ?? 0;
  return {
    availability: {
      available: checked.avail === "yes",
      definitive: undefined,
      price: priceOf(checked, period),
      currency: "USD",
      period,
    },
    // Anything unclear counts as premium, because buying by mistake is worse than not buying.
    isPremium: ![undefined, null, "no", false].some((plain) => plain === checked.premium),
    restSeconds: restSecondsOf(body),
  };
}

/** Undefined for anything but 1 to 10 whole years. */
function yearsOf(given: unknown): number | undefined {
  const years = amountOf(given) ?? 0;
  return Number.isInteger(years) && years >= 1 && years <= 10 ? years : undefined;
}

/**
 * The price in cents of the shortest registration. Porkbun gives the price of one year, and with a promotion
 * for the first year only, that of the others beside it. The sum is exact: no amount passes through a float.
 */
function priceOf(checked: v.InferOutput<typeof checkSchema>["response"], years: number): number | undefined {
  const first = centsOf(checked.price);
  const later = checked.firstYearPromo === "yes" && years > 1 ? centsOf(checked.regularPrice) : first;
  if (first === undefined || later === undefined || years === 0) return undefined;
  return parsePrice(Number(first + later * BigInt(years - 1)));
}

function centsOf(price: unknown): bigint | undefined {
  return typeof price === "string" ? parseDecimal(price, 2) : undefined;
}

const defaultRestSeconds = 10;

/**
 * For how many seconds the account may send no further check. A response whose limits cannot be read stands
 * for the default ones: to confirm too soon would fail, and start all over, forever.
 */
function restSecondsOf(body: unknown): number {
  const [used, limit] = ["used", "limit"].map((name) => amountOf(memberAt(body, ["limits", name])));
  if (used === undefined || limit === undefined) return defaultRestSeconds;
  if (used < limit) return 0;
  const [remaining, window] = [["ttlRemaining"], ["limits", "TTL"]].map((path) =>
    amountOf(memberAt(body, path)),
  );
  return Math.min(remaining ?? window ?? defaultRestSeconds, maxRequestedSeconds);
}

/** Porkbun writes the same number as a number at one time and as a text at another (DNSControl/dnscontrol#3016). */
function amountOf(given: unknown): number | undefined {
  const amount = typeof given === "string" && /^\d{1,9}$/.test(given) ? Number(given) : given;
  return typeof amount === "number" && Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

/** 0 if the number is negative; undefined if there is no whole number. */
export function centsAt(body: unknown, path: readonly string[]): number | undefined {
  const cents = memberAt(body, path);
  return Number.isSafeInteger(cents) ? Math.max(0, Number(cents)) : undefined;
}

/** Parses the requirements of a top-level domain. Throws `Unreadable` if they are about another one. */
export function parseTerms(body: unknown, tld: string, sanitize: Sanitize): Terms {
  const [soldTld, isSold] = [memberAt(body, ["tld"]), memberAt(body, ["apiRegisterable"])];
  if (typeof soldTld !== "string" || typeof isSold !== "boolean")
    throw new Unreadable("JSON that is not about the requirements of a top-level domain");
  if (!isSameDomain(soldTld, tld)) throw new Unreadable("a response about another top-level domain");
  if (!isSold) {
    const reason = memberAt(body, ["notApiRegisterableReason"]);
    const why = typeof reason === "string" ? ` ${shorten(sanitize(reason), 300)}` : "";
    return { kind: "notSold", message: `Porkbun does not sell .${tld} names through its API.${why}` };
  }
  return { kind: "sold", years: yearsOf(memberAt(body, ["registrationDurationYears"])) };
}

/**
 * Parses the account's record of `domain`. Porkbun lists domains that are registered elsewhere, too, and marks them with
 * `notLocal`: such a record proves no purchase.
 */
export function parseOwnership(body: unknown, domain: string): Ownership {
  const record = memberAt(body, ["domain"]);
  expectDomain(memberAt(record, ["domain"]), domain);
  const ownership = ownershipByRecord(record);
  const notLocal = memberAt(record, ["notLocal"]) ?? 0;
  const isElsewhere = ownership.kind === "owned" && String(notLocal) !== "0";
  return isElsewhere ? { ...ownership, kind: "listed", status: "ACTIVE (managed elsewhere)" } : ownership;
}

/**
 * Parses the order in a purchase's 200 response, without members that have an unexpected form. Throws
 * `Unreadable` if it is about another domain, names none, has no order's number, or is the result of a dry run.
 */
export function parseOrder(body: unknown, domain: string): Order {
  expectDomain(memberAt(body, ["domain"]), domain);
  if (memberAt(body, ["dryRun"]) === true) throw new Unreadable("the result of a dry run");
  const [cost, orderId] = [amountOf(memberAt(body, ["cost"])), parseOrderId(memberAt(body, ["orderId"]))];
  if (orderId === undefined) throw new Unreadable("200 with JSON that has no order's number");
  return { orderId, total: Number.isSafeInteger(cost) ? cost : undefined, currency: "USD" };
}

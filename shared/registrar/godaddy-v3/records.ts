import * as v from "valibot";
import { ErrorInBody, type ServiceError, Unreadable } from "../../http/errors";
import { parseServiceError } from "../../http/service-error";
import { memberAt } from "../../json/path";
import { parsedBy } from "../../json/schema";
import { type Sanitize, shorten } from "../../text/sanitize";
import { expectParsed } from "../godaddy/records";
import { expectDomain, parseOrderId } from "../parse";
import type { Availability, Order, Price, Quote } from "../registrar";
import { feesSchema, moneySchema, parseCost, sumOf, typeWord } from "./purchase-text";

const anything = v.optional(v.unknown());
const availabilitySchema = v.object({
  domain: v.string(),
  available: anything,
  definitive: anything,
  prices: anything,
  error: anything,
});

/**
 * Parses the availability of `domain`. Throws `ErrorInBody` if the domain could not be checked. Throws
 * `Unreadable` if the response is about another domain, or if `available` is not a boolean (decision 9).
 * Anything but `definitive: true` counts as uncertain.
 */
export function parseAvailability(body: unknown, domain: string, sanitize: Sanitize): Availability {
  const { error, available, ...item } = parseAbout(availabilitySchema, body, domain, "an availability");
  if (error !== undefined && error !== null) throw errorInBody(error, sanitize);
  if (typeof available !== "boolean")
    throw new Unreadable("JSON that is not an availability: available is missing or has the wrong type");
  return { available, definitive: item.definitive === true, ...parsePrice(item.prices) };
}

/** The errors about a domain that stay the same however often it is checked. */
const lastingErrors = ["UNSUPPORTED_TLD", "MISMATCH_FORMAT", "INVALID_DOMAIN"];

function errorInBody(error: unknown, sanitize: Sanitize): ErrorInBody {
  const serviceError = parseServiceError(JSON.stringify({ error }), sanitize);
  const isLasting = lastingErrors.includes(serviceError.serviceCode.toUpperCase());
  // To the procedure, the status decides whether another check may help.
  return new ErrorInBody(serviceError, isLasting ? 422 : 500);
}

const termSchema = v.object({
  term: v.literal("YEAR"),
  period: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/** For the shortest period, fees included. */
function parsePrice(prices: unknown): Price {
  const entries = (Array.isArray(prices) ? prices : []).flatMap((entry: unknown) => {
    const term = parsedBy(termSchema, entry);
    return term === undefined ? [] : [{ entry, period: term.period }];
  });
  const [shortest] = entries.sort((one, other) => one.period - other.period);
  const { amount, currency } = parseCost(shortest?.entry);
  return { price: amount, currency, period: shortest?.period };
}

const agreementsSchema = v.nullish(
  v.pipe(v.array(v.object({ agreementType: typeWord, title: anything, url: anything })), v.maxLength(20)),
);
const offerSchema = v.object({
  // Opaque: it is sent back in a body of JSON and never shown.
  quoteToken: v.pipe(v.string(), v.regex(/^[!-~]{1,200}$/)),
  price: moneySchema,
  // Only what is asked for is quoted, so a quote without it is for that.
  period: v.nullish(v.number()),
  fees: feesSchema,
  requiredAgreements: agreementsSchema,
  agreements: agreementsSchema,
});
const quoteSchema = v.object({ domain: v.string(), available: v.boolean() });

/**
 * Parses a quote for `domain` and `period`. Returns undefined if the domain is not available. Throws
 * `Unreadable` if the quote is for something else, or if its price, fees or agreements cannot be understood:
 * nobody could accept them.
 */
export function parseQuote(
  body: unknown,
  domain: string,
  period: number,
  { sanitize, conceal }: ConcealedTokens,
): Quote | undefined {
  if (!parseAbout(quoteSchema, body, domain, "a quote").available) return undefined;
  const offer = expectParsed(offerSchema, body, "a quote");
  if ((offer.period ?? period) !== period) throw new Unreadable("a quote for another period");
  // Before anything else of it is shown.
  conceal(offer.quoteToken);
  const { price, fees } = offer;
  const amount = sumOf(price, fees);
  if (amount === undefined) throw new Unreadable("a quote whose price is 0, or cannot be added to its fees");
  const agreements = offer.requiredAgreements ?? offer.agreements ?? [];
  return {
    price: amount,
    currency: price.currencyCode,
    period,
    token: offer.quoteToken,
    fees,
    agreements: agreements.map(({ agreementType, title, url }) => ({
      type: agreementType,
      title: typeof title === "string" ? shorten(sanitize(title), 120) : "",
      url: httpsUrl(url, sanitize),
    })),
  };
}

/** Empty for any other scheme, and for a URL that is too long to show. */
function httpsUrl(url: unknown, sanitize: Sanitize): string {
  if (typeof url !== "string" || !URL.canParse(url)) return "";
  const { protocol, href } = new URL(url);
  return protocol === "https:" && href.length <= 300 ? sanitize(href) : "";
}

export interface Registration {
  /** In capital letters, such as EXECUTING. */
  status: string;
  /** Undefined if it does not look like an id. */
  registrationId: string | undefined;
  /** Undefined if it does not look like an id. */
  operationId: string | undefined;
  order: Order;
  /** Why it failed. Without texts if the response has no reason. */
  failure: ServiceError;
}

/** Undefined for an id that may not stand in a path. */
export function parseId(id: unknown): string | undefined {
  return typeof id === "string" && /^[\dA-Za-z-]{1,64}$/.test(id) ? id : undefined;
}

const registrationSchema = v.object({
  domain: v.string(),
  status: v.pipe(v.string(), v.regex(/^[A-Z_]{1,40}$/i), v.toUpperCase()),
  registrationId: anything,
  operationId: anything,
  orderId: anything,
});

/** Parses the registration of `domain`. Throws `Unreadable` if it is of another domain or has no status. */
export function parseRegistration(body: unknown, domain: string, sanitize: Sanitize): Registration {
  const { status, ...record } = parseAbout(registrationSchema, body, domain, "a registration");
  const { amount: total, currency } = parseCost(body);
  return {
    status,
    registrationId: parseId(record.registrationId),
    operationId: parseId(record.operationId),
    order: { orderId: parseOrderId(record.orderId), total, currency },
    failure: parseFailure(body, sanitize),
  };
}

export function parseFailure(body: unknown, sanitize: Sanitize): ServiceError {
  return parseServiceError(JSON.stringify({ error: memberAt(body, ["error"]) ?? {} }), sanitize);
}

/** Parses a record about `domain`. Throws `Unreadable` if it is not `what`, or about another domain. */
function parseAbout<const Schema extends v.GenericSchema<unknown, { domain: string }>>(
  schema: Schema,
  body: unknown,
  domain: string,
  what: string,
): v.InferOutput<Schema> {
  const record = expectParsed(schema, body, what);
  expectDomain(record.domain, domain);
  return record;
}

/** A shorter one is part of ordinary words. */
const minCharacters = 8;

/** A sanitizer that also removes the tokens of quotes, which could be used to buy. */
export type ConcealedTokens = ReturnType<typeof createConcealedTokens>;

export function createConcealedTokens(sanitize: Sanitize) {
  const tokens = new Set<string>();
  const withoutTokens: Sanitize = (text) =>
    sanitize([...tokens].reduce<string>((line, token) => line.replaceAll(token, "***"), sanitize(text)));
  return {
    sanitize: withoutTokens,
    /** Removes this token from every text that is sanitized from now on. */
    conceal: (token: string) => void (token.length >= minCharacters && tokens.add(token)),
  };
}

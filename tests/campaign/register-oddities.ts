import { domain } from "../packaged/register-stage";
import { json, type Reply } from "../sandbox/loopback";
import { prices, type RegistrarName } from "./register-service";

/** A response to a purchase that no fault stands for. */
export interface OddReply {
  /** Says for certain that nothing was bought. Such a response never follows a purchase that took effect. */
  refuses: boolean;
  reply: Reply;
}

const odd = (refuses: boolean) => (status: number, body: unknown) => ({
  ...{ refuses, reply: { ...json(body), status } },
});
const [vague, refusing] = [odd(false), odd(true)];

/** Responses to a purchase that are not what a healthy service sends. */
export const oddReplies: Record<RegistrarName, readonly OddReply[]> = {
  godaddy: [
    vague(200, null),
    vague(200, []),
    vague(200, [{ orderId: 1 }]),
    vague(200, false),
    vague(200, { success: false }),
    vague(200, { error: "no" }),
    vague(200, { code: "UNAVAILABLE_DOMAIN", message: "no", name: "ApiError" }),
    vague(200, { available: true, domain, definitive: true, currency: "USD", period: 1 }),
    vague(200, {}),
    vague(200, { blocked: true }),
    vague(200, { total: 0, currency: "USD" }),
    vague(401, { code: "900901", message: "Invalid Credentials", description: "Access failure" }),
    vague(403, { code: "ACCESS_DENIED", message: "Blocked by policy" }),
    vague(422, { code: "-1073456591", message: "The basket is not valid", name: "ApiError" }),
    vague(422, { code: "INVALID_BODY", message: "Personal data", fields: [] }),
    vague(429, { code: "TOO_MANY_REQUESTS", message: "Slow down" }),
    refusing(429, { code: "TOO_MANY_REQUESTS", message: "Too many requests", retryAfterSec: 5 }),
    refusing(422, { code: "INVALID_AGREEMENT_KEYS", message: "no", name: "ApiError" }),
  ],
  godaddyV3: [
    vague(202, null),
    vague(202, { domain, status: "EXECUTING" }),
    vague(202, { domain: "other.org", status: "COMPLETED", registrationId: "r-1" }),
    vague(200, { domain }),
    vague(409, { name: "quote_consumed", message: "used" }),
    vague(409, { name: "IDEMPOTENCY_CONFLICT", message: "in flight" }),
    vague(409, {}),
    vague(401, { name: "UnauthorizedError", message: "jwt malformed" }),
    vague(422, { name: "ValidationError", message: "no", details: [{ issue: "MISSING_VALUE" }] }),
    vague(422, { name: "NEW_CODE", message: "no", correlationId: "9f1c2e7a" }),
    vague(200, { domain, status: "FAILED" }),
    vague(200, { domain, status: "COMPLETED" }),
    vague(500, { name: "quote_expired", message: "expired" }),
    refusing(409, { name: "quote_expired", message: "expired" }),
    refusing(409, { name: "quote_mismatch", message: "another price" }),
    refusing(422, { name: "quote_mismatch", message: "another price" }),
    refusing(409, { name: "domain_already_exists", message: "taken" }),
  ],
  porkbun: [
    vague(200, null),
    vague(200, []),
    vague(200, { status: "SUCCESS" }),
    vague(200, { status: "SUCCESS", domain: "other.org", orderId: "1" }),
    vague(200, { status: "SUCCESS", domain, dryRun: true }),
    vague(200, { status: "SUCCESS", domain }),
    vague(400, { status: "ERROR", message: "Blocked by policy" }),
    vague(422, { status: "ERROR", code: "NEW_CODE", message: "no", requestId: "019fa6cf" }),
    vague(200, { status: "ERROR" }),
    vague(200, { status: "ERROR", message: "Something went wrong." }),
    vague(200, { status: "ERROR", code: "INTERNAL_ERROR", message: "Try again." }),
    vague(409, { status: "ERROR", code: "IDEMPOTENCY_KEY_IN_USE", message: "in flight" }),
    vague(409, { status: "ERROR", code: "IDEMPOTENCY_KEY_MISMATCH", message: "another request" }),
    vague(500, { status: "ERROR", code: "DOMAIN_NOT_AVAILABLE", message: "Domain is not available." }),
    refusing(200, { status: "ERROR", code: "DOMAIN_NOT_AVAILABLE", message: "Domain is not available." }),
    refusing(200, { status: "ERROR", code: "INSUFFICIENT_FUNDS", message: "No credit." }),
    refusing(400, { status: "ERROR", code: "COST_MISMATCH", message: "The price has changed." }),
  ],
};

const price = (value: number, currencyCode = "USD") => ({ currencyCode, value });
const year = (value: number, more: object = {}) => ({
  term: "YEAR",
  period: 1,
  price: price(value),
  ...more,
});

/** Members of the response to a check that replace the true ones. */
export const oddChecks: Record<RegistrarName, readonly Record<string, unknown>[]> = {
  godaddy: [
    { available: "true" },
    { available: false },
    { domain: "other.org" },
    { price: prices.godaddy + 1 },
    { price: 2 * prices.godaddy, period: 2 },
    { price: 20 * prices.godaddy, period: 10 },
    { price: 0 },
    { domain: `${domain.toUpperCase()}.` },
    { price: 1, period: 1_000_000 },
    { price: 1, period: 0 },
    { period: 3 },
    { period: undefined },
    { price: undefined },
    { currency: "EUR" },
    { definitive: false },
    { definitive: "true" },
  ],
  godaddyV3: [
    { available: "true" },
    { available: false },
    { available: true },
    { available: true, definitive: false },
    { definitive: "true" },
    { domain: "other.org" },
    { error: { name: "ERROR_UNKNOWN", message: "try again" } },
    { prices: [] },
    { prices: undefined },
    { prices: [year(1)] },
    { prices: [year(2400)] },
    { prices: [year(1199, { fees: [{ type: "PREMIUM", fee: price(100) }] })] },
    { prices: [year(1199, { price: price(1199, "EUR") })] },
  ],
  porkbun: [
    { avail: "maybe" },
    { avail: "no" },
    { avail: "yes" },
    { avail: true },
    { type: "transfer" },
    { domain: "other.org" },
    { price: "1.00" },
    { price: "22.16" },
    { price: "11.081" },
    { price: undefined },
    { premium: "yes" },
    { minDuration: 0 },
    { minDuration: 3 },
  ],
};

import type { Registrar } from "../../../shared/registrar/registrar";
import { json, type LoopbackServer, type Reply } from "../../sandbox/loopback";
import { porkbunError } from "../../sandbox/porkbun-account";
import { anyTime, clientStage, type Embedded, fullCheckOf } from "./client-stage";
import { apiError, godaddy } from "./godaddy/registrar-stage";
import { godaddyV3, apiError as v3Error } from "./godaddy-v3/godaddy-v3-stage";
import { porkbun, success } from "./porkbun/porkbun-stage";

/** A registrar, and how it writes. */
interface Kind {
  name: string;
  embedded: Embedded<LoopbackServer, Registrar, object>;
  error(status: number, code: string, message: string): Reply;
  /** Errors with which it is known to refuse a purchase. */
  refusals: readonly Reply[];
  /** Its own word that there were too many requests. */
  busy: Reply;
  /** The account's record of a domain. */
  record(named: string, status: unknown): Reply;
}

const byDetails =
  (write: typeof apiError): Kind["error"] =>
  (status, code, message) =>
    write(status, code, { message });
const bare: Kind["record"] = (named, status) => json({ domain: named, status });
const wrapped: Kind["record"] = (named, status) => success({ domain: { domain: named, status } });
const kinds: readonly Kind[] = [
  {
    ...{ name: "GoDaddy", embedded: godaddy, error: byDetails(apiError), record: bare },
    refusals: [
      apiError(400, "INVALID_BODY", { fields: [{ path: "contactAdmin.phone", code: "BAD" }] }),
      apiError(401, "UNABLE_TO_AUTHENTICATE"),
      apiError(402, "INVALID_PAYMENT_INFO", { message: "Unable to authorize credit" }),
      apiError(403, "ACCESS_DENIED", { message: "Authenticated user is not allowed access" }),
      apiError(422, "INVALID_AGREEMENT_KEYS"),
    ],
    busy: apiError(429, "TOO_MANY_REQUESTS", { retryAfterSec: 15 }),
  },
  {
    ...{ name: "GoDaddy v3", embedded: godaddyV3, error: byDetails(v3Error), record: bare },
    refusals: [
      v3Error(400, "INVALID_AGREEMENT_KEYS"),
      v3Error(402, "NO_PAYMENT_PROFILE"),
      v3Error(422, "MISSING_CONTACT"),
      v3Error(422, "unsupported_tld", { correlationId: undefined }),
    ],
    busy: v3Error(429, "TOO_MANY"),
  },
  {
    ...{ name: "Porkbun", embedded: porkbun, error: porkbunError, record: wrapped },
    refusals: [
      porkbunError(400, "INSUFFICIENT_FUNDS", "No."),
      porkbunError(401, "INVALID_API_KEYS_001", "No."),
      porkbunError(403, "MONTHLY_SPEND_LIMIT_EXCEEDED", "No."),
      porkbunError(200, "PREMIUM_DOMAIN", "No.", { requestId: undefined }),
    ],
    busy: porkbunError(429, "RATE_LIMIT_EXCEEDED", "No."),
  },
];

/** Describes every registrar by the same rules, each on a stage of its own. */
export function describeRegistrars(
  what: string,
  rules: (subject: ReturnType<typeof subjectOf>) => void,
): void {
  for (const kind of kinds) describe(`${kind.name}, ${what}`, () => rules(subjectOf(kind)));
}

function subjectOf({ embedded, ...dialect }: Kind) {
  return { ...dialect, ...embedded, stage: clientStage(embedded) };
}

/** Every call that a registrar can make, by its name. */
export function callsOf(
  registrar: Registrar,
  { domain, wish, request }: Pick<Kind["embedded"], "domain" | "wish" | "request">,
): Record<string, (signal: AbortSignal) => Promise<unknown>> {
  const { terms, funds, quote, keyed } = registrar;
  const follow = keyed?.follow;
  return {
    availability: (signal) =>
      registrar.availability({ ...fullCheckOf(domain), purpose: "confirmation", signal }),
    validate: (signal) => registrar.validate(wish, signal),
    purchase: (signal) => registrar.purchase(request, signal, anyTime),
    ownership: (signal) => registrar.ownership(domain, signal),
    ...(terms && { terms: (signal) => terms(domain, signal) }),
    ...(funds && { funds }),
    ...(quote && { quote: (signal) => quote(wish, signal) }),
    ...(keyed && { replay: (signal) => keyed.replay(request, signal) }),
    ...(follow && { follow: (signal) => follow("operation-1", domain, signal) }),
  };
}

export const kindOf = async (response: Promise<{ kind: string }>) => (await response).kind;

import {
  type ErrorResponse,
  type HttpProblem,
  reasonOf,
  requestedSecondsOf,
  type ServiceError,
  type StatusProblem,
  statusOf,
} from "../../http/errors";
import { memberAt } from "../../json/path";
import { findUnaccepted } from "../consent";
import { isGodaddyError } from "../godaddy/responses";
import { minorUnits } from "../money";
import { hasTexts, parseJson } from "../parse";
import type { PurchaseResponse, QuoteResponse, ReplayResponse, ValidationResponse, Wish } from "../registrar";
import type { GivenCredential } from "../requests";
import { isKnownRefusal } from "./known-errors";
import type { Registration } from "./records";

/** Throws `Unreadable` if the JSON of a successful response is incomplete or invalid. */
export const parseWholeJson = (text: string) => parseJson(text, "incomplete or invalid JSON");

/**
 * Whether an error is GoDaddy's own word: by the mark of the API's errors, a `correlationId`, or by a known code. Frameworks
 * write errors of the same form. Both APIs have one host, which may refuse a request before it reaches the newer one.
 */
export function isGodaddyV3Error(response: ErrorResponse): boolean {
  if (isGodaddyError(response) || hasTexts(response, "name", "message", "correlationId")) return true;
  const name = memberAt(response.json, ["name"]);
  return hasTexts(response, "name", "message") && isKnownRefusal([String(name).toLowerCase()]);
}

/**
 * In lower case: the error's own code and those of its details. The API's description leaves open in which of the
 * two the code of a quote's life stands, and how it is written.
 */
function codesOf({ serviceCode, serviceIssues = [] }: ServiceError): string[] {
  return [serviceCode, ...serviceIssues].map((code) => code.toLowerCase());
}

/** Says that somebody has the domain. The API's description names the first only, and the older API the second. */
const unavailableCodes = [
  "domain_already_exists",
  "unavailable_domain",
  "domain_unavailable",
  "domain_not_available",
  "domain_already_registered",
  "domain_taken",
];

function isUnavailable(codes: readonly string[]): boolean {
  return codes.some((code) => unavailableCodes.includes(code));
}

/** Interprets a failed request for a quote. Whatever happened, nothing was bought. */
export function interpretQuoteFailure(
  problem: HttpProblem,
  message: string,
): Exclude<QuoteResponse, { kind: "quoted" }> {
  if (problem.kind !== "status")
    return { kind: "notTaken", message, retryAfterSeconds: requestedSecondsOf(problem) };
  const { status, retryAfterSeconds } = problem;
  if ([409, 422].includes(status) && isUnavailable(codesOf(problem))) return { kind: "unavailable", message };
  return [400, 401, 402, 403, 404, 422].includes(status)
    ? { kind: "refused", message, status }
    : { kind: "notTaken", message, retryAfterSeconds };
}

/** The pause after too many requests if the registrar names none. */
const usualPauseSeconds = 10;

/** The statuses with which a purchase is refused. */
const refusingStatuses = [400, 401, 402, 403, 409, 422];

/** Interprets a failed purchase: may it have taken effect, and may another one follow? */
export function interpretPurchaseFailure(problem: HttpProblem, message: string): PurchaseResponse {
  if (problem.kind === "notSent") return { kind: "notTaken", message, retryAfterSeconds: undefined };
  if (problem.kind === "paused") return { kind: "notTaken", message, retryAfterSeconds: problem.seconds };
  if (statusOf(problem) === 429)
    return { kind: "unknown", message, retryAfterSeconds: requestedSecondsOf(problem) ?? usualPauseSeconds };
  const codes = problem.kind === "status" ? codesOf(problem) : [];
  if (problem.kind !== "status" || !refusingStatuses.includes(problem.status) || !isKnownRefusal(codes))
    return { kind: "unknown", message };
  // Somebody has bought with the token, and nobody else should know it.
  if (codes.includes("quote_consumed")) return { kind: "unknown", message };
  // A new quote settles it.
  if (codes.includes("quote_expired") || codes.includes("quote_mismatch"))
    return { kind: "notTaken", message, retryAfterSeconds: undefined };
  return isUnavailable(codes)
    ? { kind: "unavailable", message }
    : { kind: "refused", message, status: problem.status };
}

/**
 * Interprets a registration that the registrar has accepted. `retryAfterSeconds` is the pause that it wants
 * before the next question.
 */
export function interpretRegistration(
  { status, registrationId, order, failure }: Registration,
  domain: string,
  retryAfterSeconds: number | undefined,
): PurchaseResponse {
  if (status === "COMPLETED") return { kind: "bought", order };
  if (status === "FAILED") {
    const reason = reasonOf(failure) || "it gave no reason";
    const message = `registrar: the registration of ${domain} failed (${reason}).`;
    return isUnavailable(codesOf(failure))
      ? { kind: "unavailable", message }
      : { kind: "refused", message, status: 200 };
  }
  return interpretPromise(registrationId, domain, retryAfterSeconds);
}

/** Interprets a registration whose end is not known. It can be asked for by its id only. */
export function interpretPromise(
  registrationId: string | undefined,
  domain: string,
  retryAfterSeconds: number | undefined,
): ReplayResponse {
  return registrationId === undefined
    ? { kind: "unknown", message: `registrar: the registration of ${domain} has no usable id.` }
    : { kind: "accepted", operation: registrationId, retryAfterSeconds };
}

/** A quote checks everything that a purchase checks. */
export function interpretAsValidation(response: QuoteResponse, wish: Wish): ValidationResponse {
  switch (response.kind) {
    case "quoted": {
      const message = findUnaccepted(response.quote, wish, minorUnits);
      return message === undefined ? { kind: "valid" } : { kind: "invalid", message, status: 200 };
    }
    case "unavailable":
      return response;
    case "refused": {
      const { message, status } = response;
      return [400, 422].includes(status)
        ? { kind: "invalid", message, status }
        : { kind: "unclear", message };
    }
    case "notTaken":
      return { kind: "unclear", message: response.message };
  }
}

export function godaddyV3Advice(
  problem: StatusProblem,
  isPost: boolean,
  { credential, credentialAdvice }: GivenCredential,
): string {
  const codes = codesOf(problem);
  if (isUnavailable(codes)) return "";
  const byCode = codes.map((code) => adviceByCode[code]).find((advice) => advice !== undefined);
  if (byCode !== undefined) return byCode;
  const { status } = problem;
  if (status === 401 && credential.kind !== "token") return `Provide a credential: ${credentialAdvice}.`;
  if (status === 400 || status === 422) return isPost ? contactAdvice : domainAdvice;
  return adviceByStatus[status] ?? "";
}

const contactAdvice =
  "GoDaddy v3 takes the contacts from the account. Complete what the message names in the account's contact details.";
const domainAdvice = "Check the spelling of `domain`.";
const paymentAdvice = "Add a payment method to the account.";

/** Keyed by the registrar's own code, in lower case. */
const adviceByCode: Record<string, string> = {
  unsupported_tld:
    "GoDaddy v3 does not sell this top-level domain, or not to this account. Use another registrar.",
  unsupported_aftermarket_domain:
    "The domain is offered on GoDaddy's aftermarket, which its API does not serve. Buy it on the website.",
  quote_mismatch: "The price or the fees have changed since the quote. The task asks for a new one.",
  mismatch_format: domainAdvice,
  invalid_domain: domainAdvice,
  invalid_agreement_keys: "Add the agreement that the message names to `consent.agreementKeys`.",
  consent_fees_required: "Add the fees that the message names to `consent.acknowledgedFees`.",
  billing_declined: "The account's payment method was declined. Correct it, or add another one.",
  no_payment_profile: paymentAdvice,
};

const adviceByStatus: Record<number, string> = {
  401:
    "The token is not valid or has expired. Create a personal access token in GoDaddy's developer portal, " +
    "with the scopes domains.domain:read and domains.domain:create.",
  402: paymentAdvice,
  403: "The token needs the scope domains.domain:read and, to buy, domains.domain:create. The account must be allowed to buy.",
  404: "Check `apiUrl`. GoDaddy v3 has no test environment.",
  429: "The registrar allows fewer requests per minute. Lower `requestsPerMinute` or raise `pollSeconds`.",
};

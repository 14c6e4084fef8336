import type { ErrorResponse, HttpProblem, StatusProblem } from "../../http/errors";
import { hasTexts, parseJson } from "../parse";
import type { Order, PurchaseResponse, ValidationResponse } from "../registrar";
import type { GivenCredential } from "../requests";
import { isKnownError, isOwnError } from "./known-errors";
import { parseOrder, refuseErrorBody } from "./records";

/**
 * Parses the body of a purchase's 200 response. An empty body is an order without details. Throws
 * `Unreadable` for anything else that is not an order: the outcome is unknown then.
 */
export function parsePurchaseBody(text: string, domain: string): Order {
  return text.trim() === "" ? {} : parseOrder(parseJson(text), domain);
}

/** Throws `Unreadable` if the body of a validation's 200 response names an error, or is not complete JSON. */
export function expectValid(text: string): void {
  if (text.trim() !== "") refuseErrorBody(parseJson(text));
}

/**
 * Whether an error is GoDaddy's own word. Gateways and frameworks write errors of the same form, and not every one of
 * GoDaddy's has the specification's `name`.
 */
export function isGodaddyError(response: ErrorResponse): boolean {
  return hasTexts(response, "code", "message") && isOwnError(response);
}

const unavailableCode = "UNAVAILABLE_DOMAIN";
const refusingStatuses = [400, 401, 402, 403, 422];

/** Interprets a failed purchase request: may it have taken effect, and may another one follow? */
export function interpretPurchaseFailure(problem: HttpProblem, message: string): PurchaseResponse {
  if (problem.kind === "notSent") return { kind: "notTaken", message, retryAfterSeconds: undefined };
  if (problem.kind === "paused") return { kind: "notTaken", message, retryAfterSeconds: problem.seconds };
  if (problem.kind !== "status" || !isKnownError(problem)) return { kind: "unknown", message };
  if (problem.status === 429)
    return { kind: "notTaken", message, retryAfterSeconds: problem.retryAfterSeconds };
  if (problem.status === 422 && problem.serviceCode === unavailableCode)
    return { kind: "unavailable", message };
  const { status } = problem;
  return refusingStatuses.includes(status)
    ? { kind: "refused", message, status }
    : { kind: "unknown", message };
}

/** Interprets a failed validation. It buys nothing, so a code that is not known may refuse it. */
export function interpretValidationFailure(problem: HttpProblem, message: string): ValidationResponse {
  const { kind } = interpretPurchaseFailure(problem, message);
  if (kind === "unavailable") return { kind, message };
  return problem.kind === "status" && [400, 422].includes(problem.status)
    ? { kind: "invalid", message, status: problem.status }
    : { kind: "unclear", message };
}

export function registrarAdvice(
  problem: StatusProblem,
  isPost: boolean,
  { credential: { kind }, credentialAdvice }: GivenCredential,
): string {
  if (problem.serviceCode === unavailableCode) return "";
  if (problem.serviceCode === "INVALID_AGREEMENT_KEYS")
    return "Add the agreement key that the message names to `consent.agreementKeys`.";
  if (problem.serviceCode === "QUOTA_EXCEEDED")
    return "The account's request quota is used up. Ask the registrar when it resets.";
  if (problem.status === 401 && kind === "none") return `Provide a credential: ${credentialAdvice}.`;
  if (problem.status === 401 && kind === "token") return tokenAdvice;
  if (!isPost && [400, 422].includes(problem.status))
    return "The registrar does not support this domain or its top-level domain. Check the spelling of `domain`.";
  return adviceByStatus[problem.status] ?? "";
}

const tokenAdvice =
  "The token is not valid or has expired, or this API does not accept tokens. Use key and secret, or the registrar godaddyV3.";

const adviceByStatus: Record<number, string> = {
  400: "Correct the registration request.",
  401:
    "The key and secret are not valid in this environment. Keys of the test environment do not work in " +
    "production, and vice versa.",
  402: "Add a payment method or funds to the account.",
  403: "The account may not make this call: GoDaddy opens this API to large accounts only. Any account can use the registrars godaddyV3 and porkbun.",
  404: "Check `apiUrl` and `environment`.",
  422: "Correct the registration request.",
  429: "The registrar allows fewer requests per minute. Lower `requestsPerMinute` or raise `pollSeconds`.",
};

import { certificateAdvice, type HttpProblem, isCertificateProblem, Unreadable } from "../http/errors";
import { type Order, parseOrder, refuseErrorBody } from "./records";

/** What became of a purchase request; `message` says what the service answered, for people. */
export type PurchaseAnswer =
  | { kind: "bought"; order: Order }
  /** Surely not bought: the domain is not available. */
  | { kind: "unavailable"; message: string }
  /** Surely not bought, for a reason that waiting does not mend. */
  | { kind: "refused"; message: string; status: number }
  /** Surely not bought: not sent, or too many requests. */
  | { kind: "notTaken"; message: string; retryAfterSeconds: number | undefined }
  /** Perhaps bought. */
  | { kind: "unknown"; message: string };

/** What the service says of a registration request without buying. */
export type Verdict =
  | { kind: "valid" }
  /** The rest was valid, but the domain cannot be bought yet (decision 16). */
  | { kind: "unavailable"; message: string }
  | { kind: "invalid"; message: string; status: number }
  /** The service could not say. */
  | { kind: "unclear"; message: string };

/**
 * The order in the body of a purchase's 200. An empty body is one that says nothing of itself. Throws `Unreadable` for
 * anything else that is no order, which leaves open what happened.
 */
export function readOrder(text: string): Order {
  return text.trim() === "" ? {} : parseOrder(jsonOf(text));
}

/** Throws `Unreadable` for the body of a validation's 200 that does not say valid: an error, or no whole JSON. */
export function expectValid(text: string): void {
  if (text.trim() !== "") refuseErrorBody(jsonOf(text));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable("200 with something that is not whole JSON");
  }
}

const unavailableCode = "UNAVAILABLE_DOMAIN";
const refusingStatuses = [400, 401, 402, 403, 422];

/** What a failed purchase request comes to: whether it may have taken effect, and whether another may follow. */
export function purchaseAnswerOf(problem: HttpProblem, message: string): PurchaseAnswer {
  if (problem.kind === "notSent") return { kind: "notTaken", message, retryAfterSeconds: undefined };
  if (problem.kind === "paused") return { kind: "notTaken", message, retryAfterSeconds: problem.seconds };
  if (problem.kind !== "status") return { kind: "unknown", message };
  if (problem.status === 429)
    return { kind: "notTaken", message, retryAfterSeconds: problem.retryAfterSeconds };
  if (problem.status === 422 && problem.serviceCode === unavailableCode)
    return { kind: "unavailable", message };
  const { status } = problem;
  return refusingStatuses.includes(status)
    ? { kind: "refused", message, status }
    : { kind: "unknown", message };
}

/** What a failed validation comes to. */
export function verdictOf(problem: HttpProblem, message: string): Verdict {
  if (problem.kind !== "status") return { kind: "unclear", message };
  if (problem.status === 422 && problem.serviceCode === unavailableCode)
    return { kind: "unavailable", message };
  const { status } = problem;
  return status === 400 || status === 422
    ? { kind: "invalid", message, status }
    : { kind: "unclear", message };
}

/** What a failed request asked: about a domain, or with a registration request; and whether with a credential. */
export interface AskedCall {
  sendsRequest: boolean;
  isAuthorized: boolean;
}

/** What the person who reads of a failed request can do about it. */
export function advice(problem: HttpProblem, { sendsRequest, isAuthorized }: AskedCall): string {
  if (problem.kind === "notSent" && isCertificateProblem(problem.code)) return certificateAdvice;
  if (problem.kind === "notSent" || problem.kind === "broken" || problem.kind === "timeout")
    return "Check that the agent reaches the registrar (proxy, firewall).";
  if (problem.kind !== "status" || problem.serviceCode === unavailableCode) return "";
  if (problem.serviceCode === "INVALID_AGREEMENT_KEYS")
    return "Add the agreement that it names to `consent.agreementKeys`.";
  if (problem.serviceCode === "QUOTA_EXCEEDED") return "The account's quota of requests is used up.";
  if (problem.status === 401 && !isAuthorized)
    return "Give a credential: name a `registrarConnection`, or map REGISTRAR_API_KEY and REGISTRAR_API_SECRET under `env:`.";
  if (!sendsRequest && [400, 422].includes(problem.status))
    return "The registrar does not support this domain or its top-level domain.";
  return adviceByStatus[problem.status] ?? "";
}

const adviceByStatus: Record<number, string> = {
  400: "Correct the registration request.",
  401: "Key and secret are not valid in this environment: keys of the test environment do not work in production, and the other way round.",
  402: "Add a way to pay, or funds, to the account.",
  403: "The account may not make this call; some registrars open their interface to larger accounts only.",
  404: "Check `apiUrl` and `environment`.",
  422: "Correct the registration request.",
  429: "Fewer requests a minute are allowed than were made: lower `requestsPerMinute`, or raise `pollSeconds`.",
};

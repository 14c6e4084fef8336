import {
  type ErrorResponse,
  type HttpProblem,
  requestedSecondsOf,
  type StatusProblem,
  statusOf,
} from "../../http/errors";
import { memberAt } from "../../json/path";
import { hasTexts } from "../parse";
import type { PurchaseResponse, ValidationResponse } from "../registrar";
import type { GivenCredential } from "../requests";
import { isKnownRefusal, isOwnCode } from "./known-errors";

/**
 * Topics by error code. Porkbun publishes some codes, and says that there are more. Single words stand for codes
 * that are not published and whose topic is.
 */
const topics = [
  ["unavailable", /^DOMAIN_(?:NOT_AVAILABLE|UNAVAILABLE)$/],
  ["rateLimit", /^RATE_LIMIT_EXCEEDED$/],
  ["price", /(?:^|_)(?:COST|PRICE)(?:_|$)/],
  ["idempotency", /^IDEMPOTENCY_/],
  [
    "credential",
    /^(?:API_KEY_REQUIRED|MISSING_SECRETAPIKEY|INVALID_(?:SECRET_)?API_KEYS?(?:_\d+)?|INVALID_TOKEN|INVALID_USER)$/,
  ],
  ["agent", /^IP_NOT_ALLOWED$/],
  ["access", /^(?:DOMAIN_NOT_ALLOWED|(?:API_)?ACCESS_|API_DISABLED)/],
  ["premium", /PREMIUM/],
  ["funds", /^INSUFFICIENT_|_FUNDS$/],
  ["verification", /VERIF/],
  ["spendLimit", /SPEND|ORDER_TOO_LARGE/],
  ["tld", /(?:^|_)TLD(?:_|$)|^API_REGISTRATION_NOT_SUPPORTED$/],
  ["request", /^(?:INVALID_DOMAIN|INVALID_OR_EMPTY_JSON|INVALID_PROTOCOL|METHOD_NOT_ALLOWED)$|TERMS/],
] as const;
type Topic = (typeof topics)[number][0];

/** Undefined for an error that nobody has described. */
function topicOf({ status, serviceCode }: StatusProblem): Topic | undefined {
  if (status === 429) return "rateLimit";
  if (status === 401) return "credential";
  return topics.find(([, form]) => form.test(serviceCode))?.[0];
}

/**
 * Whether an error is Porkbun's own word: by the mark of its responses, a `requestId`, or by a code of its own. Others
 * write errors of the same form.
 */
export function isPorkbunError(response: ErrorResponse): boolean {
  const isOfForm = memberAt(response.json, ["status"]) === "ERROR" && hasTexts(response, "message");
  const code = memberAt(response.json, ["code"]);
  return isOfForm && (hasTexts(response, "requestId") || (typeof code === "string" && isOwnCode(code)));
}

/** True only if the registrar refuses the credential for every call. */
export function isCredentialRefused(problem: HttpProblem): boolean {
  return isAbout(problem, "credential") || isAbout(problem, "agent");
}

/** False for errors with a status of 500 or more: a server that fails itself proves no reason. */
export function isAbout(problem: HttpProblem, topic: Topic): boolean {
  return problem.kind === "status" && problem.status < 500 && topicOf(problem) === topic;
}

export function isNotInAccount(problem: HttpProblem): boolean {
  if (problem.kind !== "status" || problem.status >= 500) return false;
  return problem.status === 404 || problem.serviceCode === "DOMAIN_NOT_FOUND";
}

export function renderPremium(domain: string): string {
  return `${domain} is a premium name. ${adviceFor("premium")}`;
}

/** Interprets a failed purchase request: may it have taken effect, and may another one follow? */
export function interpretPurchaseFailure(problem: HttpProblem, message: string): PurchaseResponse {
  if (problem.kind === "notSent") return { kind: "notTaken", message, retryAfterSeconds: undefined };
  if (problem.kind === "paused") return { kind: "notTaken", message, retryAfterSeconds: problem.seconds };
  // Porkbun may have bought before it counted the request.
  if (statusOf(problem) === 429)
    return {
      kind: "unknown",
      message,
      retryAfterSeconds: requestedSecondsOf(problem) ?? secondsBetweenOrders,
    };
  // A server that fails may have bought before. What it says about the reason proves nothing.
  if (problem.kind !== "status" || problem.status >= 500) return { kind: "unknown", message };
  const { status, serviceCode, retryAfterSeconds } = problem;
  const topic = topicOf(problem);
  if (!isKnownRefusal(serviceCode) || status === 409) return { kind: "unknown", message };
  if (topic === "unavailable") return { kind: "unavailable", message };
  if (topic === "rateLimit")
    return { kind: "unknown", message, retryAfterSeconds: retryAfterSeconds ?? secondsBetweenOrders };
  // The next check brings the new price, which has to be within the limit like any other.
  if (topic === "price") return { kind: "notTaken", message, retryAfterSeconds };
  return { kind: "refused", message, status };
}

/** Porkbun takes one purchase in ten seconds. */
const secondsBetweenOrders = 10;

/** The statuses with which a dry run is refused, whatever its code says. */
const refusingStatuses = [400, 401, 402, 403, 422];
const passingTopics: readonly (Topic | undefined)[] = ["rateLimit", "price", "idempotency"];

/** Interprets a failed dry run. It buys nothing, so a code that is not known may refuse it. */
export function interpretValidationFailure(problem: HttpProblem, message: string): ValidationResponse {
  const { kind } = interpretPurchaseFailure(problem, message);
  if (kind === "unavailable") return { kind, message };
  if (problem.kind !== "status" || passingTopics.includes(topicOf(problem)))
    return { kind: "unclear", message };
  const { status } = problem;
  return kind === "refused" || refusingStatuses.includes(status)
    ? { kind: "invalid", message, status }
    : { kind: "unclear", message };
}

const adviceByTopic: Partial<Record<Topic, string>> = {
  rateLimit: "Porkbun allows one check and one purchase in 10 seconds by default. Raise `pollSeconds`.",
  credential:
    "The API key and its secret are not valid. Create a pair at https://porkbun.com/account/api. Keys of the " +
    "sandbox start with `pk1_sb_`.",
  agent: "The API key is limited to certain IP addresses. Add the agent's, or use a key without that limit.",
  access:
    "Turn on API access for the account, and let the key use this domain: https://porkbun.com/account/api.",
  premium: "Porkbun does not sell premium names through its API. Buy the name on its website.",
  funds: "Add credit to the account. Purchases through the API are paid from it.",
  verification:
    "Verify the account's email address and phone number on Porkbun's website. Its first domain has to be " +
    "registered there too.",
  spendLimit:
    "The account's monthly spending limit for the API is too low. Raise it at https://porkbun.com/account/api.",
  tld: "Porkbun does not sell this top-level domain through its API. Check the spelling of `domain`.",
};

export function adviceFor(topic: Topic): string {
  return adviceByTopic[topic] ?? "";
}

export function porkbunAdvice(
  problem: StatusProblem,
  _isPost: boolean,
  { credential, credentialAdvice }: GivenCredential,
): string {
  if (problem.status >= 500) return "";
  const topic = topicOf(problem);
  if (topic === "credential" && credential.kind !== "keyAndSecret")
    return `Provide a credential: ${credentialAdvice}.`;
  if (topic !== undefined) return adviceFor(topic);
  return adviceByStatus[problem.status] ?? "";
}

const adviceByStatus: Record<number, string> = {
  403: "The account or its API key may not make this call. See https://porkbun.com/account/api.",
  404: "Check `apiUrl` and `environment`.",
};

import { certificateAdvice, isCertificateProblem } from "../../http/certificate-problem";
import type { HttpProblem, StatusProblem } from "../../http/errors";
import { codesOf, isUnavailable } from "./responses";

/** What kind of request failed. */
export interface FailedCall {
  /** True for a quote or a purchase, false for a request about a domain. */
  sendsOrder: boolean;
  hasToken: boolean;
  /** What to do if no token is given: an imperative clause. */
  credentialAdvice: string;
}

/** Returns what a person can do about a failed request. Empty if there is nothing to say. */
export function godaddyV3Advice(problem: HttpProblem, call: FailedCall): string {
  switch (problem.kind) {
    case "notSent":
      return isCertificateProblem(problem.code) ? certificateAdvice : networkAdvice;
    case "broken":
    case "timeout":
      return networkAdvice;
    case "status":
      return adviceForStatus(problem, call);
    default:
      return "";
  }
}

const networkAdvice = "Check that the agent can reach the registrar (proxy, firewall).";

function adviceForStatus(problem: StatusProblem, call: FailedCall): string {
  const codes = codesOf(problem);
  if (isUnavailable(codes)) return "";
  const byCode = codes.map((code) => adviceByCode[code]).find((advice) => advice !== undefined);
  if (byCode !== undefined) return byCode;
  const { status } = problem;
  if (status === 401 && !call.hasToken) return `Provide a credential: ${call.credentialAdvice}.`;
  if (status === 400 || status === 422) return call.sendsOrder ? contactAdvice : domainAdvice;
  return adviceByStatus[status] ?? "";
}

const contactAdvice =
  "GoDaddy v3 takes the contacts from the account. Complete what the message names in the account's contact details.";
const domainAdvice = "Check the spelling of `domain`.";

/** By the registrar's own code, in lower case. */
const adviceByCode: Partial<Record<string, string>> = {
  unsupported_tld:
    "GoDaddy v3 does not sell this top-level domain, or not to this account. Use another registrar.",
  unsupported_aftermarket_domain:
    "The domain is offered on GoDaddy's aftermarket, which its API does not serve. Buy it on the website.",
  quote_mismatch: "The price or the fees have changed since the quote. The task asks for a new one.",
  mismatch_format: domainAdvice,
  invalid_domain: domainAdvice,
  invalid_agreement_keys: "Add the agreement that the message names to `consent.agreementKeys`.",
};

const adviceByStatus: Partial<Record<number, string>> = {
  401:
    "The token is not valid or has expired. Create a personal access token in GoDaddy's developer portal, " +
    "with the scopes domains.domain:read and domains.domain:create.",
  402: "Add a payment method to the account.",
  403: "The token needs the scope domains.domain:read and, to buy, domains.domain:create. The account must be allowed to buy.",
  404: "Check `apiUrl`. GoDaddy v3 has no test environment.",
  429: "The registrar allows fewer requests per minute. Lower `requestsPerMinute` or raise `pollSeconds`.",
};

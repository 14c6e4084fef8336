import type { StatusProblem } from "../../http/errors";
import type { RegistrarAccess } from "../requests";
import { codesOf, isUnavailable } from "./responses";

export function godaddyV3Advice(
  problem: StatusProblem,
  isPost: boolean,
  { credential, credentialAdvice }: Pick<RegistrarAccess, "credential" | "credentialAdvice">,
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

/** Keyed by the registrar's own code, in lower case. */
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

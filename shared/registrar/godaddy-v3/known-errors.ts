/**
 * The errors with which GoDaddy's API v3 refuses a purchase, in lower case, and where they are described. No other one
 * refuses a purchase: it is repeated by its key (decision 10).
 */
const sources: Record<string, readonly string[]> = {
  "godaddy/cli, domains.oas3.json": [
    "quote_expired",
    "quote_mismatch",
    "consent_fees_required",
    "domain_already_exists",
    "invalid_agreement_keys",
    "unsupported_tld",
    "mismatch_format",
    "invalid_domain",
  ],
  "godaddy/cli, reference on errors": [
    "domain_not_available",
    "billing_declined",
    "no_payment_profile",
    "missing_contact",
    "missing_billing_phone",
  ],
  "aoxborrow/registrar-client, docs/registrars/godaddy.md": ["unsupported_aftermarket_domain"],
  "the older API, at the same host": ["unavailable_domain", "unable_to_authenticate"],
  "spellings of the same": ["domain_unavailable", "domain_already_registered", "domain_taken"],
};

const refusingCodes = new Set(Object.values(sources).flat());

/** Whether one of an error's codes, in lower case, is one with which the API refuses. */
export function isKnownRefusal(codes: readonly string[]): boolean {
  return codes.some((code) => refusingCodes.has(code));
}

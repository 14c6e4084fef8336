/**
 * The errors with which Porkbun refuses a purchase, and where they are described. With any status below 500, they mean
 * that nothing was bought. No other one does: the purchase is repeated by its key (decision 10).
 */
const sources: Record<string, string> = {
  "aditya-m-bharadwaj/porkbun-api-skill, docs/api-spec.json":
    "DOMAIN_NOT_AVAILABLE RATE_LIMIT_EXCEEDED INSUFFICIENT_FUNDS INVALID_DOMAIN API_KEY_REQUIRED " +
    "INVALID_API_KEYS_001 INVALID_TOKEN INVALID_USER INVALID_PROTOCOL METHOD_NOT_ALLOWED INVALID_OR_EMPTY_JSON",
  "porkbun.com/llms-full.txt":
    "COST_MISMATCH INVALID_COST PREMIUM_DOMAIN PREMIUM_DOMAIN_NOT_SUPPORTED TLD_NOT_SUPPORTED INVALID_TLD " +
    "API_REGISTRATION_NOT_SUPPORTED VERIFICATION_REQUIRED DOMAIN_NOT_ALLOWED API_ACCESS_DISABLED",
  "porkbun.com/llms/guides/spend-limits": "ORDER_TOO_LARGE MONTHLY_SPEND_LIMIT_EXCEEDED",
  "other clients": "INVALID_API_KEYS_002 MISSING_SECRETAPIKEY IP_NOT_ALLOWED",
};

const refusingCodes = new Set(Object.values(sources).flatMap((codes) => codes.split(" ")));

export function isKnownRefusal(code: string): boolean {
  return refusingCodes.has(code);
}

/** Words that gateways, filters and frameworks use, too: only with Porkbun's mark are they its own. */
const commonCodes = new Set(
  (
    "API_KEY_REQUIRED INVALID_TOKEN INVALID_USER INVALID_PROTOCOL METHOD_NOT_ALLOWED " +
    "VERIFICATION_REQUIRED DOMAIN_NOT_ALLOWED IP_NOT_ALLOWED"
  ).split(" "),
);

/** Whether a code is one that nobody else uses. */
export function isOwnCode(code: string): boolean {
  return isKnownRefusal(code) && !commonCodes.has(code);
}

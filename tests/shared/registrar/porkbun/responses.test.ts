import assert from "node:assert/strict";
import { describeProblem, type HttpProblem, type StatusProblem } from "../../../../shared/http/errors";
import {
  interpretPurchaseFailure,
  interpretValidationFailure,
  isCredentialRefused,
  isPorkbunError,
  porkbunAdvice,
} from "../../../../shared/registrar/porkbun/responses";
import type { PurchaseResponse } from "../../../../shared/registrar/registrar";
import { ofRepetition } from "../../../../shared/registrar/requests";
import { statusProblem } from "../../http/status-problem";

const status = (code: number, serviceCode = "", more: Partial<StatusProblem> = {}) =>
  statusProblem(code, { serviceCode, ...more });
const kindOf = (problem: HttpProblem) => interpretPurchaseFailure(problem, "why").kind;

/** What a code comes to with the status 400, and where it is another kind, with 200. */
const codes: Record<string, [with400: PurchaseResponse["kind"], with200?: PurchaseResponse["kind"]]> = {
  DOMAIN_NOT_AVAILABLE: ["unavailable"],
  RATE_LIMIT_EXCEEDED: ["unknown"],
  COST_MISMATCH: ["notTaken"],
  INVALID_COST: ["notTaken"],
  PRICE_CHANGED: ["unknown"],
  SOMETHING_NEW: ["unknown"],
  "": ["unknown"],
  IDEMPOTENCY_KEY_IN_USE: ["unknown"],
  IDEMPOTENCY_KEY_MISMATCH: ["unknown"],
};
for (const code of [
  ...["INSUFFICIENT_FUNDS", "API_KEY_REQUIRED", "INVALID_API_KEYS_001", "INVALID_API_KEYS_002"],
  ...["MISSING_SECRETAPIKEY", "INVALID_USER", "IP_NOT_ALLOWED", "DOMAIN_NOT_ALLOWED", "INVALID_DOMAIN"],
  ...["INVALID_TLD", "PREMIUM_DOMAIN", "PREMIUM_DOMAIN_NOT_SUPPORTED", "VERIFICATION_REQUIRED"],
  ...["MONTHLY_SPEND_LIMIT_EXCEEDED", "API_ACCESS_DISABLED", "INVALID_OR_EMPTY_JSON"],
])
  codes[code] = ["refused"];

describe("a failed purchase at Porkbun", () => {
  for (const [code, [with400, with200 = with400]] of Object.entries(codes))
    it(`is ${with400} for ${code || "no code"} with status 400, ${with200} with 200, and unknown with 409 or 5xx`, () => {
      assert.equal(kindOf(status(400, code)), with400);
      assert.equal(kindOf(status(200, code)), with200);
      for (const other of [409, 500, 502, 503]) assert.equal(kindOf(status(other, code)), "unknown");
    });

  it("was held back: notTaken, with the pause that is asked for", () => {
    assert.deepEqual(interpretPurchaseFailure({ kind: "paused", seconds: 900 }, "why"), {
      ...{ kind: "notTaken", message: "why", retryAfterSeconds: 900 },
    });
  });

  it("is unknown for a while if it is one of too many, the first time and again", () => {
    for (const named of [undefined, 7])
      for (const interpret of [interpretPurchaseFailure, ofRepetition(interpretPurchaseFailure)]) {
        const unknown = { kind: "unknown", message: "why", retryAfterSeconds: named ?? 10 };
        assert.deepEqual(interpret(status(429, "", { retryAfterSeconds: named }), "why"), unknown);
      }
  });

  it("is unknown without a known code, whatever its message says", () => {
    const serviceMessage = "Domain is not available for registration.";
    for (const code of ["", "OTHER"]) assert.equal(kindOf(status(400, code, { serviceMessage })), "unknown");
  });
});

describe("an error in the form of Porkbun's", () => {
  const isOwn = (code: string, more: object = {}) =>
    isPorkbunError({
      ...{ status: 403, contentType: "application/json" },
      json: { status: "ERROR", code, message: "No.", ...more },
    });

  it("is its own by the mark of its responses, or by a code that nobody else uses", () => {
    for (const code of [
      "INSUFFICIENT_FUNDS",
      "INVALID_API_KEYS_001",
      "DOMAIN_NOT_AVAILABLE",
      "COST_MISMATCH",
    ])
      assert.ok(isOwn(code), code);
    for (const code of ["DOMAIN_NOT_ALLOWED", "IP_NOT_ALLOWED", "INVALID_TOKEN", "VERIFICATION_REQUIRED"]) {
      assert.ok(!isOwn(code), `${code} of a filter or a portal`);
      assert.ok(isOwn(code, { requestId: "019fa6cf" }), code);
    }
  });
});

describe("a failed dry run", () => {
  it("is invalid, unavailable or unclear", () => {
    const kind = (problem: HttpProblem) => interpretValidationFailure(problem, "why").kind;
    assert.equal(kind(status(400, "INSUFFICIENT_FUNDS")), "invalid");
    assert.equal(kind(status(400, "DOMAIN_NOT_AVAILABLE")), "unavailable");
    assert.equal(kind(status(400, "SOMETHING_NEW")), "invalid", "a dry run buys nothing");
    for (const problem of [status(429), status(400, "COST_MISMATCH"), status(500), status(200, "NEW")])
      assert.equal(kind(problem), "unclear");
    assert.equal(kind({ kind: "notSent", code: "ECONNREFUSED" }), "unclear");
  });
});

describe("a refused credential", () => {
  it("is one that no call can use", () => {
    for (const problem of [status(401), status(400, "INVALID_API_KEYS_001"), status(403, "IP_NOT_ALLOWED")])
      assert.equal(isCredentialRefused(problem), true);
    for (const problem of [status(403), status(400, "INSUFFICIENT_FUNDS"), status(500, "INVALID_USER")])
      assert.equal(isCredentialRefused(problem), false);
  });
});

describe("advice on an error of Porkbun", () => {
  const credential = { kind: "keyAndSecret", key: "k", secret: "s" } as const;
  const advice = (problem: StatusProblem) =>
    porkbunAdvice(problem, true, { credential, credentialAdvice: "set KEY" });
  const keys = /^The API key and its secret are not valid\. .* Keys of the sandbox start with `pk1_sb_`\.$/;
  const access =
    /^Turn on API access for the account, and let the key use this domain: https:\/\/porkbun\.com/;
  const unsold = /^Porkbun does not sell this top-level domain .* Check the spelling of `domain`\.$/;
  const nothing = /^$/;
  const cases: [StatusProblem, RegExp][] = [
    [status(500, "INSUFFICIENT_FUNDS"), nothing],
    [status(400, "DOMAIN_NOT_AVAILABLE"), nothing],
    [status(400, "INVALID_API_KEYS_001"), keys],
    [status(401), keys],
    [status(400, "IP_NOT_ALLOWED"), /^The API key is limited to certain IP addresses\. Add the agent's, or/],
    [status(400, "API_ACCESS_DISABLED"), access],
    [status(400, "ACCESS_DENIED"), access],
    [status(403, "DOMAIN_NOT_ALLOWED"), access],
    [status(400, "NO_FUNDS"), /^Add credit to the account\. Purchases through the API are paid from it\.$/],
    [status(400, "VERIFICATION_REQUIRED"), /^Verify the account's email address and phone .* first domain/],
    [status(400, "ORDER_TOO_LARGE"), /^The account's monthly spending limit for the API is too low\. Raise/],
    [status(429), /^Porkbun allows one check and one purchase in 10 seconds .*\. Raise `pollSeconds`\.$/],
    [status(400, "PREMIUM_DOMAIN"), /^Porkbun does not sell premium names .* Buy the name on its website\.$/],
    [status(400, "INVALID_TLD"), unsold],
    [status(400, "TLD_NOT_SUPPORTED"), unsold],
    [status(400, "API_REGISTRATION_NOT_SUPPORTED"), unsold],
    [status(403), /^The account or its API key may not make this call\. See https:\/\/porkbun\.com/],
    [status(404), /^Check `apiUrl` and `environment`\.$/],
    [status(404, "INVALID_DOMAIN"), nothing],
    [status(404, "MUST_ACCEPT_TERMS"), nothing],
    [status(400, "SOMETHING_NEW"), nothing],
  ];
  for (const [problem, words] of cases)
    it(`is ${words === nothing ? "empty" : "given"} for ${describeProblem(problem)}`, () => {
      assert.match(advice(problem), words);
    });
});

import assert from "node:assert/strict";
import type { HttpProblem, StatusProblem } from "../../../../shared/http/errors";
import {
  godaddyV3Advice,
  interpretPurchaseFailure,
  interpretQuoteFailure,
  interpretRegistration,
  parseWholeJson,
} from "../../../../shared/registrar/godaddy-v3/responses";
import { statusProblem } from "../../http/status-problem";

const failed = (status: number, serviceCode = "", serviceIssues: readonly string[] = []) =>
  statusProblem(status, { serviceCode, serviceIssues });
const paused: HttpProblem = { kind: "paused", seconds: 77 };
describe("failed requests to GoDaddy v3", () => {
  it("that were not sent for a pause bought nothing, and the pause is kept", () => {
    const expected = { kind: "notTaken", message: "m", retryAfterSeconds: 77 };
    assert.deepEqual(interpretPurchaseFailure(paused, "m"), expected);
    assert.deepEqual(interpretQuoteFailure(paused, "m"), expected);
  });

  it("that were too many are unknown, and the same request goes out after the pause", () => {
    const unknown = { kind: "unknown", message: "m" };
    const named = { ...failed(429), retryAfterSeconds: 7 };
    assert.deepEqual(interpretPurchaseFailure(failed(429), "m"), { ...unknown, retryAfterSeconds: 10 });
    assert.deepEqual(interpretPurchaseFailure(named, "m"), { ...unknown, retryAfterSeconds: 7 });
  });

  it("that name no known code are unknown, whatever their status", () => {
    const { serviceIssues: _, ...bare } = failed(409);
    for (const status of [400, 401, 402, 403, 409, 422]) {
      assert.equal(interpretPurchaseFailure({ ...bare, status }, "m").kind, "unknown");
      assert.equal(interpretPurchaseFailure(failed(status, "SOMETHING_NEW", ["X"]), "m").kind, "unknown");
      assert.equal(interpretPurchaseFailure(failed(status, "NO_PAYMENT_PROFILE"), "m").kind, "refused");
    }
  });

  it("say that JSON is incomplete", () => {
    assert.throws(() => parseWholeJson('{"a":'), /incomplete or invalid JSON/);
  });
});

describe("advice on an error of GoDaddy v3", () => {
  const spelling = /^Check the spelling of `domain`\.$/;
  const contacts = /^GoDaddy v3 takes the contacts from the account\. .* the account's contact details\.$/;
  const cases: [StatusProblem, onPost: RegExp, onGet?: RegExp][] = [
    [failed(400), contacts, spelling],
    [failed(422, "X", ["MISSING"]), contacts, spelling],
    [failed(422, "X", ["Mismatch_Format"]), spelling],
    [failed(422, "INVALID_DOMAIN"), spelling],
    [failed(422, "UNAVAILABLE_DOMAIN"), /^$/],
    [failed(422, "UNSUPPORTED_TLD"), /^GoDaddy v3 does not sell this top-level .* Use another registrar\.$/],
    [failed(422, "UNSUPPORTED_AFTERMARKET_DOMAIN"), /^The domain is offered .* Buy it on the website\.$/],
    [failed(409, "quote_mismatch"), /^The price or the fees have changed .* The task asks for a new one\.$/],
    [failed(400, "INVALID_AGREEMENT_KEYS"), /^Add the agreement that .* to `consent\.agreementKeys`\.$/],
    [failed(422, "CONSENT_FEES_REQUIRED"), /^Add the fees that .* to `consent\.acknowledgedFees`\.$/],
    [
      failed(422, "BILLING_DECLINED"),
      /^The account's payment method was declined\. Correct it, or add another/,
    ],
    [failed(422, "X", ["NO_PAYMENT_PROFILE"]), /^Add a payment method to the account\.$/],
    [failed(401), /^The token is not valid or has expired\. .*\.domain:read and domains\.domain:create\.$/],
    [failed(402), /^Add a payment method to the account\.$/],
    [failed(403), /^The token needs the scope domains\.domain:read and, to buy, .* account must be allowed/],
    [failed(404), /^Check `apiUrl`\. GoDaddy v3 has no test environment\.$/],
    [failed(429), /^The registrar allows fewer .* Lower `requestsPerMinute` or raise `pollSeconds`\.$/],
    [failed(500), /^$/],
  ];
  it("says what to change: by the registrar's code, else by the status", () => {
    const access = { credential: { kind: "token", token: "t" }, credentialAdvice: "" } as const;
    for (const [problem, onPost, onGet = onPost] of cases) {
      assert.match(godaddyV3Advice(problem, true, access), onPost);
      assert.match(godaddyV3Advice(problem, false, access), onGet);
    }
  });
});

describe("a registration without a usable id", () => {
  it("cannot be followed, so its outcome is unknown", () => {
    const failure = { serviceCode: "", serviceMessage: "", retryAfterSeconds: undefined };
    const registration = { status: "EXECUTING", registrationId: undefined, operationId: undefined };
    assert.deepEqual(interpretRegistration({ ...registration, order: {}, failure }, "example.org", 5), {
      kind: "unknown",
      message: "registrar: the registration of example.org has no usable id.",
    });
  });
});

import assert from "node:assert/strict";
import { describeProblem, type StatusProblem } from "../../../../shared/http/errors";
import {
  interpretPurchaseFailure,
  interpretValidationFailure,
  registrarAdvice,
} from "../../../../shared/registrar/godaddy/responses";
import type { RegistrarCredential } from "../../../../shared/registrar/requests";
import { statusProblem } from "../../http/status-problem";

const unavailable = { serviceCode: "UNAVAILABLE_DOMAIN" };

describe("a failed purchase", () => {
  it('is "notTaken" when it was held back, with the pause that the registrar asks for', () => {
    assert.deepEqual(interpretPurchaseFailure({ kind: "paused", seconds: 900 }, "why"), {
      ...{ kind: "notTaken", message: "why", retryAfterSeconds: 900 },
    });
  });

  it('is "unavailable" for 422 with UNAVAILABLE_DOMAIN, but not for other statuses with that code', () => {
    const response = interpretPurchaseFailure(statusProblem(422, unavailable), "why");
    assert.deepEqual(response, { kind: "unavailable", message: "why" });
    for (const code of [409, 500]) {
      assert.equal(interpretPurchaseFailure(statusProblem(code, unavailable), "why").kind, "unknown");
      assert.equal(interpretValidationFailure(statusProblem(code, unavailable), "why").kind, "unclear");
    }
  });
});

describe("advice on an error of the registrar", () => {
  const withCredential = (credential: RegistrarCredential) => ({
    ...{ credential, credentialAdvice: "set KEY in the environment" },
  });
  const withKey = withCredential({ kind: "keyAndSecret", key: "k", secret: "s" });
  const coded = (status: number, serviceCode: string) => statusProblem(status, { serviceCode });
  const cases: [StatusProblem, RegExp][] = [
    [statusProblem(422, unavailable), /^$/],
    [coded(422, "INVALID_AGREEMENT_KEYS"), /^Add the agreement key that .* to `consent\.agreementKeys`\.$/],
    [coded(429, "QUOTA_EXCEEDED"), /^The account's request quota is used up\. Ask .* when it resets\.$/],
    [statusProblem(500), /^$/],
    [statusProblem(400), /^Correct the registration request\.$/],
    [statusProblem(401), /^The key and secret are not valid in this .*\. Keys of the test environment /],
    [statusProblem(402), /^Add a payment method or funds to the account\.$/],
    [statusProblem(403), /^The account may not .* large accounts only\. .* godaddyV3 and porkbun\.$/],
    [statusProblem(404), /^Check `apiUrl` and `environment`\.$/],
    [statusProblem(422), /^Correct the registration request\.$/],
    [statusProblem(429), /^The registrar allows fewer .* `requestsPerMinute` or raise `pollSeconds`\.$/],
  ];
  for (const [problem, words] of cases)
    it(`is ${words.source === "^$" ? "empty" : "given"} for ${describeProblem(problem)}`, () => {
      assert.match(registrarAdvice(problem, true, withKey), words);
    });

  const withToken = withCredential({ kind: "token", token: "t" });
  const anonymous = withCredential({ kind: "none" });
  const noCredential = /^Provide a credential: set KEY in the environment\.$/;
  const unsupported =
    /^The registrar does not support this domain or its .* Check the spelling of `domain`\.$/;
  const noToken =
    /^The token is not valid or has expired, or this API .* and secret, or the registrar godaddyV3\.$/;
  for (const [what, status, isPost, access, words] of [
    ["does not mention a registration request if none was sent", 400, false, withKey, unsupported],
    ["does not mention it for 422 either", 422, false, withKey, unsupported],
    ["asks for a credential if none was given", 401, true, anonymous, noCredential],
    ["asks for a credential of a check, too", 401, false, anonymous, noCredential],
    ["does not speak of key and secret if a token was refused", 401, true, withToken, noToken],
  ] as const)
    it(what, () => assert.match(registrarAdvice(statusProblem(status), isPost, access), words));
});

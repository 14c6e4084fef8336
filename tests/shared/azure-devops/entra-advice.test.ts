import assert from "node:assert/strict";
import { adviceOnExchange, adviceOnIdToken } from "../../../shared/azure-devops/entra-advice";
import type { HttpProblem } from "../../../shared/http/errors";
import { statusProblem } from "../http/status-problem";

const status = (code: number, serviceMessage = "") => statusProblem(code, { serviceMessage });
const unreachable: HttpProblem = { kind: "notSent", code: "the proxy returned 403" };
const untrusted = { kind: "notSent", code: "SELF_SIGNED_CERT_IN_CHAIN" } as const;

describe("advice on an id token that cannot be gotten", () => {
  it("says that the pipeline may not use the connection, or that the connection is disabled", () => {
    for (const code of [400, 401, 403, 404])
      assert.match(adviceOnIdToken(status(code)), /may not use the service connection, .*, and enable/);
    for (const code of [408, 429, 500, 503]) assert.equal(adviceOnIdToken(status(code)), "");
  });
});

describe("advice on an exchange that Microsoft Entra refuses", () => {
  it("names the fix of the errors that people meet", () => {
    for (const [message, fix] of [
      ["AADSTS70052: The identity must be a managed identity", /is multitenant/],
      ["AADSTS70021: No matching federated identity found", /Copy the issuer and the subject identifier/],
      ["AADSTS700211: No matching record for the issuer", /Copy the issuer and the subject identifier/],
      ["AADSTS700213: No matching record for the subject", /Copy the issuer and the subject identifier/],
      ["AADSTS700024: Client assertion is not within its valid time range", /id token has expired/],
      ["AADSTS53003: Blocked", /tenant refuses .*: https:\/\/login\.microsoft.*\/error\?code=53003$/],
    ] as const)
      assert.match(adviceOnExchange(status(400, message)), fix);
    for (const code of [408, 429, 500]) assert.equal(adviceOnExchange(status(code, "down")), "");
  });

  it("says what to check if there is no code", () => {
    const problems = [status(400, "no_request"), status(401, "invalid_client"), status(401), status(403)];
    for (const problem of problems)
      assert.match(
        adviceOnExchange(problem),
        /^Microsoft Entra refuses .* without an error code\. Check .* application ID and tenant ID.* issuer and subject identifier\. .* check the agent's proxy\.$/,
      );
  });

  it("does not blame the connection for a redirect, or a network that wants a sign-in", () => {
    for (const code of [301, 302, 307, 308, 511])
      for (const [advice, host] of [
        [adviceOnExchange(status(code)), "login.microsoftonline.com"],
        [adviceOnIdToken(status(code)), "Azure DevOps"],
      ] as const) {
        assert.ok(
          advice.startsWith(`Something in between responds instead of ${host}, such as the sign-in page`),
        );
        assert.doesNotMatch(advice, /connection/);
      }
  });

  it("names the host that the agent cannot reach, or whose certificate it does not trust", () => {
    const timeout: HttpProblem = { kind: "timeout", seconds: 30 };
    for (const problem of [unreachable, timeout, { ...untrusted, kind: "broken" }] as const)
      assert.match(adviceOnExchange(problem), /can reach login\.microsoftonline\.com \(proxy, firewall\)\.$/);
    assert.match(adviceOnExchange(untrusted), /certificate is not trusted/);
    assert.match(adviceOnExchange({ kind: "unreadable", what: "an HTML page" }), /Another service responds/);
    assert.match(adviceOnIdToken(unreachable), /can reach Azure DevOps/);
  });
});

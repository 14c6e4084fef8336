import assert from "node:assert/strict";
import { describeProblem, type HttpProblem } from "../../../shared/http/errors";
import { adviceWithoutRegistrar } from "../../../shared/registrar/requests";

describe("advice on a request to a registrar without a usable response", () => {
  const notTrusted =
    /^The host's certificate is not trusted\. .* with `--sslcacert` or `NODE_EXTRA_CA_CERTS`\.$/;
  const notReached = /^Check that the agent can reach the registrar \(proxy, firewall\)\.$/;
  const notRegistrar = /^This is not the registrar's own response: .* Check `apiUrl`, /;
  const notKnown = /^This error is not one that the registrar is known for: .* Check `apiUrl`, /;
  const page = { redirectsTo: undefined, said: "", sender: ["Server: awselb/2.0"] };
  const nothing = /^$/;
  const cases: [HttpProblem, RegExp][] = [
    [{ kind: "notSent", code: "CERT_HAS_EXPIRED" }, notTrusted],
    [{ kind: "notSent", code: "ECONNREFUSED" }, notReached],
    [{ kind: "broken", code: "ECONNRESET" }, notReached],
    [{ kind: "broken", code: "CERT_HAS_EXPIRED" }, notReached],
    [{ kind: "timeout", seconds: 20 }, notReached],
    [{ kind: "intermediary", status: 403, ...page }, notRegistrar],
    [{ kind: "intermediary", status: 422, ...page, said: "BLOCKED: by a filter" }, notKnown],
    [{ kind: "paused", seconds: 900 }, nothing],
    [{ kind: "unreadable", what: "nothing" }, nothing],
  ];
  for (const [problem, words] of cases)
    it(`is ${words === nothing ? "empty" : "given"} for a request that ${describeProblem(problem)}`, () =>
      assert.match(adviceWithoutRegistrar(problem), words));
});

import assert from "node:assert/strict";
import { describeProblem, HttpError, type HttpProblem } from "../../../shared/http/errors";
import { problemBehind } from "../../../shared/http/network-problem";
import { statusProblem } from "./status-problem";

describe("HttpError", () => {
  it("says what was requested from which URL, what came back, the number of tries, and what to do", () => {
    const problem = statusProblem(503, { serviceCode: "TF400898", serviceMessage: "Down" });
    const words = "returned 503 Service Unavailable (TF400898: Down) (5 tries). Try later.";
    const { message } = new HttpError("GET https://h/", problem, 5, "Try later.");
    assert.equal(message, `GET https://h/ ${words}`);
    const late = new HttpError("chat: POST", { kind: "timeout", seconds: 60 }, 1, "");
    assert.equal(late.message, "chat: POST timed out after 60 s.");
  });
});

describe("describeProblem", () => {
  it("has words for every kind of problem", () => {
    const unavailable = "returned 503 Service Unavailable";
    const redirected = "returned 302 Found, a redirect to https://x/ that was not followed";
    const cases: [HttpProblem, string][] = [
      [{ kind: "notSent", code: "ECONNREFUSED" }, "failed: the connection was refused (ECONNREFUSED)"],
      [{ kind: "broken", code: "EPIPE" }, "failed: EPIPE"],
      [{ kind: "paused", seconds: 899.5 }, "was not sent: the service asked for a pause of 900 s"],
      [{ kind: "unreadable", what: "nothing" }, "returned nothing"],
      [statusProblem(299), "returned 299"],
      [statusProblem(503, { retryAfterSeconds: 9.2 }), `${unavailable} and asked for a pause of 10 s`],
      [statusProblem(422, { receivedStatus: 200 }), "returned 200 OK"],
      [statusProblem(302, { redirectsTo: "https://x/" }), redirected],
    ];
    for (const [problem, words] of cases) assert.equal(describeProblem(problem), words);
  });
});

describe("the text for a network problem", () => {
  const words = {
    ECONNREFUSED: "the connection was refused",
    ENOTFOUND: "the host name was not found",
    EAI_AGAIN: "the host name could not be looked up",
    ECONNRESET: "the connection was closed before the response was complete",
    EHOSTUNREACH: "the host cannot be reached",
    ENETUNREACH: "the network cannot be reached",
    ETIMEDOUT: "the host did not respond",
  };
  for (const [code, meaning] of Object.entries(words))
    it(`is, for ${code}, that ${meaning}`, () => {
      assert.equal(describeProblem({ kind: "broken", code }), `failed: ${meaning} (${code})`);
    });
});

describe("the problem behind an error of the network", () => {
  const networkProblem = (error: unknown) => problemBehind(error, []);
  const withCode = (code: string, more: object = {}) => Object.assign(new Error("x"), { code, ...more });
  const refused = withCode("ECONNREFUSED", { syscall: "connect" });

  it("distinguishes what failed before sending from what may have arrived", () => {
    for (const syscall of ["connect", "getaddrinfo"])
      for (const code of ["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH", "ETIMEDOUT", "ENETUNREACH"])
        assert.equal(networkProblem(withCode(code, { syscall })).kind, "notSent");
    for (const code of ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"])
      assert.equal(networkProblem(withCode(code)).kind, "notSent");
  });

  it("treats everything else as what may have arrived, whatever the code", () => {
    for (const code of [
      ...["ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "EPROTO", "EPIPE"],
      ...["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_CERT_LENGTH_MISMATCH"],
    ])
      for (const syscall of ["read", "write", undefined])
        assert.equal(networkProblem(withCode(code, { syscall })).kind, "broken", code);
  });

  it("treats a host with several IP addresses as not reached only when none was", () => {
    const unreached = new AggregateError([refused, withCode("ENETUNREACH", { syscall: "connect" })]);
    assert.deepEqual(networkProblem(unreached), { kind: "notSent", code: "ECONNREFUSED" });
    const reset = withCode("ECONNRESET", { syscall: "read" });
    for (const [errors, code] of [
      [[refused, reset], "ECONNREFUSED"],
      [[reset, refused], "ECONNRESET"],
      [[], "AggregateError"],
    ] as const)
      assert.deepEqual(networkProblem(new AggregateError(errors)), { kind: "broken", code });
  });

  it("names a proxy that refuses to connect", () => {
    for (const [words, code] of [
      ["statusCode=407", "the proxy returned 407"],
      ["cause=connect ECONNREFUSED 10.0.0.1:3128", "the proxy cannot be used: ECONNREFUSED"],
      ["cause=Parse Error: Expected HTTP/", "the proxy cannot be used: Parse Error: Expected HTTP/"],
      ["cause=self-signed certificate", "the proxy cannot be used: self-signed certificate"],
      ["cause=write EPROTO 0:SSL routines:wrong version", "the proxy cannot be used: EPROTO"],
      // Node's error after it has tried several IP addresses of a host.
      ["cause=", "the proxy cannot be used: none of its IP addresses accepts a connection"],
    ] as const) {
      const message = `tunneling socket could not be established, ${words}`;
      const error = Object.assign(new Error(message), { code: "ECONNRESET" });
      assert.deepEqual(networkProblem(error), { kind: "notSent", code });
    }
  });

  it("has a word for errors without a code", () => {
    assert.deepEqual(networkProblem(new TypeError("x")), { kind: "broken", code: "TypeError" });
    assert.deepEqual(networkProblem("x"), { kind: "broken", code: "unknown" });
  });
});

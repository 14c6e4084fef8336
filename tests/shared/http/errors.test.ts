import assert from "node:assert/strict";
import fc from "fast-check";
import { describeProblem, HttpError, type HttpProblem } from "../../../shared/http/errors";
import { problemBehind } from "../../../shared/http/network-problem";
import { parseServiceError } from "../../../shared/http/service-error";
import { createSanitizer } from "../../../shared/text/sanitize";
import { hostileText } from "../../hostile-text";
import { sanitize } from "../../sanitize";
import { statusProblem } from "./status-problem";

describe("HttpError", () => {
  it("says what was requested from which URL, what came back, the number of tries, and what to do", () => {
    const problem = statusProblem(503, { serviceCode: "TF400898", serviceMessage: "Down" });
    const error = new HttpError("build service: GET https://host/x", problem, 5, "Try later.");
    assert.equal(
      error.message,
      "build service: GET https://host/x returned 503 Service Unavailable (TF400898: Down) (5 tries). Try later.",
    );
    assert.equal(
      new HttpError("chat: POST", { kind: "timeout", seconds: 60 }, 1, "").message,
      "chat: POST timed out after 60 s.",
    );
  });
});

describe("describeProblem", () => {
  it("has words for every kind of problem", () => {
    const redirectsTo = "https://login.example/";
    const cases: [HttpProblem, string][] = [
      [{ kind: "notSent", code: "ECONNREFUSED" }, "failed: the connection was refused (ECONNREFUSED)"],
      [{ kind: "broken", code: "EPIPE" }, "failed: EPIPE"],
      [{ kind: "paused", seconds: 899.5 }, "was not sent: the service asked for a pause of 900 s"],
      [{ kind: "unreadable", what: "nothing" }, "returned nothing"],
      [statusProblem(299), "returned 299"],
      [
        statusProblem(429, { retryAfterSeconds: 9.2 }),
        "returned 429 Too Many Requests and asked for a pause of 10 s",
      ],
      [statusProblem(422, { receivedStatus: 200 }), "returned 200 OK"],
      [
        statusProblem(302, { redirectsTo }),
        `returned 302 Found, a redirect to ${redirectsTo} that was not followed`,
      ],
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

describe("parseServiceError", () => {
  it("reads code and message of an error response", () => {
    const words = (body: string) => {
      const { retryAfterSeconds, ...said } = parseServiceError(body, sanitize);
      assert.equal(retryAfterSeconds, undefined);
      return said;
    };
    assert.deepEqual(words('{"code":"A","message":"b."}'), { serviceCode: "A", serviceMessage: "b" });
    assert.deepEqual(words('{"typeKey":"T","message":"b"}'), {
      serviceCode: "T",
      serviceMessage: "b",
    });
    assert.deepEqual(words('{"code":42}'), { serviceCode: "42", serviceMessage: "" });
    assert.deepEqual(words('{"code":" A ","message":"  b.  "}'), { serviceCode: "A", serviceMessage: "b" });
    for (const body of ["", "5", "null", "[]", "<html>", '{"message":{}}', '"x"'])
      assert.deepEqual(words(body), { serviceCode: "", serviceMessage: "" }, body);
  });

  it("removes secrets before shortening, because half a secret is not recognized", () => {
    const redact = createSanitizer((text) => text.replaceAll("hunter2-secret", "***"));
    const message = `${"x".repeat(292)} hunter2-secret`;
    assert.ok(!parseServiceError(JSON.stringify({ message }), redact).serviceMessage.includes("hunter"));
  });

  it("reads the seconds to wait, and the messages about single fields", () => {
    const fields = [{ path: "a.b", message: "bad." }, { path: "c", code: "WRONG" }, { path: "d" }, null, "x"];
    assert.deepEqual(parseServiceError(JSON.stringify({ code: "A", retryAfterSec: 5, fields }), sanitize), {
      serviceCode: "A",
      serviceMessage: "a.b: bad; c: WRONG; d",
      retryAfterSeconds: 5,
    });
    for (const [seconds, taken] of [
      ["-5", undefined],
      ['"5"', undefined],
      ["0", 0],
    ] as const)
      assert.equal(parseServiceError(`{"retryAfterSec":${seconds}}`, sanitize).retryAfterSeconds, taken);
  });

  it("reads Porkbun's pause, but only if a rate limit is exceeded", () => {
    const pauseOf = (code: string) =>
      parseServiceError(JSON.stringify({ code, ttlRemaining: 7 }), sanitize).retryAfterSeconds;
    assert.equal(pauseOf("RATE_LIMIT_EXCEEDED"), 7);
    // The member is then about purchases of a day.
    assert.equal(pauseOf("INSUFFICIENT_FUNDS"), undefined);
  });

  it("reads the reasons in PagerDuty's errors, ten at most", () => {
    const messageOf = (errors: unknown) =>
      parseServiceError(JSON.stringify({ message: "Event object is invalid", errors }), sanitize)
        .serviceMessage;
    assert.equal(messageOf(["Invalid routing key"]), "Event object is invalid; Invalid routing key");
    assert.equal(messageOf(Array(12).fill("x")), `Event object is invalid${"; x".repeat(10)}`);
    for (const other of [{ a: "b" }, [{ a: "b" }, null, ""], "x"])
      assert.equal(messageOf(other), "Event object is invalid");
  });

  it("reports at most ten fields", () => {
    const fields = Array.from({ length: 12 }, (_, index) => ({ path: `f${index}` }));
    const { serviceMessage } = parseServiceError(JSON.stringify({ fields }), sanitize);
    assert.equal(serviceMessage, "f0; f1; f2; f3; f4; f5; f6; f7; f8; f9");
    assert.equal(parseServiceError('{"fields":{"path":"x"}}', sanitize).serviceMessage, "");
  });

  it("returns short, sanitized text whatever the service sent", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (code, message) => {
        const { serviceCode, serviceMessage } = parseServiceError(
          JSON.stringify({ code, message: message.repeat(50) }),
          sanitize,
        );
        const harmless = (text: string) => !/[\r\n]|##(vso)?\[/i.test(text);
        assert.ok(serviceCode.length <= 60 && harmless(serviceCode));
        assert.ok(serviceMessage.length <= 300 && harmless(serviceMessage));
      }),
    );
  });
});

describe("the problem behind an error of the network", () => {
  const networkProblem = (error: unknown) => problemBehind(error, []);
  const withCode = (code: string, more: object = {}) => Object.assign(new Error("x"), { code, ...more });

  it("distinguishes what failed before sending from what may have arrived", () => {
    for (const syscall of ["connect", "getaddrinfo"])
      for (const code of ["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH", "ETIMEDOUT", "ENETUNREACH"])
        assert.equal(networkProblem(withCode(code, { syscall })).kind, "notSent");
    for (const code of ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"])
      assert.equal(networkProblem(withCode(code)).kind, "notSent");
  });

  it("treats everything else as what may have arrived, whatever the code", () => {
    for (const code of [
      "ECONNRESET",
      "EHOSTUNREACH",
      "ENETUNREACH",
      "ETIMEDOUT",
      "EPROTO",
      "EPIPE",
      "ERR_SSL_WRONG_VERSION_NUMBER",
      "ERR_SSL_CERT_LENGTH_MISMATCH",
    ])
      for (const syscall of ["read", "write", undefined])
        assert.equal(networkProblem(withCode(code, { syscall })).kind, "broken", code);
  });

  it("looks into errors of hosts with several IP addresses", () => {
    const error = new AggregateError([
      withCode("ECONNREFUSED", { syscall: "connect" }),
      withCode("ENETUNREACH", { syscall: "connect" }),
    ]);
    assert.deepEqual(networkProblem(error), { kind: "notSent", code: "ECONNREFUSED" });
  });

  it("treats a host with several IP addresses as not reached only when none was", () => {
    const refused = withCode("ECONNREFUSED", { syscall: "connect" });
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
      [
        "cause=Parse Error: Expected HTTP/ or ICE/",
        "the proxy cannot be used: Parse Error: Expected HTTP/ or ICE/",
      ],
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

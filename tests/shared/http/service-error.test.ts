import assert from "node:assert/strict";
import fc from "fast-check";
import { parseServiceError } from "../../../shared/http/service-error";
import { createSanitizer } from "../../../shared/text/sanitize";
import { hostileText } from "../../hostile-text";
import { sanitize } from "../../sanitize";

describe("parseServiceError", () => {
  const parse = (body: unknown) =>
    parseServiceError(typeof body === "string" ? body : JSON.stringify(body), sanitize);
  const messageOf = (body: unknown) => parse(body).serviceMessage;
  const pauseOf = (body: unknown) => parse(body).retryAfterSeconds;

  const texts: [what: string, body: unknown, code: string, message: string][] = [
    ["code and message", { code: "A", message: "b." }, "A", "b"],
    ["a type key as the code", { typeKey: "T", message: "b" }, "T", "b"],
    ["a number as the code", { code: 42 }, "42", ""],
    ["texts without the spaces around them", { code: " A ", message: "  b.  " }, "A", "b"],
    ["a name as the code", { name: "quote_expired" }, "quote_expired", ""],
    ["the name in an error as the code", { error: { name: "UNSUPPORTED_TLD" } }, "UNSUPPORTED_TLD", ""],
    ["the code rather than the name", { name: "N", code: "C" }, "C", ""],
    ["the type key rather than the name", { name: "N", typeKey: "T" }, "T", ""],
    ["no name that says nothing", { name: "ApiError" }, "", ""],
    [
      "the text in an error as the message",
      { success: false, error: "invalid-channel." },
      "",
      "invalid-channel",
    ],
    ["the message rather than the error", { message: "m", error: "Bad Request" }, "", "m"],
    ["no error that is no text", { error: true }, "", ""],
    ["no message that is no text", { message: {} }, "", ""],
    ["a body that is one word", "channel_is_archived\n", "", "channel_is_archived"],
    ["a body that is one word with hyphens", "error-invalid-room", "", "error-invalid-room"],
    ["PagerDuty's reasons", { message: "m", errors: ["Invalid key"] }, "", "m; Invalid key"],
    ["ten reasons at most", { message: "m", errors: Array(12).fill("x") }, "", `m${"; x".repeat(10)}`],
    ["no reasons that are no list", { message: "m", errors: { a: "b" } }, "", "m"],
    ["no reasons that are a text", { message: "m", errors: "x" }, "", "m"],
    ["no reasons without texts", { message: "m", errors: [{ a: "b" }, null, ""] }, "", "m"],
    ["no fields that are no list", { fields: { path: "x" } }, "", ""],
  ];
  for (const [what, body, code, message] of texts)
    it(`reads ${what}`, () => {
      const { serviceCode, serviceMessage, retryAfterSeconds } = parse(body);
      assert.deepEqual([serviceCode, serviceMessage, retryAfterSeconds], [code, message, undefined]);
    });

  it("reads nothing in a body that is a sentence, a page, what could be a token, or other JSON", () => {
    for (const body of [
      ...["", "ok", "Not Found", "<html>", "<html>no_service</html>", "a_b1c2", "xoxb-a1", "_".repeat(99)],
      ...["5", "null", "[]", '"x"'],
    ])
      assert.equal(parse(body).serviceCode + messageOf(body), "", body);
  });

  it("removes secrets before shortening, because half a secret is not recognized", () => {
    const redact = createSanitizer((text) => text.replaceAll("hunter2-secret", "***"));
    const message = `${"x".repeat(292)} hunter2-secret`;
    assert.ok(!parseServiceError(JSON.stringify({ message }), redact).serviceMessage.includes("hunter"));
  });

  it("reads the messages about single fields, shortened, ten at most", () => {
    const long = [{ path: "p".repeat(99), message: "m".repeat(300) }];
    assert.equal(messageOf({ fields: long }), `${"p".repeat(79)}…: ${"m".repeat(199)}…`);
    const fields = [{ path: "a.b", message: "bad." }, { path: "c", code: "WRONG" }, { path: "d" }, null, "x"];
    assert.equal(messageOf({ code: "A", fields }), "a.b: bad; c: WRONG; d");
    const many = Array.from({ length: 12 }, (_, index) => ({ path: `f${index}` }));
    assert.equal(messageOf({ fields: many }), "f0; f1; f2; f3; f4; f5; f6; f7; f8; f9");
  });

  it("reads the codes and texts of details, ten at most, but not the values that they quote", () => {
    const details = [
      { field: "shopper:phone", issue: "MISSING", description: "is required.", value: "secret" },
      ...[{ field: "/period", issue: "RANGE" }, { description: "odd" }, { "@type": "x" }, null, "x"],
    ];
    const { serviceIssues, serviceMessage } = parse({ name: "N", message: "m", details });
    assert.deepEqual(serviceIssues, ["MISSING", "RANGE"]);
    assert.equal(serviceMessage, "m; shopper:phone: is required (MISSING); /period: RANGE; odd");
    const many = Array.from({ length: 12 }, (_, index) => ({ issue: `i${index}` }));
    assert.equal(parse({ details: many }).serviceIssues?.length, 10);
    const none = { serviceCode: "", serviceMessage: "", retryAfterSeconds: undefined };
    assert.deepEqual(parse({ details: { issue: "x" } }), none);
  });

  it("reads the seconds to wait; Porkbun's only if a rate limit is exceeded", () => {
    for (const [body, seconds] of [
      [{ retryAfterSec: 5 }, 5],
      [{ retryAfterSec: 0 }, 0],
      [{ retryAfterSec: -5 }, undefined],
      [{ retryAfterSec: "5" }, undefined],
      [{ code: "RATE_LIMIT_EXCEEDED", ttlRemaining: 7 }, 7],
      [{ code: "RATE_LIMIT_EXCEEDED" }, 10],
      // The member is then about purchases of a day.
      [{ code: "INSUFFICIENT_FUNDS", ttlRemaining: 7 }, undefined],
    ] as const)
      assert.equal(pauseOf(body), seconds, JSON.stringify(body));
  });

  it("returns short, sanitized text whatever the service sent", () => {
    const harmless = (text: string) => !/[\r\n]|##(vso)?\[/i.test(text);
    fc.assert(
      fc.property(hostileText, hostileText, (code, message) => {
        const { serviceCode, serviceMessage } = parse({ code, message: message.repeat(50) });
        assert.ok(serviceCode.length <= 60 && harmless(serviceCode));
        assert.ok(serviceMessage.length <= 300 && harmless(serviceMessage));
      }),
    );
  });
});

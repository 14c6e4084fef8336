import assert from "node:assert/strict";
import { parseServiceError } from "../../../shared/http/service-error";
import { sanitize } from "../../sanitize";

describe("parseServiceError, of an error with a name and details", () => {
  it("reads the name as the code if there is none, but not the name that says nothing", () => {
    const code = (body: object) => parseServiceError(JSON.stringify(body), sanitize).serviceCode;
    assert.equal(code({ name: "quote_expired" }), "quote_expired");
    assert.equal(code({ error: { name: "UNSUPPORTED_TLD" } }), "UNSUPPORTED_TLD");
    assert.equal(code({ name: "N", code: "C" }), "C");
    assert.equal(code({ name: "N", typeKey: "T" }), "T");
    assert.equal(code({ name: "ApiError" }), "");
  });

  it("reads the codes and texts of details, but not the values that they quote", () => {
    const details = [
      { field: "shopper:phone", issue: "MISSING", description: "is required.", value: "secret" },
      { field: "/period", issue: "RANGE" },
      { description: "odd" },
      { "@type": "x" },
      null,
      "x",
    ];
    assert.deepEqual(parseServiceError(JSON.stringify({ name: "N", message: "m", details }), sanitize), {
      serviceCode: "N",
      serviceIssues: ["MISSING", "RANGE"],
      serviceMessage: "m; shopper:phone: is required (MISSING); /period: RANGE; odd",
      retryAfterSeconds: undefined,
    });
    const many = Array.from({ length: 12 }, (_, index) => ({ issue: `i${index}` }));
    assert.equal(parseServiceError(JSON.stringify({ details: many }), sanitize).serviceIssues?.length, 10);
    assert.deepEqual(parseServiceError('{"details":{"issue":"x"}}', sanitize), {
      serviceCode: "",
      serviceMessage: "",
      retryAfterSeconds: undefined,
    });
  });
});

describe("parseServiceError, of an error without a message", () => {
  const message = (body: string) => parseServiceError(body, sanitize).serviceMessage;

  it("reads the text in error", () => {
    assert.equal(message('{"success":false,"error":"invalid-channel."}'), "invalid-channel");
    assert.equal(message('{"message":"m","error":"Bad Request"}'), "m");
    assert.equal(message('{"error":true}'), "");
  });

  it("reads a body that is one word, but neither a sentence, a page nor what could be a token", () => {
    assert.equal(message("channel_is_archived\n"), "channel_is_archived");
    assert.equal(message("error-invalid-room"), "error-invalid-room");
    for (const body of [
      "",
      "ok",
      "Not Found",
      "<html>no_service</html>",
      "a_b1c2",
      "xoxb-a1",
      "_".repeat(99),
    ])
      assert.equal(message(body), "", body);
  });
});

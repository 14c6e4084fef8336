import assert from "node:assert/strict";
import type { HttpProblem, StatusProblem } from "../../../../shared/http/errors";
import {
  interpretPurchaseFailure,
  interpretQuoteFailure,
  interpretRegistration,
  interpretReplayFailure,
  parseWholeJson,
} from "../../../../shared/registrar/godaddy-v3/responses";

const failed = (status: number, serviceCode = "", serviceIssues: readonly string[] = []): StatusProblem => ({
  kind: "status",
  status,
  redirectsTo: undefined,
  retryAfterSeconds: undefined,
  serviceCode,
  serviceMessage: "",
  serviceIssues,
});
const paused: HttpProblem = { kind: "paused", seconds: 77 };
const lost: readonly HttpProblem[] = [
  { kind: "broken", code: "ECONNRESET" },
  { kind: "timeout", seconds: 300 },
  { kind: "unreadable", what: "HTML" },
];

describe("failed requests to GoDaddy v3", () => {
  it("that were not sent for a pause bought nothing, and the pause is kept", () => {
    const expected = { kind: "notTaken", message: "m", retryAfterSeconds: 77 };
    assert.deepEqual(interpretPurchaseFailure(paused, "m"), expected);
    assert.deepEqual(interpretQuoteFailure(paused, "m"), expected);
  });

  it("that may have arrived leave a purchase open, but no quote: a quote buys nothing", () => {
    for (const problem of lost) {
      assert.equal(interpretPurchaseFailure(problem, "m").kind, "unknown", problem.kind);
      assert.equal(interpretQuoteFailure(problem, "m").kind, "notTaken", problem.kind);
    }
  });

  it("leave a purchase open after a replay, unless they have a code with which the API refuses a purchase", () => {
    for (const problem of [...lost, paused, failed(409, "quote_consumed")])
      assert.equal(interpretReplayFailure(problem, "m").kind, "unknown");
    for (const status of [400, 401, 402, 403, 404, 422, 429, 500])
      assert.equal(interpretReplayFailure(failed(status), "m").kind, "unknown", String(status));
    for (const status of [400, 401, 402, 403, 404, 422, 429, 500])
      assert.equal(interpretReplayFailure(failed(status, "X"), "m").kind, "unknown", String(status));
    assert.equal(interpretReplayFailure(failed(422, "consent_fees_required"), "m").kind, "refused");
    assert.equal(interpretReplayFailure(failed(409, "domain_already_exists"), "m").kind, "unavailable");
    assert.equal(interpretReplayFailure(failed(409, "quote_expired"), "m").kind, "notTaken");
    assert.equal(interpretReplayFailure(failed(409, "", ["QUOTE_EXPIRED"]), "m").kind, "notTaken");
    const both = failed(409, "quote_expired", ["quote_consumed"]);
    assert.equal(interpretReplayFailure(both, "m").kind, "unknown");
  });

  it("that name no code mean nothing but their status", () => {
    const { serviceIssues: _, ...bare } = failed(409);
    assert.equal(interpretPurchaseFailure(bare, "m").kind, "unknown");
    assert.equal(interpretPurchaseFailure({ ...bare, status: 422 }, "m").kind, "refused");
  });

  it("say that JSON is incomplete", () => {
    assert.throws(() => parseWholeJson('{"a":'), /incomplete or invalid JSON/);
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

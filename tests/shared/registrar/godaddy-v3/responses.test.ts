import assert from "node:assert/strict";
import type { HttpProblem, StatusProblem } from "../../../../shared/http/errors";
import {
  interpretPurchaseFailure,
  interpretQuoteFailure,
  interpretRegistration,
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
describe("failed requests to GoDaddy v3", () => {
  it("that were not sent for a pause bought nothing, and the pause is kept", () => {
    const expected = { kind: "notTaken", message: "m", retryAfterSeconds: 77 };
    assert.deepEqual(interpretPurchaseFailure(paused, "m"), expected);
    assert.deepEqual(interpretQuoteFailure(paused, "m"), expected);
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

import assert from "node:assert/strict";
import { ErrorInBody, Unreadable } from "../../../../shared/http/errors";
import {
  expectSuccess,
  parseOrder,
  parseOwnership,
  parseTerms,
} from "../../../../shared/registrar/porkbun/records";
import { parseJson } from "../../../../shared/registrar/requests";
import { sanitize } from "../../../sanitize";

const domain = "example.org";

describe("the success of a 200 response", () => {
  it("is the status SUCCESS and nothing else", () => {
    expectSuccess({ status: "SUCCESS" }, sanitize);
    const statuses = ["success", true, "PENDING"].map((status) => ({ status }));
    const message = "200 with JSON whose status is neither SUCCESS nor ERROR";
    for (const body of [null, [], "SUCCESS", 7, {}, ...statuses])
      assert.throws(() => expectSuccess(body, sanitize), { message });
    for (const text of ["", "<html>", '{"status":"SUCCESS"', "undefined"])
      assert.throws(() => parseJson(text), { message: "200 with incomplete or invalid JSON" });
  });

  it("is not the status ERROR, whose texts are sanitized and whose pause is kept", () => {
    const error = (body: object) => {
      try {
        expectSuccess({ status: "ERROR", ...body }, sanitize);
      } catch (thrown) {
        return thrown instanceof ErrorInBody ? thrown.problem : assert.fail(String(thrown));
      }
      return assert.fail("it is a success");
    };
    assert.deepEqual(error({ code: "RATE_LIMIT_EXCEEDED", message: "No.", ttlRemaining: 7 }), {
      ...{ kind: "status", status: 200, redirectsTo: undefined, retryAfterSeconds: 7 },
      ...{ serviceCode: "RATE_LIMIT_EXCEEDED", serviceMessage: "No" },
    });
    const hostile = error({ code: "##vso[task.complete]", message: `\n${"x".repeat(100_000)}` });
    assert.ok(!hostile.serviceCode.includes("##vso[") && hostile.serviceMessage.length <= 300);
    // Deep enough to end a recursion.
    const deep = JSON.parse(`{"status":"ERROR","code":${"[".repeat(200_000)}${"]".repeat(200_000)}}`);
    assert.equal(error(deep).serviceCode, "");
  });
});

describe("parseTerms", () => {
  const record = { tld: "org", apiRegisterable: true, registrationDurationYears: 1 };
  const terms = (changes: object) => parseTerms({ ...record, ...changes }, "org", sanitize);

  it("says whether names are sold, and for how many years", () => {
    assert.deepEqual(terms({}), { kind: "sold", years: 1 });
    assert.deepEqual(terms({ tld: "ORG", registrationDurationYears: 2 }), { kind: "sold", years: 2 });
    for (const years of [null, undefined, 0, 11, 1.5, "1", {}])
      assert.deepEqual(terms({ registrationDurationYears: years }), { kind: "sold", years: undefined });
    const message = "Porkbun does not sell .org names through its API.";
    const unsold = { kind: "notSold", message };
    assert.deepEqual(terms({ apiRegisterable: false }), unsold);
    const reasoned = terms({ apiRegisterable: false, notApiRegisterableReason: "Use\nthe website." });
    assert.deepEqual(reasoned, { ...unsold, message: `${message} Use the website.` });
  });

  it("rejects anything else, and another top-level domain", () => {
    const message = "JSON that is not about the requirements of a top-level domain";
    for (const changes of [
      { tld: undefined },
      { apiRegisterable: "true" },
      { apiRegisterable: 1 },
      { tld: 5 },
    ])
      assert.throws(() => terms(changes), { message });
    assert.throws(() => terms({ tld: "com" }), { message: "a response about another top-level domain" });
    assert.throws(() => parseTerms(null, "org", sanitize), Unreadable);
  });
});

describe("parseOwnership", () => {
  it("accepts only the status ACTIVE as proof of ownership", () => {
    const record = (status: unknown) => parseOwnership({ domain: { domain: "EXAMPLE.ORG", status } }, domain);
    assert.deepEqual(record("ACTIVE"), { kind: "owned" });
    for (const status of ["PENDING", "active", "REDEMPTION"])
      assert.deepEqual(record(status), { kind: "listed", status });
    for (const status of [undefined, null, 1, ["ACTIVE"], "ACTIVE ", "##vso[x]", "A".repeat(61)])
      assert.deepEqual(record(status), { kind: "listed", status: undefined });
  });

  it("accepts no domain that is managed elsewhere, which the account lists as ACTIVE, too", () => {
    const record = (notLocal: unknown) =>
      parseOwnership({ domain: { domain, status: "ACTIVE", notLocal } }, domain);
    for (const notLocal of [0, "0", null]) assert.deepEqual(record(notLocal), { kind: "owned" });
    for (const notLocal of [1, "1", true, "yes", {}])
      assert.deepEqual(record(notLocal), { kind: "listed", status: "ACTIVE (managed elsewhere)" });
  });
});

describe("parseOrder", () => {
  const order = { domain, cost: 973, orderId: "12345678", balance: 4027 };

  it("returns order and cost in cents, without members of another form", () => {
    assert.deepEqual(parseOrder(order, domain), { orderId: "12345678", total: 973, currency: "USD" });
    assert.equal(parseOrder({ ...order, orderId: 12345678 }, domain).orderId, 12345678);
    for (const orderId of [undefined, null, "", "a b", "##vso[x]", "1".repeat(61), 1.5, 1e300, {}, true])
      assert.equal(parseOrder({ ...order, orderId }, domain).orderId, undefined);
    for (const cost of [undefined, null, "973", 9.73, -1, 1e300, {}])
      assert.equal(parseOrder({ ...order, cost }, domain).total, undefined);
    assert.equal(parseOrder({ ...order, domain: "bücher.org" }, "xn--bcher-kva.org").total, 973);
  });

  it("takes nothing for an order that names another domain or none, or is a dry run", () => {
    const message = "a response about another domain";
    for (const named of ["other.org", "", undefined, null, {}, [domain], `${domain}.evil.org`])
      assert.throws(() => parseOrder({ ...order, domain: named }, domain), { message });
    for (const body of [null, [], "bought", 7, true])
      assert.throws(() => parseOrder(body, domain), Unreadable);
    assert.throws(() => parseOrder({ ...order, dryRun: true }, domain), {
      message: "the result of a dry run",
    });
  });
});

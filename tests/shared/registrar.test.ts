import assert from "node:assert/strict";
import { createRateBudget } from "../../shared/rate-budget";
import { createRegistrar, type Registrar } from "../../shared/registrar";
import type { PurchaseAnswer, Verdict } from "../../shared/registrar-answers";
import { noNetworkSettings } from "../memory-agent";
import { domain, exampleRequest, releasedAtCheck } from "../packaged/register-stage";
import { json, type Reply } from "../sandbox/loopback";
import { expiring, keys, type SandboxRegistrar, startRegistrar } from "../sandbox/registrar";
import { type TestClock, testClock } from "../test-clock";

const never = new AbortController().signal;
const now = Date.UTC(2026, 10, 20, 3, 0, 0);
const body = JSON.stringify({
  ...Object(exampleRequest),
  $schema: undefined,
  domain,
  consent: { agreementKeys: ["DNRA"], agreedBy: "203.0.113.7", agreedAt: "2026-11-20T03:00:00Z" },
});

describe("registrar client", () => {
  let sandbox: SandboxRegistrar;
  let registrar: Registrar;
  let clock: TestClock;

  beforeEach(async () => {
    sandbox = await startRegistrar({ domains: [releasedAtCheck(1)], now: () => now });
    // Pauses pass at once; the deadlines of 10 s and more do not.
    clock = testClock({ passes: (milliseconds) => milliseconds < 20_000 && milliseconds !== 10_000 });
    registrar = connect();
  });

  afterEach(async () => {
    registrar.dispose();
    assert.deepEqual(sandbox.violations, []);
    await sandbox.close();
  });

  function connect(
    environment: "production" | "test" = "production",
    budget = createRateBudget(60, clock),
    anonymous = false,
  ): Registrar {
    const { key, secret } = keys[environment];
    return createRegistrar({
      baseAddress: sandbox.environments[environment].base,
      authorization: anonymous ? "" : `sso-key ${key}:${secret}`,
      network: noNetworkSettings,
      clock,
      budget,
    });
  }

  const instead = (reply: Reply) => sandbox.faults.splice(0, 1, { when: () => true, reply });
  const apiError = (status: number, code: string, more: object = {}): Reply => ({
    ...json({ code, message: "No.", name: "ApiError", ...more }),
    status,
  });

  it("asks for availability as the specification writes it", async () => {
    const answer = await registrar.availability(domain, "FULL", "other", "never", never);
    assert.deepEqual(answer, {
      available: true,
      definitive: true,
      price: 11_690_000,
      currency: "USD",
      period: 1,
    });
    const [request] = sandbox.requests;
    assert.equal(
      request?.target,
      `/production/v1/domains/available?domain=${domain}&checkType=FULL&forTransfer=false`,
    );
    assert.equal(request?.headers.authorization, `sso-key ${keys.production.key}:${keys.production.secret}`);
  });

  it("asks the test environment without a credential where it has none", async () => {
    const anonymous = connect("test", undefined, true);
    assert.equal((await anonymous.availability(domain, "FULL", "other", "never", never)).available, true);
    assert.equal(sandbox.requests[0]?.headers.authorization, undefined);
    anonymous.dispose();
  });

  it("takes no answer for an availability that is none, or about another domain (decision 9)", async () => {
    for (const [answer, words] of [
      [{ domain }, "JSON that is no availability: available is missing or mistyped"],
      [{ available: true, domain: "other.org" }, "about another domain"],
    ] as const) {
      instead(json(answer));
      await assert.rejects(registrar.availability(domain, "FULL", "other", "never", never), {
        message: `registrar: GET ${sandbox.environments.production.base.href}/v1/domains/available?domain=${domain}&checkType=FULL&forTransfer=false answered ${words}.`,
      });
    }
  });

  it("sees a domain pass its lifecycle until it is released, on the service's own clock", async () => {
    const day = 24 * 3600 * 1000;
    let today = now;
    const released = expiring(now, 45);
    const service = await startRegistrar({ domains: [{ name: domain, released }], now: () => today });
    const asking = createRegistrar({
      baseAddress: service.environments.production.base,
      authorization: `sso-key ${keys.production.key}:${keys.production.secret}`,
      network: noNetworkSettings,
      clock,
      budget: createRateBudget(60, clock),
    });
    const found: boolean[] = [];
    for (const days of [0, 45, 79, 80]) {
      today = now + days * day;
      found.push((await asking.availability(domain, "FULL", "other", "never", never)).available);
    }
    asking.dispose();
    await service.close();
    assert.deepEqual(found, [false, false, false, true]);
  });

  it("takes an interim 100 Continue for what it is", async () => {
    instead({ ...json({ available: true, domain }), interim: true });
    assert.equal((await registrar.availability(domain, "FULL", "other", "never", never)).available, true);
  });

  const outcomes: [string, Reply, PurchaseAnswer["kind"], Verdict["kind"] | "throws"][] = [
    ["200 with an order", json({ orderId: 7, total: 1, currency: "USD" }), "bought", "valid"],
    ["200 without a body", { status: 200 }, "bought", "valid"],
    ["200 with other JSON", json([]), "bought", "valid"],
    ["200 with HTML", { status: 200, body: "<html>" }, "unknown", "unclear"],
    ["200 with truncated JSON", { status: 200, body: '{"orderId":' }, "unknown", "unclear"],
    ["202", { status: 202 }, "unknown", "unclear"],
    ["301", { status: 301, headers: { location: "/x" } }, "unknown", "unclear"],
    ["400", apiError(400, "BAD"), "refused", "invalid"],
    ["401", apiError(401, "UNABLE"), "refused", "throws"],
    ["402", apiError(402, "PAYMENT"), "refused", "unclear"],
    ["403", apiError(403, "ACCESS_DENIED"), "refused", "unclear"],
    ["404", apiError(404, "NOT_FOUND"), "unknown", "unclear"],
    ["408", { status: 408 }, "unknown", "unclear"],
    ["409", apiError(409, "CONFLICT"), "unknown", "unclear"],
    ["422 UNAVAILABLE_DOMAIN", apiError(422, "UNAVAILABLE_DOMAIN"), "unavailable", "unavailable"],
    ["422 with another code", apiError(422, "INVALID_PHONE"), "refused", "invalid"],
    ["429", apiError(429, "TOO_MANY"), "notTaken", "unclear"],
    ["500", { status: 500 }, "unknown", "unclear"],
    ["503", { status: 503 }, "unknown", "unclear"],
    ["a reset before the answer", { ending: "reset" }, "unknown", "unclear"],
    ["a reset in the answer", { status: 200, body: "{", ending: "reset" }, "unknown", "unclear"],
  ];
  for (const [what, reply, purchased, validated] of outcomes) {
    it(`takes ${what} to purchase for ${purchased}, to validate for ${validated}, and sends neither twice`, async () => {
      instead(reply);
      assert.equal((await registrar.purchase(body, never)).kind, purchased);
      assert.equal(sandbox.requests.length, 1);
      const verdict = await registrar.validate(body, never).catch(() => ({ kind: "throws" }));
      assert.equal(verdict.kind, validated);
      assert.equal(sandbox.requests.length, 2);
    });
  }

  it("takes a purchase that could not be sent for not taken", async () => {
    const closed = await startRegistrar({ domains: [] });
    await closed.close();
    const refused = createRegistrar({
      baseAddress: closed.address,
      authorization: "",
      network: noNetworkSettings,
      clock,
      budget: createRateBudget(60, clock),
    });
    assert.equal((await refused.purchase(body, never)).kind, "notTaken");
    refused.dispose();
  });

  it("gives validate 180 s and a purchase 300 s", async () => {
    for (const [call, seconds, kind] of [
      ["validate", 180, "unclear"],
      ["purchase", 300, "unknown"],
    ] as const) {
      instead({ ending: "hang" });
      const asked = sandbox.requests.length;
      const calling = registrar[call](body, never);
      while (sandbox.requests.length === asked) await new Promise(setImmediate);
      clock.advance(seconds * 1000 - 1);
      let settled = false;
      void calling.then(() => {
        settled = true;
      });
      await new Promise(setImmediate);
      assert.equal(settled, false);
      clock.advance(1);
      assert.equal((await calling).kind, kind);
    }
  });

  it("obeys retryAfterSec in the body, and tells it to who waits for the purchase", async () => {
    instead(apiError(429, "TOO_MANY", { retryAfterSec: 11 }));
    const answer = await registrar.purchase(body, never);
    assert.deepEqual(answer.kind === "notTaken" && answer.retryAfterSeconds, 11);
    sandbox.faults.length = 0;
    const before = clock.now();
    await registrar.availability(domain, "FULL", "other", "never", never);
    assert.equal(clock.now() - before, 11_000);
  });

  it("sends a purchase at once, although the answer before it asked for a pause", async () => {
    instead(json({ available: true, domain }, { "retry-after": "15" }));
    await registrar.availability(domain, "FULL", "other", "never", never);
    sandbox.faults.length = 0;
    const before = clock.now();
    assert.equal((await registrar.purchase(body, never)).kind, "unavailable");
    assert.equal(clock.now(), before);
  });

  it("does not wait with a purchase for the budget, but says when there is a slot", async () => {
    const tight = connect("production", createRateBudget(3, clock));
    for (let sent = 0; sent < 3; sent++) instead(apiError(429, "TOO_MANY", { retryAfterSec: 0 }));
    for (let sent = 0; sent < 3; sent++) assert.equal((await tight.purchase(body, never)).kind, "notTaken");
    const answer = await tight.purchase(body, never);
    assert.ok(answer.kind === "notTaken" && (answer.retryAfterSeconds ?? 0) > 0);
    assert.equal(answer.message, "The budget of requests is used up for the moment.");
    assert.equal(sandbox.requests.length, 3);
    tight.dispose();
  });

  it("says what to change: the service's code, message and fields, and advice", async () => {
    const fields = [
      { path: "contactAdmin.phone", code: "BAD", message: "is no number.", pathRelated: "x" },
      { path: "period" },
      5,
    ];
    instead(apiError(422, "INVALID_BODY", { fields }));
    const verdict = await registrar.validate(body, never);
    assert.ok(verdict.kind === "invalid");
    assert.match(
      verdict.message,
      /answered 422 Unprocessable Entity \(INVALID_BODY: No; contactAdmin\.phone: is no number; period\)\. Correct the registration request\.$/,
    );
  });

  it("reads whether the account holds a domain; a no proves nothing, and many accounts may not ask", async () => {
    const cases: [Reply, string][] = [
      [json({ domain, status: "ACTIVE" }), "owned"],
      [json({ domain }), "owned"],
      [json({}), "unprovable"],
      [json({ code: "NOT_FOUND", message: "no" }), "unprovable"],
      [json({ domain, status: "UNKNOWN" }), "unprovable"],
      [json({ domain, status: "PENDING_SETUP" }), "owned"],
      [json({ domain, status: "CANCELLED" }), "notOwned"],
      [json({ domain, status: "EXPIRED_REASSIGNED" }), "notOwned"],
      [json({ domain: "other.org", status: "ACTIVE" }), "unprovable"],
      [json("yes"), "unprovable"],
      [apiError(404, "NOT_FOUND"), "notOwned"],
      [apiError(403, "ACCESS_DENIED"), "unprovable"],
      [{ status: 500 }, "unprovable"],
    ];
    for (const [reply, kind] of cases) {
      instead(reply);
      assert.equal((await registrar.ownership(domain, never)).kind, kind, JSON.stringify(reply));
    }
    instead(apiError(401, "UNABLE"));
    await assert.rejects(registrar.ownership(domain, never), /are not valid in this environment/);
  });

  it("says of a status of success other than 200 which it is", async () => {
    instead({ status: 202 });
    const answer = await registrar.purchase(body, never);
    assert.ok(answer.kind === "unknown");
    assert.match(answer.message, /purchase answered 202, where 200 was expected\.$/);
  });

  it("posts to the addresses of the specification", async () => {
    await registrar.validate(body, never);
    await registrar.purchase(body, never);
    assert.deepEqual(
      sandbox.requests.map(({ method, target }) => `${method} ${target}`),
      ["POST /production/v1/domains/purchase/validate", "POST /production/v1/domains/purchase"],
    );
  });

  it("counts every call by its purpose: a purchase at once, the others when it is their turn", async () => {
    const counted: string[] = [];
    const counting = connect("production", {
      take: async (purpose) => void counted.push(`${purpose} after ${sandbox.requests.length}`),
      tryTake: (purpose) => {
        counted.push(`${purpose} at once after ${sandbox.requests.length}`);
        return 0;
      },
    });
    await counting.availability(domain, "FULL", "other", "never", never);
    await counting.availability(domain, "FULL", "confirmation", "never", never);
    await counting.validate(body, never);
    await counting.ownership(domain, never);
    await counting.purchase(body, never);
    counting.dispose();
    assert.deepEqual(counted, [
      "other after 0",
      "confirmation after 1",
      "other after 2",
      "other after 3",
      "purchase at once after 4",
    ]);
  });

  it("asks again whether the account holds a domain after a passing fault", async () => {
    const owned = json({ domain, status: "ACTIVE" });
    sandbox.faults.push({ when: () => true, times: 1, reply: { status: 503 } });
    sandbox.faults.push({ when: () => true, times: 1, reply: owned });
    assert.deepEqual(await registrar.ownership(domain, never), { kind: "owned" });
  });

  it("rejects every call with the signal's reason when it is aborted", async () => {
    const calls: ((signal: AbortSignal) => Promise<unknown>)[] = [
      (signal) => registrar.availability(domain, "FULL", "other", "never", signal),
      (signal) => registrar.validate(body, signal),
      (signal) => registrar.purchase(body, signal),
      (signal) => registrar.ownership(domain, signal),
    ];
    instead({ ending: "hang" });
    for (const call of calls) {
      const cancellation = new AbortController();
      const asked = sandbox.requests.length;
      const calling = assert.rejects(call(cancellation.signal), { message: "cancelled" });
      while (sandbox.requests.length === asked) await new Promise(setImmediate);
      cancellation.abort(new Error("cancelled"));
      await calling;
    }
  });

  it("tells how long the registrar wants to be left alone, and holds no connection once disposed of", async () => {
    instead(json({ available: true, domain }, { "retry-after": "15" }));
    await registrar.availability(domain, "FULL", "other", "never", never);
    assert.equal(registrar.pauseSeconds(), 15);
    registrar.dispose();
    assert.equal(await sandbox.connections(), 0);
  });
});

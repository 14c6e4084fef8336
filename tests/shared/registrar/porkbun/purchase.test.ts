import assert from "node:assert/strict";
import { createPorkbun } from "../../../../shared/registrar/porkbun/client";
import { createRateBudget } from "../../../../shared/registrar/rate-budget";
import type { PurchaseResponse } from "../../../../shared/registrar/registrar";
import { json, type Reply } from "../../../sandbox/loopback";
import { porkbunError, startPorkbun } from "../../../sandbox/porkbun";
import { anyTime, domain, key, network, never, porkbunStage, request, success, wish } from "./porkbun-stage";

const usd = { currency: "USD", period: 1 };
const order = { domain, cost: 1108, orderId: "12345678", balance: 1 };

describe("Porkbun's client, buying", () => {
  const stage = porkbunStage();

  it("buys what was checked, at the price that was checked, with its key", async () => {
    const offer = await stage.check();
    const body = stage.registrar.purchaseBody(wish, offer);
    assert.equal(body, '{"cost":1108,"agreeToTerms":"yes"}');
    assert.deepEqual(await stage.buy({ body }), {
      kind: "bought",
      order: { orderId: "12345678", total: 1108, currency: "USD" },
    });
    const sent = stage.sandbox.requests.at(-1);
    assert.equal(`${sent?.method} ${sent?.target}`, `POST /api/json/v3/domain/create/${domain}`);
    assert.deepEqual([sent?.headers["idempotency-key"], sent?.body], [key, body]);
    assert.deepEqual(
      stage.sandbox.charges.map(({ total }) => total),
      [1108],
    );
  });

  it("pays the sum of the years of the shortest registration", async () => {
    const domains = [{ name: domain, released: () => true, price: 973, regularPrice: 3120, minDuration: 2 }];
    await stage.restart({ domains });
    const offer = await stage.check();
    assert.deepEqual([offer.price, offer.period], [4093, 2]);
    const body = stage.registrar.purchaseBody(wish, offer);
    assert.equal((await stage.buy({ body })).kind, "bought");
  });

  it("writes no purchase for another period than was ordered", () => {
    const bodyFor = (wished: number | undefined, period: number) =>
      stage.registrar.purchaseBody({ ...wish, period: wished }, { price: 1108, currency: "USD", period });
    for (const [wished, sold] of [
      [1, 2],
      [2, 1],
    ] as const)
      assert.throws(() => bodyFor(wished, sold), {
        message: new RegExp(
          `only, and \`period\` is ${wished}. Nothing was bought. Set \`period\` to ${sold}.`,
        ),
      });
    assert.equal(bodyFor(undefined, 2), bodyFor(2, 2));
  });

  it("writes no purchase without a whole price", () => {
    for (const price of [undefined, 0, -1, 9.73, Number.NaN, 1e300])
      assert.throws(() => stage.registrar.purchaseBody(wish, { ...usd, price }), /has no price/);
  });

  it("does not send a purchase without a key", async () => {
    await assert.rejects(stage.buy({ key: undefined }), { message: "a purchase at Porkbun needs a key" });
    await assert.rejects(stage.buy({ key: "" }), /needs a key/);
    assert.equal(stage.sandbox.requests.length, 0);
  });

  const outcomes: [string, Reply, PurchaseResponse["kind"]][] = [
    ["200 with an order", success(order), "bought"],
    ["200 with an order without details", success({ domain }), "bought"],
    ["200 with the order of another domain", success({ ...order, domain: "other.org" }), "unknown"],
    ["200 with a dry run", success({ ...order, dryRun: true }), "unknown"],
    ["200 with an order that does not say SUCCESS", json(order), "unknown"],
    ["200 without a body", { status: 200 }, "unknown"],
    ["200 with a list", json([]), "unknown"],
    ["200 with HTML", { status: 200, body: "<html>" }, "unknown"],
    ["200 with truncated JSON", { status: 200, body: '{"status":"SUCC' }, "unknown"],
    ["200 with 2 MB", { status: 200, body: `"${"x".repeat(2_000_000)}"` }, "unknown"],
    ["200 with an unknown error", porkbunError(200, "NEW", "No."), "unknown"],
    ["200 with a known error", porkbunError(200, "DOMAIN_NOT_AVAILABLE", "No."), "unavailable"],
    ["202", { status: 202 }, "unknown"],
    ["301", { status: 301, headers: { location: "/x" } }, "unknown"],
    ["400 without a code", { status: 400 }, "refused"],
    ["400 DOMAIN_NOT_AVAILABLE", porkbunError(400, "DOMAIN_NOT_AVAILABLE", "No."), "unavailable"],
    ["403 with HTML", { status: 403, body: "<html>" }, "refused"],
    ["404", { status: 404 }, "unknown"],
    ["409", porkbunError(409, "IDEMPOTENCY_KEY_IN_USE", "Wait."), "unknown"],
    ["429", { status: 429 }, "unknown"],
    ["500", porkbunError(500, "DOMAIN_NOT_AVAILABLE", "No."), "unknown"],
    ["503", { status: 503 }, "unknown"],
    ["a reset before the response", { ending: "reset" }, "unknown"],
    ["a reset in the response", { status: 200, body: "{", ending: "reset" }, "unknown"],
  ];
  for (const [what, reply, kind] of outcomes)
    it(`interprets ${what} as ${kind}, and never retries`, async () => {
      stage.instead(reply);
      assert.equal((await stage.buy()).kind, kind);
      assert.equal(stage.sandbox.requests.length, 1);
    });

  it("is refused by the service as described: funds, spending limit, verification, keys", async () => {
    for (const [options, words] of [
      [{ balance: 1107 }, /INSUFFICIENT_FUNDS.*Add credit/],
      [{ spendLimit: 1107 }, /MONTHLY_SPEND_LIMIT_EXCEEDED.*spending limit/],
      [{ isVerified: false }, /VERIFICATION_REQUIRED.*Verify/],
      [{ domains: [] }, /INVALID_DOMAIN/],
    ] as const)
      for (const errorStatus of [200, 400] as const) {
        await stage.restart({ ...options, errorStatus });
        const response = await stage.buy();
        assert.ok(response.kind === "refused" && response.status === errorStatus);
        assert.match(response.message, words);
      }
    const wrong = stage.connect({ credential: { kind: "keyAndSecret", key: "pk1_x", secret: "sk1_x" } });
    assert.equal((await wrong.purchase(request, never, anyTime)).kind, "refused");
    assert.deepEqual(stage.sandbox.charges, []);
  });

  it("does not pay another price than the service's: the next check brings the new one", async () => {
    const response = await stage.buy({ body: '{"cost":1107,"agreeToTerms":"yes"}' });
    assert.ok(response.kind === "notTaken");
    assert.match(response.message, /COST_MISMATCH/);
    assert.deepEqual(stage.sandbox.charges, []);
  });

  it("refuses a premium name before anything is sent, as long as the last check says so", async () => {
    let premium = "yes";
    const released = () => true;
    await stage.restart({ domains: [{ name: domain, released, answer: () => ({ premium }) }] });
    assert.equal((await stage.check()).available, true);
    assert.deepEqual(await stage.buy(), {
      kind: "refused",
      message: `${domain} is a premium name. Porkbun does not sell premium names through its API. Buy the name on its website.`,
      status: 200,
    });
    assert.equal(stage.sandbox.requests.length, 1);
    premium = "no";
    stage.clock.advance(10_000);
    await stage.check();
    assert.equal((await stage.buy()).kind, "bought");
    await stage.restart({ domains: [{ name: domain, released, premium: true }] });
    assert.equal((await stage.buy()).kind, "refused");
  });

  it("is unknown if it is one of too many, and the same request waits until the pause is over", async () => {
    await stage.buy({ body: '{"cost":1,"agreeToTerms":"yes"}' });
    stage.clock.advance(4000);
    assert.equal((await stage.buy({ key: "another" })).kind, "unknown");
    const before = stage.clock.now();
    assert.equal((await stage.registrar.keyed.replay({ ...request, key: "another" }, never)).kind, "bought");
    assert.equal(stage.clock.now() - before, 6000);
  });

  it("is not sent if the budget of the step is used up: notTaken, with its pause", async () => {
    const tight = stage.connect({ budget: createRateBudget(3, stage.clock) });
    for (let sent = 0; sent < 3; sent++)
      await tight.purchase({ ...request, key: `k${sent}` }, never, anyTime);
    const asked = stage.sandbox.requests.length;
    const response = await tight.purchase(request, never, anyTime);
    assert.ok(response.kind === "notTaken" && (response.retryAfterSeconds ?? 0) > 0);
    assert.equal(response.message, "The request budget of this step is used up for now.");
    assert.equal(stage.sandbox.requests.length, asked);
  });

  it("is sent at once, even if the response before asked for a pause, unless it is not wanted any more", async () => {
    await stage.check();
    await assert.rejects(stage.check());
    const before = stage.clock.now();
    assert.equal(
      (await stage.registrar.purchase(request, never, { ...anyTime, isWanted: () => false })).kind,
      "notTaken",
    );
    assert.deepEqual(stage.sandbox.charges, []);
    assert.equal((await stage.buy()).kind, "bought");
    assert.equal(stage.clock.now(), before);
  });

  it("was not sent if nobody listens", async () => {
    const closed = await startPorkbun({ domains: [] });
    await closed.close();
    const refused = createPorkbun({
      ...{ baseUrl: closed.base, credential: { kind: "none" }, credentialAdvice: "", clock: stage.clock },
      network,
      budget: createRateBudget(60, stage.clock),
    });
    assert.equal((await refused.purchase(request, never, anyTime)).kind, "notTaken");
    assert.equal((await refused.keyed.replay(request, never)).kind, "unknown");
    refused.dispose();
  });

  it("has 300 s", async () => {
    stage.instead({ ending: "hang" });
    const buying = stage.buy();
    while (stage.sandbox.requests.length === 0) await new Promise(setImmediate);
    stage.clock.advance(299_999);
    let settled = false;
    void buying.then(() => {
      settled = true;
    });
    await new Promise(setImmediate);
    assert.equal(settled, false);
    stage.clock.advance(1);
    assert.equal((await buying).kind, "unknown");
  });
});

import assert from "node:assert/strict";
import type { PurchaseResponse } from "../../../../shared/registrar/registrar";
import { json, type Reply } from "../../../sandbox/loopback";
import { porkbunError } from "../../../sandbox/porkbun-account";
import { boughtNothing } from "../../../sentences";
import { anyTime, domain, key, never, porkbunStage, request, success, wish } from "./porkbun-stage";

const bought = { kind: "bought", order: { orderId: "12345678", total: 1108, currency: "USD" } };
const order = { domain, cost: 1108, orderId: "12345678", balance: 1 };

describe("Porkbun's client, buying", () => {
  const stage = porkbunStage();

  it("buys what was checked, at the price that was checked, with its key", async () => {
    const { price = 0, ...offer } = await stage.check();
    const body = stage.registrar.purchaseBody(wish, { ...offer, price });
    assert.equal(body, '{"cost":1108,"agreeToTerms":"yes"}');
    assert.deepEqual(await stage.buy({ body }), bought);
    const sent = stage.sandbox.requests.at(-1);
    assert.equal(`${sent?.method} ${sent?.target}`, `POST /api/json/v3/domain/create/${domain}`);
    assert.deepEqual([sent?.headers["idempotency-key"], sent?.body], [key, body]);
    assert.equal(stage.sandbox.charges.map(({ total }) => total).join(), "1108");
  });

  it("pays the sum of the years of the shortest registration", async () => {
    const prices = { price: 973, regularPrice: 3120, minDuration: 2 };
    await stage.restart({ domains: [{ name: domain, released: () => true, ...prices }] });
    const { price = 0, ...offer } = await stage.check();
    assert.deepEqual([price, offer.period], [4093, 2]);
    const body = stage.registrar.purchaseBody(wish, { ...offer, price });
    assert.equal((await stage.buy({ body })).kind, "bought");
  });

  it("writes no purchase for another period than was ordered", () => {
    const bodyFor = (wished: number | undefined, period: number) =>
      stage.registrar.purchaseBody({ ...wish, period: wished }, { price: 1108, currency: "USD", period });
    for (const wished of [1, 2]) {
      const [sold, years] = wished === 1 ? [2, "2 years"] : [1, "1 year"];
      const message =
        `Porkbun registers ${domain} for ${years} only, and \`period\` is ${wished}. ` +
        `${boughtNothing}. Set \`period\` to ${sold}.`;
      assert.throws(() => bodyFor(wished, sold), { message });
    }
    assert.equal(bodyFor(undefined, 2), bodyFor(2, 2));
  });

  const outcomes: [string, Reply, PurchaseResponse["kind"]][] = [
    ["200 with an order", success(order), "bought"],
    ["200 with an order's number and no more", success({ domain, orderId: "7" }), "bought"],
    ["200 without an order's number", success({ domain, balance: 1 }), "unknown"],
    ["200 with an error of the same form", json({ status: "ERROR", message: "Blocked." }), "unknown"],
    ["200 with the order of another domain", success({ ...order, domain: "other.org" }), "unknown"],
    ["200 with a dry run", success({ ...order, dryRun: true }), "unknown"],
    ["200 with an order that does not say SUCCESS", json(order), "unknown"],
    ["200 without a body", { status: 200 }, "unknown"],
    ["200 with a known error", porkbunError(200, "DOMAIN_NOT_AVAILABLE", "No."), "unavailable"],
    ["202", { status: 202 }, "unknown"],
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
});

describe("Porkbun's client, sending a purchase again", () => {
  const stage = porkbunStage();
  const replay = (more = {}) => stage.registrar.keyed.replay({ ...request, ...more }, never);

  const lost: [string, Reply][] = [
    ["a reset", { ending: "reset" }],
    ["503", { status: 503 }],
    ["HTML", { status: 200, body: "<html>" }],
    ["half an order", { status: 200, body: '{"status":"SUCCESS","dom' }],
  ];
  for (const [what, reply] of lost)
    it(`finds the order of a purchase that was answered by ${what}, and buys once`, async () => {
      stage.sandbox.afterEffect.push({ reply, times: 1 });
      assert.equal((await stage.buy()).kind, "unknown");
      assert.deepEqual(await replay(), bought);
      assert.equal(stage.sandbox.charges.length, 1);
      const [first, second] = stage.sandbox.requests;
      assert.deepEqual([second?.target, second?.body], [first?.target, first?.body]);
      assert.equal(second?.headers["idempotency-key"], first?.headers["idempotency-key"]);
    });

  it("buys once however often it is sent", async () => {
    for (let sent = 0; sent < 5; sent++) assert.equal((await replay()).kind, "bought");
    assert.equal(stage.sandbox.charges.length, 1);
  });

  for (const errorStatus of [200, 400] as const)
    it(`takes no refusal for one of the first request, marked as repeated or not, with status ${errorStatus}`, async () => {
      for (const options of [
        { domains: [{ name: domain, released: () => false }] },
        { balance: 0 },
        { domains: [{ name: domain, released: () => true, price: 5 }] },
      ]) {
        await stage.restart({ ...options, errorStatus });
        for (let sent = 0; sent < 2; sent++) assert.equal((await replay()).kind, "unknown");
        assert.deepEqual(stage.sandbox.charges, []);
      }
    });

  it("does not take the effect of the first for its failure: a domain that we bought is not available", async () => {
    stage.sandbox.afterEffect.push({ reply: { ending: "reset" }, times: 1 });
    await stage.buy();
    stage.clock.advance(25 * 3600 * 1000);
    const late = await replay();
    assert.ok(late.kind === "unknown");
    assert.match(late.message, /DOMAIN_NOT_AVAILABLE/);
    assert.equal((await stage.registrar.ownership(domain, never)).kind, "owned");
  });

  it("is unknown while the first is in flight, and with another body", async () => {
    stage.sandbox.inFlight.add(String(request.key));
    assert.equal((await replay()).kind, "unknown");
    stage.sandbox.inFlight.clear();
    await stage.buy();
    const other = await replay({ body: '{"cost":1109,"agreeToTerms":"yes"}' });
    assert.ok(other.kind === "unknown");
    assert.match(other.message, /IDEMPOTENCY_KEY_MISMATCH/);
    assert.equal(stage.sandbox.charges.length, 1);
  });
});

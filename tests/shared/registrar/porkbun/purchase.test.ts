import assert from "node:assert/strict";
import type { PurchaseResponse } from "../../../../shared/registrar/registrar";
import { json, type Reply } from "../../../sandbox/loopback";
import { porkbunError } from "../../../sandbox/porkbun";
import { anyTime, domain, key, never, porkbunStage, request, success, wish } from "./porkbun-stage";

const order = { domain, cost: 1108, orderId: "12345678", balance: 1 };

describe("Porkbun's client, buying", () => {
  const stage = porkbunStage();

  it("buys what was checked, at the price that was checked, with its key", async () => {
    const { price = 0, ...offer } = await stage.check();
    const body = stage.registrar.purchaseBody(wish, { ...offer, price });
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
    const { price = 0, ...offer } = await stage.check();
    assert.deepEqual([price, offer.period], [4093, 2]);
    const body = stage.registrar.purchaseBody(wish, { ...offer, price });
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
        message:
          `Porkbun registers ${domain} for ${sold === 1 ? "1 year" : "2 years"} only, and \`period\` is ${wished}. ` +
          `This run bought nothing. Set \`period\` to ${sold}.`,
      });
    assert.equal(bodyFor(undefined, 2), bodyFor(2, 2));
  });

  const outcomes: [string, Reply, PurchaseResponse["kind"]][] = [
    ["200 with an order", success(order), "bought"],
    ["200 with an order without details", success({ domain }), "bought"],
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

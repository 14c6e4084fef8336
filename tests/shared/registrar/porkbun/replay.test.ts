import assert from "node:assert/strict";
import type { Reply } from "../../../sandbox/loopback";
import { domain, never, porkbunStage, request } from "./porkbun-stage";

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
      const found = await replay();
      assert.deepEqual(found, {
        kind: "bought",
        order: { orderId: "12345678", total: 1108, currency: "USD" },
      });
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

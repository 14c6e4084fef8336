import assert from "node:assert/strict";
import { anyTime, domain, godaddyV3Stage, never } from "./godaddy-v3-stage";

describe("GoDaddy v3, replays", () => {
  const stage = godaddyV3Stage();
  const isPurchase = ({ path }: { path: string }) => path === "/v3/domains/registrations";

  it("buys once, however often the same purchase is sent with the same key", async () => {
    const order = await stage.order();
    stage.sandbox.afterEffect.push({ reply: { ending: "reset" }, times: 1 });
    assert.equal((await stage.registrar.purchase(order, never, anyTime)).kind, "unknown");
    const first = await stage.registrar.keyed.replay(order, never);
    assert.equal(first.kind, "accepted");
    assert.deepEqual(await stage.registrar.keyed.replay(order, never), first);
    assert.ok(first.kind === "accepted");
    const response = await stage.registrar.keyed.follow(first.operation, domain, never);
    assert.deepEqual(response, { kind: "bought", order: { orderId: "ord_1", total: 1199, currency: "USD" } });
    assert.equal(stage.sandbox.charges.length, 1);
    const sent = stage.sandbox.requests.filter(isPurchase);
    assert.equal(sent.length, 3);
    assert.equal(new Set(sent.map((one) => `${one.headers["idempotency-key"]} ${one.body}`)).size, 1);
  });

  it("learns what the first request led to, even after the token has expired", async () => {
    const order = await stage.order();
    stage.sandbox.afterEffect.push({ reply: { status: 503 }, times: 1 });
    assert.equal((await stage.registrar.purchase(order, never, anyTime)).kind, "unknown");
    stage.clock.advance(11 * 60_000);
    assert.equal((await stage.registrar.keyed.replay(order, never)).kind, "accepted");
    assert.equal(stage.sandbox.charges.length, 1);
  });

  it("buys with the replay if the first request was lost, unless the token has expired", async () => {
    for (const [minutes, kind, charges] of [
      [11, "notTaken", 0],
      [9, "accepted", 1],
    ] as const) {
      const order = await stage.order();
      stage.sandbox.faults.push({ when: isPurchase, times: 1, reply: { ending: "reset" } });
      assert.equal((await stage.registrar.purchase(order, never, anyTime)).kind, "unknown");
      stage.clock.advance(minutes * 60_000);
      assert.equal((await stage.registrar.keyed.replay(order, never)).kind, kind);
      assert.equal(stage.sandbox.charges.length, charges);
    }
  });

  it("does not know what another body under the key led to", async () => {
    const order = await stage.order();
    await stage.registrar.purchase(order, never, anyTime);
    const other = { ...order, body: order.body.replace('"period":1', '"period":2') };
    assert.equal((await stage.registrar.keyed.replay(other, never)).kind, "unknown");
    assert.equal(stage.sandbox.charges.length, 1);
  });
});

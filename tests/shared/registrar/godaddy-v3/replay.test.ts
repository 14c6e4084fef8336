import assert from "node:assert/strict";
import { domain, godaddyV3Stage, never } from "./godaddy-v3-stage";

describe("GoDaddy v3, replays", () => {
  const stage = godaddyV3Stage();
  const isPurchase = ({ path }: { path: string }) => path === "/v3/domains/registrations";
  const replay = (order: Awaited<ReturnType<typeof stage.order>>) =>
    stage.registrar.keyed.replay(order, never);
  /** A purchase of which the task learns nothing, whether or not the request arrives. */
  const unknownOrder = async (faults: "faults" | "afterEffect") => {
    const order = await stage.order();
    const reset = { when: isPurchase, reply: { ending: "reset" as const }, times: 1 };
    stage.sandbox[faults].push(reset);
    assert.equal((await stage.buy(order)).kind, "unknown");
    return order;
  };

  it("buys once, however often the same purchase is sent with the same key", async () => {
    const order = await unknownOrder("afterEffect");
    const first = await replay(order);
    assert.deepEqual(await replay(order), first);
    assert.ok(first.kind === "accepted");
    const response = await stage.registrar.keyed.follow(first.operation, domain, never);
    assert.deepEqual(response, { kind: "bought", order: { orderId: "ord_1", total: 1199, currency: "USD" } });
    assert.equal(stage.sandbox.charges.length, 1);
    const sent = stage.sandbox.requests.filter(isPurchase);
    assert.equal(sent.length, 3);
    assert.equal(new Set(sent.map((one) => `${one.headers["idempotency-key"]} ${one.body}`)).size, 1);
  });

  for (const [what, faults, minutes, kind, charges] of [
    ["learns what the first led to, even after the token has expired", "afterEffect", 11, "accepted", 1],
    ["buys if the first request was lost", "faults", 9, "accepted", 1],
    ["does not buy then if the token has expired", "faults", 11, "notTaken", 0],
  ] as const)
    it(what, async () => {
      const order = await unknownOrder(faults);
      stage.clock.advance(minutes * 60_000);
      assert.equal((await replay(order)).kind, kind);
      assert.equal(stage.sandbox.charges.length, charges);
    });

  it("does not know what another body under the key led to", async () => {
    const order = await stage.order();
    await stage.buy(order);
    const other = { ...order, body: order.body.replace('"period":1', '"period":2') };
    assert.equal((await replay(other)).kind, "unknown");
    assert.equal(stage.sandbox.charges.length, 1);
  });
});

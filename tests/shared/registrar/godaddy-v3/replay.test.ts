import assert from "node:assert/strict";
import type { PurchaseResponse } from "../../../../shared/registrar/registrar";
import { json, type Reply } from "../../../sandbox/loopback";
import { anyTime, apiError, domain, godaddyV3Stage, never, request, token } from "./godaddy-v3-stage";

const id = "3a8f1c2d-7e6b-4f9a-b1c0-d2e3f4a5b6c7";
const registration = { registrationId: id, domain, period: 1, status: "EXECUTING" };

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

  const outcomes: [string, Reply, PurchaseResponse["kind"]][] = [
    ["202 EXECUTING", { ...json(registration), status: 202 }, "accepted"],
    ["201 EXECUTING", { ...json(registration), status: 201 }, "accepted"],
    ["200 COMPLETED", json({ ...registration, status: "COMPLETED" }), "bought"],
    ["FAILED", json({ ...registration, status: "FAILED", error: { name: "X" } }), "refused"],
    [
      "FAILED, taken",
      json({ ...registration, status: "FAILED", error: { name: "DOMAIN_TAKEN" } }),
      "unavailable",
    ],
    ["another domain", json({ ...registration, domain: "other.org", status: "COMPLETED" }), "unknown"],
    ["409 quote_expired", apiError(409, "QUOTE_EXPIRED"), "notTaken"],
    ["409 quote_consumed", apiError(409, "quote_consumed"), "unknown"],
    ["409 with both", apiError(409, "quote_expired", { details: [{ issue: "quote_consumed" }] }), "unknown"],
    ["409 domain_already_exists", apiError(409, "domain_already_exists"), "unavailable"],
    ["400", apiError(400, "INVALID_BODY"), "unknown"],
    ["422 with a code of a gateway", apiError(422, "REQUEST_BLOCKED"), "unknown"],
    ["422 consent_fees_required", apiError(422, "consent_fees_required"), "refused"],
    ["402", apiError(402, "PAYMENT"), "unknown"],
    ["422", apiError(422, "UNAVAILABLE_DOMAIN"), "unavailable"],
    ["422 quote_mismatch", apiError(422, "quote_mismatch"), "notTaken"],
    ["500 quote_expired", apiError(500, "quote_expired"), "unknown"],
  ];
  for (const [what, reply, kind] of outcomes)
    it(`interprets ${what} as ${kind}, and never retries`, async () => {
      stage.instead(reply);
      const response = await stage.registrar.keyed.replay(request, never);
      assert.equal(response.kind, kind, JSON.stringify(response));
      assert.equal(stage.sandbox.requests.length, 1);
      assert.equal(
        response.kind === "refused" && kind === "refused" && response.message.includes(token),
        false,
      );
    });
});

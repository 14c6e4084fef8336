import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { createRateBudget } from "../../../../shared/registrar/rate-budget";
import type { PurchaseResponse, ValidationResponse } from "../../../../shared/registrar/registrar";
import { domain } from "../../../packaged/register-stage";
import { json, type Reply } from "../../../sandbox/loopback";
import { startRegistrar } from "../../../sandbox/registrar";
import {
  anyTime,
  apiError,
  connectTo,
  fullCheck,
  never,
  order,
  registrarStage,
  wish,
} from "./registrar-stage";

describe("registrar client, validating and buying", () => {
  const stage = registrarStage();

  const outcomes: [string, Reply, PurchaseResponse["kind"], ValidationResponse["kind"] | "throws"][] = [
    ["200 with an order", json({ orderId: 7, total: 1, currency: "USD" }), "bought", "valid"],
    ["200 without a body", { status: 200 }, "bought", "valid"],
    ["200 with a list", json([]), "unknown", "valid"],
    ["200 with null", json(null), "unknown", "valid"],
    ["200 with an availability", json({ available: true, domain }), "unknown", "valid"],
    ["200 with an error body", { ...apiError(200, "UNAVAILABLE_DOMAIN"), status: 200 }, "unknown", "unclear"],
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
    ["a reset before the response", { ending: "reset" }, "unknown", "unclear"],
    ["a reset in the response", { status: 200, body: "{", ending: "reset" }, "unknown", "unclear"],
  ];
  for (const [what, reply, purchased, validated] of outcomes) {
    it(`interprets ${what} as ${purchased} (purchase) and ${validated} (validate), and never retries`, async () => {
      stage.instead(reply);
      assert.equal((await stage.registrar.purchase(order, never, anyTime)).kind, purchased);
      assert.equal(stage.sandbox.requests.length, 1);
      const validation = await stage.registrar.validate(wish, never).catch(() => ({ kind: "throws" }));
      assert.equal(validation.kind, validated);
      assert.equal(stage.sandbox.requests.length, 2);
    });
  }

  it('reports "notTaken" for a purchase that could not be sent', async () => {
    const closed = await startRegistrar({ domains: [] });
    await closed.close();
    const refused = connectTo(closed.address, stage.clock);
    assert.equal((await refused.purchase(order, never, anyTime)).kind, "notTaken");
    refused.dispose();
  });

  it('reports "notTaken" for a purchase whose connection takes longer than 10 s', async () => {
    const silent = createServer((socket) => void socket.on("error", () => undefined)).listen(0, "localhost");
    await once(silent, "listening");
    const bound = silent.address();
    assert.ok(typeof bound === "object" && bound !== null);
    const slow = connectTo(new URL(`https://localhost:${bound.port}/`), stage.clock);
    const connected = once(silent, "connection");
    const purchasing = slow.purchase(order, never, anyTime);
    const [socket] = await connected;
    stage.clock.advance(10_000);
    assert.equal((await purchasing).kind, "notTaken");
    slow.dispose();
    socket.destroy();
    silent.close();
  });

  it("gives validate 180 s and a purchase 300 s", async () => {
    for (const [call, seconds, kind] of [
      ["validate", 180, "unclear"],
      ["purchase", 300, "unknown"],
    ] as const) {
      stage.instead({ ending: "hang" });
      const asked = stage.sandbox.requests.length;
      const { registrar } = stage;
      const calling =
        call === "validate" ? registrar.validate(wish, never) : registrar.purchase(order, never, anyTime);
      while (stage.sandbox.requests.length === asked) await new Promise(setImmediate);
      stage.clock.advance(seconds * 1000 - 1);
      let settled = false;
      void calling.then(() => {
        settled = true;
      });
      await new Promise(setImmediate);
      assert.equal(settled, false);
      stage.clock.advance(1);
      assert.equal((await calling).kind, kind);
    }
  });

  it("obeys retryAfterSec in the body, and passes it on with the purchase's response", async () => {
    stage.instead(apiError(429, "TOO_MANY", { retryAfterSec: 11 }));
    const response = await stage.registrar.purchase(order, never, anyTime);
    assert.deepEqual(response.kind === "notTaken" && response.retryAfterSeconds, 11);
    stage.sandbox.faults.length = 0;
    const before = stage.clock.now();
    await stage.registrar.availability(fullCheck);
    assert.equal(stage.clock.now() - before, 11_000);
  });

  it("sends a purchase at once, even if the response before asked for a pause", async () => {
    stage.instead(json({ available: true, domain }, { "retry-after": "15" }));
    await stage.registrar.availability(fullCheck);
    stage.sandbox.faults.length = 0;
    const before = stage.clock.now();
    assert.equal((await stage.registrar.purchase(order, never, anyTime)).kind, "unavailable");
    assert.equal(stage.clock.now(), before);
  });

  it("does not delay a purchase for the budget, but says when there is a slot", async () => {
    const tight = stage.connect("production", createRateBudget(3, stage.clock));
    for (let sent = 0; sent < 3; sent++) stage.instead(apiError(429, "TOO_MANY", { retryAfterSec: 0 }));
    for (let sent = 0; sent < 3; sent++)
      assert.equal((await tight.purchase(order, never, anyTime)).kind, "notTaken");
    const response = await tight.purchase(order, never, anyTime);
    assert.ok(response.kind === "notTaken" && (response.retryAfterSeconds ?? 0) > 0);
    assert.equal(response.message, "The request budget of this step is used up for now.");
    assert.equal(stage.sandbox.requests.length, 3);
    tight.dispose();
  });

  it("says what to change: the registrar's code, message and fields, and advice", async () => {
    const fields = [
      { path: "contactAdmin.phone", code: "BAD", message: "is no number.", pathRelated: "x" },
      { path: "period" },
      5,
    ];
    stage.instead(apiError(422, "INVALID_BODY", { fields }));
    const validation = await stage.registrar.validate(wish, never);
    assert.ok(validation.kind === "invalid");
    assert.match(
      validation.message,
      /returned 422 Unprocessable Entity \(INVALID_BODY: No; contactAdmin\.phone: is no number; period\)\. Correct the registration request\.$/,
    );
  });

  it("names a successful status other than 200", async () => {
    stage.instead({ status: 202 });
    const response = await stage.registrar.purchase(order, never, anyTime);
    assert.ok(response.kind === "unknown");
    assert.match(response.message, /purchase returned 202 instead of 200\.$/);
  });

  it("posts to the URLs of the specification", async () => {
    await stage.registrar.validate(wish, never);
    await stage.registrar.purchase(order, never, anyTime);
    assert.deepEqual(
      stage.sandbox.requests.map(({ method, target }) => `${method} ${target}`),
      ["POST /production/v1/domains/purchase/validate", "POST /production/v1/domains/purchase"],
    );
  });
});

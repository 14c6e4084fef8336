import assert from "node:assert/strict";
import type { PurchaseResponse, ValidationResponse } from "../../../../shared/registrar/registrar";
import { domain } from "../../../packaged/register-stage";
import { json, type Reply } from "../../../sandbox/loopback";
import { keys, personalToken } from "../../../sandbox/registrar";
import { fullCheckOf } from "../client-stage";
import { anyTime, apiError, never, order, registrarStage, wish } from "./registrar-stage";

const fullCheck = fullCheckOf(domain);

describe("registrar client, validating and buying", () => {
  const stage = registrarStage();

  const outcomes: [string, Reply, PurchaseResponse["kind"], ValidationResponse["kind"] | "throws"][] = [
    ["200 with an order", json({ orderId: 7, total: 1, currency: "USD" }), "bought", "valid"],
    ["200 without a body", { status: 200 }, "bought", "valid"],
    ["200 with a blank body", { status: 200, body: " \r\n" }, "bought", "valid"],
    ["200 with null", json(null), "unknown", "valid"],
    ["200 with a list", json([]), "unknown", "valid"],
    ["200 with half an order", { status: 200, body: '{"orderId":' }, "unknown", "unclear"],
    ["200 with an availability", json({ available: true, domain }), "unknown", "valid"],
    ["200 with an error body", { ...apiError(200, "UNAVAILABLE_DOMAIN"), status: 200 }, "unknown", "unclear"],
    ["202", { status: 202 }, "unknown", "unclear"],
    ["200 with an item", json({ itemCount: 1 }), "bought", "valid"],
    ["200 with nothing of an order", json({ login_url: "https://portal.example/" }), "unknown", "valid"],
    ["400 INVALID_DOMAIN", apiError(400, "INVALID_DOMAIN"), "refused", "invalid"],
    ["400 with another code", apiError(400, "BAD"), "unknown", "unclear"],
    ["401 of a gateway", apiError(401, "900901", { name: undefined }), "unknown", "unclear"],
    ["402", apiError(402, "PAYMENT"), "unknown", "unclear"],
    ["403 in another's words", apiError(403, "ACCESS_DENIED"), "unknown", "unclear"],
    ["422 INVALID_BODY without fields", apiError(422, "INVALID_BODY"), "unknown", "unclear"],
    [
      ...([
        "422 with another code and a path",
        apiError(422, "NEW", { fields: [{ path: "period" }] }),
      ] as const),
      ...(["unknown", "invalid"] as const),
    ],
    ["422 INVALID_AGREEMENT_KEYS", apiError(422, "INVALID_AGREEMENT_KEYS"), "refused", "invalid"],
    ["422 UNAVAILABLE_DOMAIN", apiError(422, "UNAVAILABLE_DOMAIN"), "unavailable", "unavailable"],
    // gellu/godaddy-api-client, issue 2: the basket could not be bought, or so it says.
    ["422 with a number for a code", apiError(422, "-1073456591"), "unknown", "unclear"],
    ["429 QUOTA_EXCEEDED", apiError(429, "QUOTA_EXCEEDED"), "notTaken", "unclear"],
    ["429 without a pause", apiError(429, "TOO_MANY_REQUESTS"), "unknown", "unclear"],
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

  it("gives validate 180 s", async () => {
    stage.instead({ ending: "hang" });
    const validating = stage.registrar.validate(wish, never);
    await stage.arrived(0);
    stage.clock.advance(180_000);
    assert.equal((await validating).kind, "unclear");
  });

  it("obeys retryAfterSec in the body, and passes it on with the purchase's response", async () => {
    stage.instead(apiError(429, "TOO_MANY_REQUESTS", { retryAfterSec: 11 }));
    const response = await stage.registrar.purchase(order, never, anyTime);
    assert.deepEqual(response.kind === "notTaken" && response.retryAfterSeconds, 11);
    stage.sandbox.faults.length = 0;
    const before = stage.clock.now();
    await stage.registrar.availability(fullCheck);
    assert.equal(stage.clock.now() - before, 11_000);
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
    const words =
      "(INVALID_BODY: No; contactAdmin.phone: is no number; period). Correct the registration request.";
    assert.ok(validation.message.endsWith(`returned 422 Unprocessable Entity ${words}`), validation.message);
  });

  it("posts the request to the URLs of the specification", async () => {
    await stage.registrar.validate(wish, never);
    const body = stage.registrar.purchaseBody(wish);
    await stage.registrar.purchase({ ...order, body }, never, anyTime);
    const sent = stage.sandbox.requests.map((one) => `${one.method} ${one.target} ${one.body}`);
    const purchase = "POST /production/v1/domains/purchase";
    assert.deepEqual(sent, [`${purchase}/validate ${order.body}`, `${purchase} ${order.body}`]);
  });
});

describe("registrar client", () => {
  const stage = registrarStage();

  const check = async (changes: Parameters<typeof stage.connect>[0]) => {
    const { availability } = await stage.connect(changes).availability(fullCheck);
    assert.equal(availability.available, true);
    return stage.sandbox.requests[0]?.headers.authorization;
  };

  it("requests the availability as in the specification", async () => {
    const price = { price: 11_690_000, currency: "USD", period: 1 };
    assert.deepEqual(await stage.check(), { available: true, definitive: true, ...price });
    const [{ target, headers } = assert.fail()] = stage.sandbox.requests;
    const query = `domain=${domain}&checkType=FULL&forTransfer=false`;
    assert.equal(target, `/production/v1/domains/available?${query}`);
    assert.equal(headers.authorization, `sso-key ${keys.production.key}:${keys.production.secret}`);
  });

  it("sends a personal access token in place of key and secret", async () => {
    const credential = { kind: "token", token: personalToken } as const;
    assert.equal(await check({ credential }), `Bearer ${personalToken}`);
  });

  it("calls the test environment without a credential if it has none", async () => {
    const baseUrl = stage.sandbox.environments.test.base;
    assert.equal(await check({ baseUrl, credential: { kind: "none" } }), undefined);
  });
});

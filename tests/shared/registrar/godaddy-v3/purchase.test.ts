import assert from "node:assert/strict";
import { createRateBudget } from "../../../../shared/registrar/rate-budget";
import type { PurchaseResponse } from "../../../../shared/registrar/registrar";
import { startGodaddyV3 } from "../../../sandbox/godaddy-v3";
import { json, type Reply } from "../../../sandbox/loopback";
import { anyTime, apiError, domain, godaddyV3Stage, key, never, token, wish } from "./godaddy-v3-stage";

const fee = { type: "ONE_TIME_PREMIUM_DOMAIN_PURCHASE", fee: { currencyCode: "USD", value: 390_000 } };
const id = "3a8f1c2d-7e6b-4f9a-b1c0-d2e3f4a5b6c7";
const price = { currencyCode: "USD", value: 1199 };
const quoteToken = "7f3a2b1c-9d8e-4012-a5b6-c1d2e3f4a5b6";
const body = JSON.stringify({ domain, period: 1, quoteToken, consent: {} });
const request = { domain, body, key };
const registration = { registrationId: id, domain, period: 1, price, status: "EXECUTING" };

describe("GoDaddy v3, purchases", () => {
  const stage = godaddyV3Stage();
  const purchased = async (reply: Reply) => {
    stage.instead(reply);
    return stage.registrar.purchase(request, never, anyTime);
  };

  it("sends what was quoted and accepted with the key, and nothing else", async () => {
    await stage.restart({ fees: [fee], agreements: ["API_DPA", "DNPA"], polls: 0 });
    const acknowledgedFees = [{ type: fee.type, amount: 390_000, currency: "USD" }];
    const accepting = { ...wish, agreementKeys: ["DNPA", "API_DPA", "MORE"], acknowledgedFees };
    const order = await stage.order(accepting);
    const response = await stage.registrar.purchase(order, never, anyTime);
    assert.equal(response.kind, "accepted");
    const sent = stage.sandbox.requests[1];
    assert.equal(`${sent?.method} ${sent?.target}`, "POST /v3/domains/registrations");
    assert.equal(sent?.headers["idempotency-key"], key);
    assert.deepEqual(JSON.parse(sent?.body ?? ""), {
      domain,
      period: 1,
      quoteToken: JSON.parse(order.body).quoteToken,
      consent: {
        agreedAt: "2026-11-20T03:00:00Z",
        agreementTypes: ["API_DPA", "DNPA"],
        acknowledgedFees: [fee],
      },
    });
    assert.equal(stage.sandbox.charges.length, 1);
  });

  it("mentions no fees where there are none, which the registrar would refuse", async () => {
    const order = await stage.order();
    assert.ok(!order.body.includes("acknowledgedFees"));
    assert.equal((await stage.registrar.purchase(order, never, anyTime)).kind, "accepted");
  });

  it("sends no empty list of agreements where the registrar asks for none", async () => {
    await stage.restart({ agreements: [] });
    const { consent } = JSON.parse((await stage.order({ ...wish, agreementKeys: [] })).body);
    assert.deepEqual(consent, { agreedAt: wish.agreedAt });
  });

  it("reads its own texts, and no others", async () => {
    await stage.restart({ fees: [fee], agreements: ["API_DPA", "DNPA"] });
    const acknowledgedFees = [{ type: fee.type, amount: 390_000, currency: "USD" }];
    const order = await stage.order({ ...wish, agreementKeys: ["API_DPA", "DNPA"], acknowledgedFees });
    const { parse } = stage.registrar.keyed;
    assert.deepEqual(parse(order.body), {
      ...{ domain, period: 1, price: undefined, fees: acknowledgedFees },
      agreements: ["API_DPA", "DNPA"].map((type) => ({ type, title: "", url: "" })),
    });
    const text = JSON.parse(order.body);
    for (const other of [
      "",
      order.body.slice(1),
      "null",
      JSON.stringify({ ...text, renewAuto: true }),
      JSON.stringify({ ...text, period: "10" }),
      JSON.stringify({ ...text, consent: { ...text.consent, acknowledgedFees: [{ type: "X" }] } }),
    ])
      assert.equal(parse(other), undefined, other);
  });

  it("makes no body without a quote, and consents to nothing for a person", async () => {
    const quote = await stage.quote();
    const { registrar } = stage;
    assert.throws(() => registrar.purchaseBody(wish, quote, undefined), /needs a quote/);
    assert.throws(() => registrar.purchaseBody({ ...wish, agreementKeys: [] }, quote, quote), /API_DPA/);
    const fees = [{ type: "FEE", amount: 5, currency: "USD" }];
    assert.throws(() => registrar.purchaseBody(wish, quote, { ...quote, fees }), /the fee FEE of 0\.05 USD/);
  });

  it("sends nothing without a key of 16 to 64 characters", async () => {
    for (const bad of [undefined, "", "short", "x".repeat(65), `${key}\r\nx: y`])
      await assert.rejects(stage.registrar.purchase({ ...request, key: bad }, never, anyTime), /needs a key/);
    await assert.rejects(stage.registrar.keyed.replay({ ...request, key: undefined }, never), /needs a key/);
    assert.equal(stage.sandbox.requests.length, 0);
  });

  const outcomes: [string, Reply, PurchaseResponse["kind"]][] = [
    ["202 CONFIRMED", { ...json({ ...registration, status: "CONFIRMED" }), status: 202 }, "accepted"],
    ["200 EXECUTING", json(registration), "accepted"],
    ["202 with another word", { ...json({ ...registration, status: "PENDING" }), status: 202 }, "accepted"],
    ["202 COMPLETED", { ...json({ ...registration, status: "COMPLETED" }), status: 202 }, "accepted"],
    ["202 FAILED", { ...json({ ...registration, status: "FAILED" }), status: 202 }, "accepted"],
    ["200 completed", json({ ...registration, status: "completed" }), "bought"],
    ["FAILED", json({ ...registration, status: "FAILED", error: { name: "REGISTRY_ERROR" } }), "refused"],
    [
      "FAILED, taken",
      json({ ...registration, status: "FAILED", error: { name: "domain_already_exists" } }),
      "unavailable",
    ],
    ["FAILED without a reason", json({ ...registration, status: "FAILED" }), "refused"],
    ["another domain", json({ ...registration, domain: "other.org", status: "COMPLETED" }), "unknown"],
    ["no domain", json({ ...registration, domain: undefined }), "unknown"],
    ["no status", json({ ...registration, status: undefined }), "unknown"],
    ["a status that is no word", json({ ...registration, status: "COMPLETED!" }), "unknown"],
    ["an id with slashes", json({ ...registration, registrationId: "../../x" }), "unknown"],
    ["an id that is too long", json({ ...registration, registrationId: "x".repeat(65) }), "unknown"],
    ["an empty id", json({ ...registration, registrationId: "" }), "unknown"],
    ["an id that is a number", json({ ...registration, registrationId: 5 }), "unknown"],
    ["201", { ...json(registration), status: 201 }, "unknown"],
    ["204", { status: 204 }, "unknown"],
    ["an error with 200", { ...apiError(200, "quote_expired"), status: 200 }, "unknown"],
    ["an empty body", { status: 202 }, "unknown"],
    ["HTML", { status: 200, body: "<html>" }, "unknown"],
    ["truncated JSON", { status: 202, body: '{"domain":' }, "unknown"],
    ["a huge body", { status: 202, body: `{"domain":"${"x".repeat(2 ** 20)}"}` }, "unknown"],
    ["a list", json([registration]), "unknown"],
    ["409 quote_expired", apiError(409, "quote_expired"), "notTaken"],
    [
      "409 QUOTE_EXPIRED in a detail",
      apiError(409, "CONFLICT", { details: [{ issue: "QUOTE_EXPIRED" }] }),
      "notTaken",
    ],
    ["409 with that as its code", apiError(409, "Conflict", { code: "Quote_Expired" }), "notTaken"],
    ["409 quote_consumed", apiError(409, "quote_consumed"), "unknown"],
    ["422 quote_consumed", apiError(422, "quote_consumed"), "unknown"],
    [
      "409 consumed and expired",
      apiError(409, "quote_expired", { details: [{ issue: "quote_consumed" }] }),
      "unknown",
    ],
    ["409 domain_already_exists", apiError(409, "domain_already_exists"), "unavailable"],
    ["409 quote_mismatch", apiError(409, "quote_mismatch"), "notTaken"],
    ["409 for another reason", apiError(409, "IDEMPOTENCY_CONFLICT"), "unknown"],
    ["409 without a body", { status: 409 }, "unknown"],
    ["422 UNAVAILABLE_DOMAIN", apiError(422, "UNAVAILABLE_DOMAIN"), "unavailable"],
    ["422 quote_mismatch", apiError(422, "quote_mismatch"), "notTaken"],
    ["422 consent_fees_required", apiError(422, "consent_fees_required"), "refused"],
    ["422 for another reason", apiError(422, "MISSING_CONTACT_FIELDS"), "refused"],
    ["400", apiError(400, "MISSING_VALUE"), "refused"],
    ["401", apiError(401, "UNAUTHENTICATED"), "refused"],
    ["402", apiError(402, "PAYMENT_REQUIRED"), "refused"],
    ["403", apiError(403, "FORBIDDEN"), "refused"],
    ["404", apiError(404, "NOT_FOUND"), "unknown"],
    ["301", { status: 301, headers: { location: "/x" } }, "unknown"],
    ["408", { status: 408 }, "unknown"],
    ["429", apiError(429, "TOO_MANY"), "unknown"],
    ["500", { status: 500 }, "unknown"],
    ["503", { status: 503, headers: { "retry-after": "9" } }, "unknown"],
    ["a reset before the response", { ending: "reset" }, "unknown"],
    ["a reset in the response", { status: 202, body: "{", ending: "reset" }, "unknown"],
  ];
  for (const [what, reply, kind] of outcomes)
    it(`interprets ${what} as ${kind}, and never retries`, async () => {
      const response = await purchased(reply);
      assert.equal(response.kind, kind, JSON.stringify(response));
      assert.equal(stage.sandbox.requests.length, 1);
      const text = JSON.stringify(response);
      assert.ok(!text.includes(quoteToken) && !text.includes(token));
    });

  it("takes the total from the price and the fees, and leaves out what it cannot understand", async () => {
    const orderOf = async (members: object) => {
      const response = await purchased(json({ ...registration, status: "COMPLETED", ...members }));
      assert.ok(response.kind === "bought");
      return response.order;
    };
    assert.deepEqual(await orderOf({ orderId: 7, fees: [fee] }), {
      orderId: 7,
      total: 391_199,
      currency: "USD",
    });
    const nothing = { orderId: undefined, total: undefined, currency: undefined };
    const euros = { ...fee, fee: { currencyCode: "EUR", value: 1 } };
    for (const strange of [
      { price: "1199", orderId: {} },
      { price: undefined, orderId: "a b" },
      { fees: [euros], orderId: 2 ** 60 },
      { fees: "x", orderId: null },
    ])
      assert.deepEqual(await orderOf(strange), nothing, JSON.stringify(strange));
    const yen = { currencyCode: "JPY", value: 1800 };
    assert.deepEqual(await orderOf({ price: yen }), { orderId: undefined, total: 1800, currency: "JPY" });
  });

  it("passes on when to ask again, and no time if the registrar names none", async () => {
    const accepted = { kind: "accepted", operation: id };
    assert.deepEqual(await purchased(json(registration)), { ...accepted, retryAfterSeconds: undefined });
    const waiting = json(registration, { "retry-after": "5" });
    assert.deepEqual(await purchased(waiting), { ...accepted, retryAfterSeconds: 5 });
  });

  it("buys at once, even if the response before asked for a pause", async () => {
    const order = await stage.order();
    stage.instead({ ...apiError(429, "TOO_MANY"), headers: { "retry-after": "15" } });
    await stage.registrar.quote(wish, never);
    stage.sandbox.faults.length = 0;
    const before = stage.clock.now();
    assert.equal((await stage.registrar.purchase(order, never, anyTime)).kind, "accepted");
    assert.equal(stage.clock.now(), before);
  });

  it("shows neither the quote's token nor the credential, even if the registrar repeats them", async () => {
    const message = `no quote ${quoteToken} for Bearer ${token}, ${"x".repeat(240)} ${quoteToken}`;
    const details = [
      { field: `/${quoteToken}`, issue: quoteToken, description: quoteToken, value: quoteToken },
    ];
    for (const reply of [
      apiError(400, quoteToken, { message, details }),
      apiError(409, "x", { message, details }),
      json({ ...registration, status: "FAILED", error: { name: quoteToken, message, details } }),
    ]) {
      const text = JSON.stringify(await purchased(reply));
      assert.ok(text.includes("***"), text);
      assert.ok(!text.includes("7f3a2b1c") && !text.includes(token), text);
    }
  });

  it("uses the last slot at once, and says when there is one again", async () => {
    const tight = stage.connect(createRateBudget(3, stage.clock));
    stage.instead(apiError(429, "TOO_MANY"));
    for (let sent = 0; sent < 3; sent++) await tight.purchase(request, never, anyTime);
    const response = await tight.purchase(request, never, anyTime);
    assert.deepEqual(response, {
      kind: "notTaken",
      message: "The request budget of this step is used up for now.",
      retryAfterSeconds: 60,
    });
    assert.equal(stage.sandbox.requests.length, 3);
    tight.dispose();
  });

  it('reports "notTaken" if it could not connect, or is not wanted any more', async () => {
    const unwanted = { connectSeconds: 10, isWanted: () => false };
    assert.equal((await stage.registrar.purchase(request, never, unwanted)).kind, "notTaken");
    assert.equal(stage.sandbox.requests.length, 0);
    const closed = await startGodaddyV3({ domains: [] });
    await closed.close();
    const unreachable = stage.connect(undefined, undefined, closed.base);
    assert.equal((await unreachable.purchase(request, never, anyTime)).kind, "notTaken");
    unreachable.dispose();
  });

  it("gives a purchase 300 s, and does not know then", async () => {
    stage.instead({ ending: "hang" });
    const buying = stage.registrar.purchase(request, never, anyTime);
    while (stage.sandbox.requests.length === 0) await new Promise(setImmediate);
    stage.clock.advance(300_000);
    assert.equal((await buying).kind, "unknown");
  });
});

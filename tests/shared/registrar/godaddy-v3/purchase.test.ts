import assert from "node:assert/strict";
import type { PurchaseResponse } from "../../../../shared/registrar/registrar";
import { json, type Reply } from "../../../sandbox/loopback";
import {
  anyTime,
  apiError,
  domain,
  fee,
  godaddyV3Stage,
  id,
  key,
  never,
  quoteToken,
  registration,
  request,
  token,
  wish,
} from "./godaddy-v3-stage";

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

  it("consents to nothing for a person", async () => {
    const quote = await stage.quote();
    const { registrar } = stage;
    assert.throws(() => registrar.purchaseBody({ ...wish, agreementKeys: [] }, quote, quote), /API_DPA/);
    const fees = [{ type: "FEE", amount: 5, currency: "USD" }];
    assert.throws(() => registrar.purchaseBody(wish, quote, { ...quote, fees }), /the fee FEE of 0\.05 USD/);
  });

  it("sends nothing unless the key has 16 to 64 characters", async () => {
    for (const bad of ["short", "x".repeat(65), `${key}\r\nx: y`])
      await assert.rejects(stage.registrar.purchase({ ...request, key: bad }, never, anyTime), /needs a key/);
    assert.equal(stage.sandbox.requests.length, 0);
  });

  type Kind = PurchaseResponse["kind"];
  const outcomes: [what: string, reply: Reply, bought: Kind, replayed?: Kind][] = [
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
    ["201", { ...json(registration), status: 201 }, "unknown", "accepted"],
    ["an error with 200", { ...apiError(200, "quote_expired"), status: 200 }, "unknown"],
    ["an empty body", { status: 202 }, "unknown"],
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
    ["422 UNAVAILABLE_DOMAIN", apiError(422, "UNAVAILABLE_DOMAIN"), "unavailable"],
    ["422 quote_mismatch", apiError(422, "quote_mismatch"), "notTaken"],
    ["422 consent_fees_required", apiError(422, "consent_fees_required"), "refused"],
    ["422 for another reason", apiError(422, "MISSING_CONTACT_FIELDS"), "refused", "unknown"],
    ["500 quote_expired", apiError(500, "quote_expired"), "unknown"],
  ];
  for (const [what, reply, bought, replayed = bought] of outcomes)
    it(`interprets ${what} as ${bought}, after a replay as ${replayed}, and never retries`, async () => {
      const responses = [await purchased(reply), await stage.registrar.keyed.replay(request, never)];
      const text = JSON.stringify(responses);
      assert.deepEqual(
        responses.map(({ kind }) => kind),
        [bought, replayed],
        text,
      );
      assert.equal(stage.sandbox.requests.length, 2);
      assert.ok(!text.includes(quoteToken) && !text.includes(token));
    });

  it("says what came instead of a registration", async () => {
    for (const [reply, words] of [
      [{ ...json(registration), status: 201 }, "201 instead of 200 or 202"],
      [
        json({ ...registration, status: null }),
        "JSON that is not a registration: status is missing or has the wrong type",
      ],
    ] as const) {
      const response = await purchased(reply);
      assert.ok(response.kind === "unknown" && response.message.endsWith(` returned ${words}.`));
    }
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
});

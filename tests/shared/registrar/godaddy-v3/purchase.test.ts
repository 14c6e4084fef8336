import assert from "node:assert/strict";
import type { PurchaseResponse } from "../../../../shared/registrar/registrar";
import type { Reply } from "../../../sandbox/loopback";
import {
  accepting,
  amount,
  apiError,
  domain,
  fee,
  godaddyV3Stage,
  id,
  key,
  never,
  quoteToken,
  registered,
  request,
  token,
  wish,
  withFee,
} from "./godaddy-v3-stage";

describe("GoDaddy v3, purchases", () => {
  const stage = godaddyV3Stage();
  const purchased = async (reply: Reply) => {
    stage.instead(reply);
    return stage.buy();
  };

  it("sends what was quoted and accepted with the key, and nothing else", async () => {
    await stage.restart({ ...withFee, polls: 0 });
    const order = await stage.order({ ...accepting, agreementKeys: ["DNPA", "API_DPA", "MORE"] });
    assert.equal((await stage.buy(order)).kind, "accepted");
    const sent = stage.sandbox.requests[1];
    assert.equal(`${sent?.method} ${sent?.target}`, "POST /v3/domains/registrations");
    assert.equal(sent?.headers["idempotency-key"], key);
    const { agreedAt } = wish;
    assert.deepEqual(JSON.parse(sent?.body ?? ""), {
      ...{ domain, period: 1, quoteToken: JSON.parse(order.body).quoteToken },
      consent: { agreedAt, agreementTypes: withFee.agreements, acknowledgedFees: [fee] },
    });
    assert.equal(stage.sandbox.charges.length, 1);
  });

  it("mentions no fees where there are none, which the registrar would refuse", async () => {
    const order = await stage.order();
    assert.ok(!order.body.includes("acknowledgedFees"));
    assert.equal((await stage.buy(order)).kind, "accepted");
  });

  it("sends no empty list of agreements where the registrar asks for none", async () => {
    await stage.restart({ agreements: [] });
    const { consent } = JSON.parse((await stage.order({ ...wish, agreementKeys: [] })).body);
    assert.deepEqual(consent, { agreedAt: wish.agreedAt });
  });

  it("reads its own texts, and no others", async () => {
    await stage.restart(withFee);
    const { body } = await stage.order(accepting);
    const { parse } = stage.registrar.keyed;
    assert.deepEqual(parse(body), {
      ...{ domain, period: 1, price: undefined, fees: accepting.acknowledgedFees },
      agreements: withFee.agreements.map((type) => ({ type, title: "", url: "" })),
    });
    const text = JSON.parse(body);
    const consent = { ...text.consent, acknowledgedFees: [{ type: "X" }] };
    const others = [{ renewAuto: true }, { period: "10" }, { consent }];
    for (const other of [
      "",
      body.slice(1),
      "null",
      ...others.map((one) => JSON.stringify({ ...text, ...one })),
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
      await assert.rejects(stage.buy({ key: bad }), /needs a key/);
    assert.equal(stage.sandbox.requests.length, 0);
  });

  type Kind = PurchaseResponse["kind"];
  const named = (name: string) => ({ status: "FAILED", error: { name } });
  const issue = (name: string) => ({ details: [{ issue: name }] });
  const outcomes: [what: string, reply: Reply, bought: Kind, replayed?: Kind][] = [
    ["202 CONFIRMED", registered({ status: "CONFIRMED" }, 202), "accepted"],
    ["200 EXECUTING", registered(), "accepted"],
    ["202 with another word", registered({ status: "PENDING" }, 202), "accepted"],
    ["202 COMPLETED", registered({ status: "COMPLETED" }, 202), "accepted"],
    ["202 FAILED", registered({ status: "FAILED" }, 202), "accepted"],
    ["200 completed", registered({ status: "completed" }), "accepted"],
    ["FAILED", registered(named("REGISTRY_ERROR")), "accepted"],
    ["FAILED without an id", registered({ status: "FAILED", registrationId: undefined }), "unknown"],
    ["COMPLETED without an id", registered({ status: "COMPLETED", registrationId: undefined }), "unknown"],
    ["another domain", registered({ domain: "other.org", status: "COMPLETED" }), "unknown"],
    ["no domain", registered({ domain: undefined }), "unknown"],
    ["no status", registered({ status: undefined }), "unknown"],
    ["a status that is no word", registered({ status: "COMPLETED!" }), "unknown"],
    ["an id with slashes", registered({ registrationId: "../../x" }), "unknown"],
    ["an id that is too long", registered({ registrationId: "x".repeat(65) }), "unknown"],
    ["an empty id", registered({ registrationId: "" }), "unknown"],
    ["an id that is a number", registered({ registrationId: 5 }), "unknown"],
    ["201", registered({}, 201), "unknown", "accepted"],
    ["an error with 200", apiError(200, "quote_expired"), "unknown"],
    ["an empty body", { status: 202 }, "unknown"],
    ["409 quote_expired", apiError(409, "quote_expired"), "notTaken", "unknown"],
    [
      "409 QUOTE_EXPIRED in a detail",
      apiError(409, "CONFLICT", issue("QUOTE_EXPIRED")),
      "notTaken",
      "unknown",
    ],
    [
      "409 with that as its code",
      apiError(409, "Conflict", { code: "Quote_Expired" }),
      "notTaken",
      "unknown",
    ],
    ["409 quote_consumed", apiError(409, "quote_consumed"), "unknown"],
    ["422 quote_consumed", apiError(422, "quote_consumed"), "unknown"],
    ["409 consumed and expired", apiError(409, "quote_expired", issue("quote_consumed")), "unknown"],
    ["409 domain_already_exists", apiError(409, "domain_already_exists"), "unavailable", "unknown"],
    ["409 quote_mismatch", apiError(409, "quote_mismatch"), "notTaken", "unknown"],
    ["409 for another reason", apiError(409, "IDEMPOTENCY_CONFLICT"), "unknown"],
    ["422 UNAVAILABLE_DOMAIN", apiError(422, "UNAVAILABLE_DOMAIN"), "unavailable", "unknown"],
    ["422 quote_mismatch", apiError(422, "quote_mismatch"), "notTaken", "unknown"],
    ["422 consent_fees_required", apiError(422, "consent_fees_required"), "refused", "unknown"],
    ["422 for another reason", apiError(422, "MISSING_CONTACT_FIELDS"), "unknown"],
    ["500 quote_expired", apiError(500, "quote_expired"), "unknown"],
  ];
  for (const [what, reply, bought, replayed = bought] of outcomes)
    it(`interprets ${what} as ${bought}, after a replay as ${replayed}, and never retries`, async () => {
      const responses = [await purchased(reply), await stage.registrar.keyed.replay(request, never)];
      const text = JSON.stringify(responses);
      const kinds = responses.map(({ kind }) => kind);
      assert.deepEqual([kinds, stage.sandbox.requests.length], [[bought, replayed], 2], text);
      assert.ok(!text.includes(quoteToken) && !text.includes(token));
    });

  it("says what came instead of a registration", async () => {
    const statusless = "JSON that is not a registration: status is missing or has the wrong type";
    for (const [reply, words] of [
      [registered({}, 201), "201 instead of 200 or 202"],
      [registered({ status: null }), statusless],
    ] as const) {
      const response = await purchased(reply);
      assert.ok(response.kind === "unknown" && response.message.endsWith(` returned ${words}.`));
    }
  });

  it("takes the total from the price and the fees, and leaves out what it cannot understand", async () => {
    const orderOf = async (members: object) => {
      stage.instead(registered({ status: "COMPLETED", ...members }));
      const response = await stage.registrar.keyed.follow(id, domain, never);
      assert.ok(response.kind === "bought");
      return [response.order.orderId, response.order.total, response.order.currency];
    };
    assert.deepEqual(await orderOf({ orderId: 7, fees: [fee] }), [7, 391_199, "USD"]);
    assert.deepEqual(await orderOf({ price: amount(1800, "JPY") }), [undefined, 1800, "JPY"]);
    for (const strange of [
      ...[
        { price: "1199", orderId: {} },
        { price: null, orderId: "a b" },
        { fees: "x", orderId: null },
      ],
      { fees: [{ ...fee, fee: amount(1, "EUR") }], orderId: 2 ** 60 },
    ])
      assert.deepEqual(await orderOf(strange), [undefined, undefined, undefined], JSON.stringify(strange));
  });

  it("passes on when to ask again, and no time if the registrar names none", async () => {
    const accepted = { kind: "accepted", operation: id };
    assert.deepEqual(await purchased(registered()), { ...accepted, retryAfterSeconds: undefined });
    const reply = registered();
    const waiting = { ...reply, headers: { ...reply.headers, "retry-after": "5" } };
    assert.deepEqual(await purchased(waiting), { ...accepted, retryAfterSeconds: 5 });
  });

  it("shows neither the quote's token nor the credential, even if the registrar repeats them", async () => {
    const message = `no quote ${quoteToken} for Bearer ${token}, ${"x".repeat(240)} ${quoteToken}`;
    const detail = { field: `/${quoteToken}`, issue: quoteToken, description: quoteToken, value: quoteToken };
    const texts = { message, details: [detail] };
    const failed = registered({ status: "FAILED", error: { name: quoteToken, ...texts } });
    for (const reply of [apiError(400, quoteToken, texts), apiError(409, "x", texts), failed]) {
      const response = await purchased(reply);
      const followed = await stage.registrar.keyed.follow(id, domain, never);
      const text = JSON.stringify(reply === failed ? followed : response);
      assert.ok(text.includes("***"), text);
      assert.ok(!text.includes("7f3a2b1c") && !text.includes(token), text);
    }
  });
});

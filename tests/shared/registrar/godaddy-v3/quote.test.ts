import assert from "node:assert/strict";
import { createRateBudget } from "../../../../shared/registrar/rate-budget";
import type { QuoteResponse, ValidationResponse } from "../../../../shared/registrar/registrar";
import { json, type Reply } from "../../../sandbox/loopback";
import {
  accepting,
  amount,
  apiError,
  domain,
  fee,
  godaddyV3Stage,
  never,
  price,
  quoteToken,
  wish,
  withFee,
} from "./godaddy-v3-stage";

const requiredAgreements = [{ agreementType: "API_DPA", title: "Purchase", url: "https://host/a" }];
const whole = { domain, available: true, quoteToken, price, period: 1, requiredAgreements };

describe("GoDaddy v3, quotes", () => {
  const stage = godaddyV3Stage();
  const quoteOf = (members: object) => {
    stage.instead(json({ ...whole, ...members }));
    return stage.quote();
  };
  const respondingTo = (reply: Reply) => {
    stage.instead(reply);
    return stage.registrar.quote(wish, never);
  };

  it("requests one with nothing but the domain and the period, and locks the whole price", async () => {
    await stage.restart(withFee);
    const { token, ...quote } = await stage.quote({ ...wish, period: 2 });
    assert.match(token, /^[\da-f-]{36}$/);
    const page = "https://www.godaddy.com/agreements";
    assert.deepEqual(quote, {
      ...{ price: 392_398, currency: "USD", period: 2, fees: accepting.acknowledgedFees },
      agreements: withFee.agreements.map((type) => ({
        type,
        title: `${type} Agreement`,
        url: `${page}/${type}`,
      })),
    });
    const [request] = stage.sandbox.requests;
    assert.equal(`${request?.method} ${request?.target}`, "POST /v3/domains/registration-quotes");
    assert.equal(request?.body, `{"domain":"${domain}","period":2}`);
    assert.equal((await stage.quote({ ...wish, period: undefined })).period, 1, "as the API does");
  });

  it("accepts agreements under their other name, no fees, and no agreements", async () => {
    const { agreements } = await quoteOf({ requiredAgreements: undefined, agreements: requiredAgreements });
    assert.equal(agreements.map(({ type }) => type).join(), "API_DPA");
    const bare = await quoteOf({ requiredAgreements: null, fees: null });
    assert.deepEqual([bare.agreements, bare.fees], [[], []]);
  });

  it("shows no token, not even one that the URL or the title of an agreement repeats", async () => {
    const [title, url] = [`Sign ${quoteToken}`, `https://host/a?token=${quoteToken}`];
    const { agreements } = await quoteOf({ requiredAgreements: [{ agreementType: "A", title, url }] });
    assert.deepEqual(agreements, [{ type: "A", title: "Sign ***", url: "https://host/a?token=***" }]);
  });

  it("sanitizes and shortens titles, and shows only URLs of https", async () => {
    for (const [title, url, ...shown] of [
      ["##vso[task]\nx", "http://host/", "# #vso[task] x", ""],
      ["x".repeat(500), "javascript:alert(1)", `${"x".repeat(119)}…`, ""],
      [5, "no url", "", ""],
      [null, ["https://host/"], "", ""],
      ["t", `https://host/${"x".repeat(300)}`, "t", ""],
      ["t", "https://host/a b", "t", "https://host/a%20b"],
    ]) {
      const { agreements } = await quoteOf({ requiredAgreements: [{ agreementType: "A", title, url }] });
      assert.deepEqual([agreements[0]?.title, agreements[0]?.url], shown);
    }
  });

  it("counts yen and dinars in their own smallest units", async () => {
    for (const price of [amount(1800, "JPY"), amount(36_500, "TND")]) {
      const quote = await quoteOf({ price });
      assert.deepEqual(amount(quote.price, quote.currency), price);
    }
  });

  it("is for the period that was asked for if it names none", async () => {
    assert.equal((await quoteOf({ period: undefined })).period, 1);
  });

  const unreadable: [string, object][] = [
    ["another domain", { domain: "other.org" }],
    ["another domain that is not available", { domain: "other.org", available: false }],
    ["available as a text", { available: "true" }],
    ["no token", { quoteToken: undefined }],
    ["an empty token", { quoteToken: "" }],
    ["a token with a line break", { quoteToken: "abc\r\nx: y" }],
    ["a token that is too long", { quoteToken: "x".repeat(201) }],
    ["a token that is a number", { quoteToken: 12345678 }],
    ["another period", { period: 2 }],
    ["a period as a text", { period: "1" }],
    ["no price", { price: undefined }],
    ["a price as a number", { price: 1199 }],
    ["a price with a fraction", { price: amount(11.99) }],
    ["fractions whose sum is whole", { price: amount(1199.5), fees: [{ ...fee, fee: amount(0.5) }] }],
    ["a price of zero", { price: amount(0) }],
    ["a price below zero", { price: amount(-1199) }],
    ["a price in small letters", { price: amount(1199, "usd") }],
    ["a fee in another currency", { fees: [{ ...fee, fee: amount(1, "EUR") }] }],
    ["a fee without an amount", { fees: [{ type: "X" }] }],
    ["a fee of a strange type", { fees: [{ ...fee, type: "a b" }] }],
    ["fees that are no list", { fees: fee }],
    ["too many fees", { fees: Array(21).fill(fee) }],
    ["a sum that is not exact", { price: amount(2 ** 53 - 1), fees: [fee] }],
    ["an agreement without a type", { requiredAgreements: [{ title: "x" }] }],
    ["an agreement of a strange type", { requiredAgreements: [{ agreementType: '"]', title: "x" }] }],
    ["agreements that are no list", { requiredAgreements: "API_DPA" }],
    ["too many agreements", { requiredAgreements: Array(21).fill(requiredAgreements[0]) }],
    ["an error in place of a quote", { available: undefined, name: "ERROR_UNKNOWN", message: "x" }],
  ];
  for (const [what, members] of unreadable)
    it(`buys on no quote with ${what}`, async () => {
      const response = await respondingTo(json({ ...whole, ...members }));
      assert.ok(response.kind === "notTaken", JSON.stringify(response));
      assert.match(
        response.message,
        / returned (JSON that is not a quote: \w+ is missing or has the wrong type|a quote .+|a response about another domain)\.$/,
      );
      assert.ok(!response.message.includes(quoteToken));
    });

  const details = [
    { field: "shopper:phone", issue: "MISSING", description: "is required.", value: "secret-value" },
  ];
  const inDetail = { details: [{ issue: "DOMAIN_UNAVAILABLE" }] };
  const failures: [string, Reply, QuoteResponse["kind"], ValidationResponse["kind"] | "throws"][] = [
    ["an unavailable domain", json({ domain, available: false }), "unavailable", "unavailable"],
    ["409 domain_already_exists", apiError(409, "domain_already_exists"), "unavailable", "unavailable"],
    ["422 UNAVAILABLE_DOMAIN", apiError(422, "UNAVAILABLE_DOMAIN"), "unavailable", "unavailable"],
    ["422 with that in a detail", apiError(422, "X", inDetail), "unavailable", "unavailable"],
    ["422 with missing contacts", apiError(422, "MISSING", { details }), "refused", "invalid"],
    ["422 of the aftermarket", apiError(422, "UNSUPPORTED_AFTERMARKET_DOMAIN"), "refused", "invalid"],
    ["400", apiError(400, "INVALID_BODY"), "refused", "invalid"],
    ["401", apiError(401, "UNAUTHENTICATED"), "refused", "throws"],
    ["403", apiError(403, "FORBIDDEN"), "refused", "unclear"],
    ["404", apiError(404, "NOT_FOUND"), "refused", "unclear"],
    ["409 for another reason", apiError(409, "CONFLICT"), "notTaken", "unclear"],
    ["429", apiError(429, "TOO_MANY"), "notTaken", "unclear"],
    ["503", { status: 503 }, "notTaken", "unclear"],
    ["202", { ...json(whole), status: 202 }, "notTaken", "unclear"],
    ["a list", json([whole]), "notTaken", "unclear"],
  ];
  for (const [what, reply, quoted, validated] of failures)
    it(`interprets ${what} as ${quoted} (quote) and ${validated} (validate)`, async () => {
      assert.equal((await respondingTo(reply)).kind, quoted);
      assert.equal(stage.sandbox.requests.length, 1);
      const validation = await stage.registrar.validate(wish, never).catch(() => ({ kind: "throws" }));
      assert.equal(validation.kind, validated);
    });

  it("names the contact fields that the account lacks, without their values", async () => {
    const email = { field: "profile:email", issue: "BAD" };
    const response = await respondingTo(
      apiError(422, "MISSING_CONTACT_FIELDS", { details: [...details, email] }),
    );
    assert.ok(response.kind === "refused");
    assert.match(
      response.message,
      /\(MISSING_CONTACT_FIELDS: No; shopper:phone: is required \(MISSING\); profile:email: BAD\)\. GoDaddy v3 takes the contacts from the account\./,
    );
    assert.ok(!response.message.includes("secret-value"));
  });

  it("passes on how long the registrar wants to be left alone, and asks a second later all the same", async () => {
    const reply = apiError(429, "TOO_MANY");
    const response = await respondingTo({ ...reply, headers: { ...reply.headers, "retry-after": "11" } });
    assert.equal(response.kind === "notTaken" && response.retryAfterSeconds, 11);
    stage.sandbox.faults.length = 0;
    const before = stage.clock.now();
    await stage.quote();
    assert.equal(stage.clock.now() - before, 1100);
  });

  it("says nothing about contacts if the domain is not available", async () => {
    for (const [reply, words] of [
      [apiError(422, "UNAVAILABLE_DOMAIN"), /\(UNAVAILABLE_DOMAIN: No\)\.$/],
      [json({ domain, available: false }), /^registrar: \S+ is not available, so there is no quote\.$/],
    ] as const) {
      const response = await respondingTo(reply);
      assert.match(response.kind === "unavailable" ? response.message : "", words);
    }
  });

  it("shows no token of an earlier quote", async () => {
    const { token } = await stage.quote();
    const response = await respondingTo(apiError(400, "INVALID_VALUE", { message: `${token} is not new` }));
    assert.match(response.kind === "refused" ? response.message : "", /INVALID_VALUE: \*\*\* is not new/);
  });

  it("leaves a slot for the purchase that follows, and waits for its own", async () => {
    const budget = createRateBudget(3, stage.clock);
    for (let sent = 0; sent < 2; sent++) assert.equal(budget.tryTake("purchase"), 0);
    const tight = stage.connect({ budget });
    const before = stage.clock.now();
    const response = await tight.quote(wish, never);
    assert.equal(response.kind, "quoted");
    assert.equal(stage.clock.now() - before, 66_000);
    assert.equal(response.kind === "quoted" && response.sentAt.even, stage.clock.now());
    assert.equal(budget.tryTake("purchase"), 0);
  });

  it("ends a quote after 20 s", async () => {
    const quoting = respondingTo({ ending: "hang" });
    await stage.arrived(0);
    stage.clock.advance(20_000);
    assert.equal((await quoting).kind, "notTaken");
  });

  it("validates with a quote, which a temporary problem does not stop", async () => {
    stage.sandbox.faults.push({ when: () => true, times: 1, reply: { status: 503 } });
    assert.deepEqual(await stage.registrar.validate(wish, never), { kind: "valid" });
    assert.equal(stage.sandbox.requests.length, 2);
  });

  it("finds a wish invalid that does not accept every agreement and fee", async () => {
    await stage.restart(withFee);
    assert.deepEqual(await stage.registrar.validate(wish, never), {
      kind: "invalid",
      message:
        "The request does not accept the agreement DNPA (DNPA Agreement, https://www.godaddy.com/agreements/DNPA), " +
        "or the fee ONE_TIME_PREMIUM_DOMAIN_PURCHASE of 3900.00 USD. To accept, add this to `consent` in " +
        "the request file.",
      status: 200,
    });
    assert.deepEqual(await stage.registrar.validate(accepting, never), { kind: "valid" });
  });
});

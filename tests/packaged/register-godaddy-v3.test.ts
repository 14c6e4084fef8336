import assert from "node:assert/strict";
import { isPurchase, isQuote, releasedAt, useGodaddyV3 } from "./godaddy-v3-stage";
import { domain, receiptUploads } from "./register-stage";
import { linesOf } from "./registrars-stage";

const opening = [
  `Running \`register\` for ${domain} at SERVICE/ (godaddyV3, production).`,
  "GoDaddy v3 has no test environment.",
  "GoDaddy v3 takes the contacts, name servers, privacy and automatic renewal from the account.",
  "GoDaddy v3 sells neither top-level domains with conditions, such as .us, .ca and .eu, nor aftermarket domains.",
  "The registrar does not validate the request while the domain is not available.",
  "Not available (definitive).",
  "Price: 11.99 USD (1199 in the registrar's unit) for 1 year; maxPrice 12.00 USD (1200 in the registrar's unit).",
  "Available (definitive). Checking a second time.",
  "Available a second time (definitive). Asking for a quote.",
];
const quoted = "Quoted: 11.99 USD (1199 in the registrar's unit) for 1 year.";

describe("packaged DomainRegister at GoDaddy v3", () => {
  const v3 = useGodaddyV3();

  it("buys after two available responses and a quote, waits until it is completed, and says what it did", async () => {
    await v3({}, async (stage) => {
      const done = await stage.run();
      assert.deepEqual(linesOf(done), [
        ...opening,
        `${quoted} Buying.`,
        "The registrar accepted the purchase. Waiting until it says how it ended.",
        "The purchase took effect.",
        "4 checks made.",
        `${domain} is registered (order ord_1, total 11.99 USD).`,
      ]);
      const { receiptFile, ...outputs } = done.outputs;
      assert.deepEqual(outputs, {
        outcome: "registered",
        available: "true",
        definitive: "true",
        price: "1199",
        amount: "11.99",
        currency: "USD",
        period: "1",
        checks: "4",
        stage: "",
        releaseEarliest: "",
        releaseLatest: "",
      });
      assert.deepEqual(receiptUploads(done), [receiptFile]);
      assert.deepEqual(
        stage.service.history.map(({ kind }) => kind),
        ["notAvailable", "notAvailable", "available", "available", "purchase"],
      );
      assert.ok(stage.service.requests.every(({ headers }) => headers.authorization?.startsWith("Bearer ")));
      const [{ quoteToken, ...body }] = stage.purchases().map((request) => JSON.parse(request.body));
      assert.equal(quoteToken, stage.service.quoteTokens.at(-1));
      assert.deepEqual(body, {
        domain,
        period: 1,
        consent: { agreedAt: "2026-11-20T03:01:00Z", agreementTypes: ["API_DPA"] },
      });
    });
  });

  it("asks for a quote in a dry run too, and buys nothing", async () => {
    await v3({ maxCents: 0 }, async (stage) => {
      const done = await stage.run({ inputs: { dryRun: "true", maxPrice: "" } });
      assert.deepEqual([done.result, done.outputs["outcome"]], ["Succeeded", "dryRun"]);
      assert.ok(linesOf(done).includes(quoted), linesOf(done).join("\n"));
      assert.equal(linesOf(done).at(-1), `Dry run: ${domain} is available and would have been bought.`);
      assert.deepEqual([stage.purchases(), stage.outcomes()], [[], []]);
    });
  });

  it("compares the quote with maxPrice, which counts more than the price of the check", async () => {
    const cheap = { prices: [{ term: "YEAR", period: 1, price: { currencyCode: "USD", value: 100 } }] };
    await v3({ service: releasedAt(1, { answer: () => cheap }), maxCents: 0 }, async (stage) => {
      const done = await stage.run({ inputs: { maxPrice: "11.00 USD", waitMinutes: "1" } });
      assert.deepEqual([done.result, done.outputs["outcome"]], ["SucceededWithIssues", "tooExpensive"]);
      assert.match(
        linesOf(done).join("\n"),
        /Quoted: 11\.99 USD .* Not bought: the price is 11\.99 USD .*, over maxPrice 11\.00 USD .*\. Polling continues\./,
      );
      assert.deepEqual(stage.purchases(), []);
    });
  });

  it("counts the fees of a premium name in its price", async () => {
    const fees = [{ type: "ONE_TIME_PREMIUM_DOMAIN_PURCHASE", fee: { currencyCode: "USD", value: 1 } }];
    const consent = { agreementKeys: ["API_DPA"], acknowledgedFees: fees };
    await v3({ service: { fees }, maxCents: 0 }, async (stage) => {
      const inputs = { maxPrice: "11.99 USD", waitMinutes: "2" };
      const done = await stage.run({ inputs, request: { period: 1, consent } });
      assert.equal(done.outputs["outcome"], "tooExpensive");
      assert.deepEqual([stage.purchases(), done.outputs["price"]], [[], "1200"]);
    });
  });

  it("checks once, and says that a FAST response is not certain", async () => {
    const inputs = { action: "check", maxPrice: "", checkType: "FAST" };
    await v3({ service: { fastIsWrong: true } }, async (stage) => {
      const done = await stage.run({ inputs });
      assert.equal(done.outputs["outcome"], "available");
      assert.match(
        done.log.at(-1) ?? "",
        /is available \(11\.99 USD for 1 year\)\. This is not certain: FAST checks can be wrong/,
      );
      assert.deepEqual(
        stage.service.requests.map(({ query }) => query.get("optimizeFor")),
        ["SPEED"],
      );
    });
  });

  it("validates with a quote, and buys nothing", async () => {
    for (const [service, outcome, told] of [
      [releasedAt(0), "valid", /is valid\.$/],
      [
        releasedAt(9),
        "valid",
        /found nothing wrong with the request .* while the domain is not available\.$/,
      ],
      [{ ...releasedAt(0), agreements: ["API_DPA", "REGISTRY"] }, "invalid", /the agreement REGISTRY/],
      [{ missingFields: ["shopper:phone"] }, "invalid", /shopper:phone.*Complete what the message names/],
    ] as const)
      await v3({ service, maxCents: 0 }, async (stage) => {
        const done = await stage.run({ inputs: { action: "validate", maxPrice: "" } });
        assert.equal(done.outputs["outcome"], outcome);
        assert.match(done.log.at(-1) ?? "", told);
        assert.ok(stage.service.requests.some(isQuote) && !stage.service.requests.some(isPurchase));
      });
  });

  it("buys for two years at the price of two years", async () => {
    await v3({ service: releasedAt(1), maxCents: 2398 }, async (stage) => {
      const request = { period: 2, consent: { agreementKeys: ["API_DPA"] } };
      const cheap = await stage.run({ inputs: { maxPrice: "23.97 USD", waitMinutes: "1" }, request });
      assert.equal(cheap.outputs["outcome"], "tooExpensive");
      const { outputs } = await stage.run({ inputs: { maxPrice: "23.98 USD" }, request });
      assert.deepEqual(
        [outputs["outcome"], outputs["amount"], outputs["period"]],
        ["registered", "23.98", "2"],
      );
    });
  });
});

import assert from "node:assert/strict";
import { memberAt } from "../../shared/json/path";
import { isPurchase, isQuote, releasedAt, useGodaddyV3 } from "./godaddy-v3-stage";
import { domain, receiptUploads } from "./register-stage";
import { bought, issuesOf, linesOf } from "./registrars-stage";

describe("packaged DomainRegister at GoDaddy v3", () => {
  const v3 = useGodaddyV3();

  it("buys after two available responses and a quote, waits until it is completed, and says what it did", async () => {
    await v3({}, async (stage) => {
      const done = await stage.run();
      assert.deepEqual(linesOf(done), [
        `Running \`register\` for ${domain} at SERVICE/ (godaddyV3, production).`,
        "GoDaddy v3 has no test environment.",
        "GoDaddy v3 takes the contacts, name servers, privacy and automatic renewal from the account.",
        "GoDaddy v3 sells neither top-level domains with conditions, such as .us, .ca and .eu, nor aftermarket domains.",
        "The registrar does not validate the request while the domain is not available.",
        "Not available (definitive).",
        "Price: 11.99 USD (1199 in the registrar's unit) for 1 year; maxPrice 12.00 USD (1200 in the registrar's unit).",
        "Available (definitive). Checking a second time.",
        "Available a second time (definitive). Asking for a quote.",
        "Quoted: 11.99 USD (1199 in the registrar's unit) for 1 year. Buying.",
        "The registrar accepted the purchase. Waiting until it says how it ended.",
        "The purchase took effect.",
        "4 checks made.",
        `${domain} is registered (order ord_1, total 11.99 USD).`,
      ]);
      const { receiptFile, ...others } = done.outputs;
      assert.deepEqual(others, { ...bought.outputs, definitive: "true", price: "1199", amount: "11.99" });
      assert.deepEqual(receiptUploads(done), [receiptFile]);
      assert.deepEqual(
        stage.service.history.map(({ kind }) => kind),
        bought.kinds,
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

  it("holds the quote against maxPrice, also in a dry run, and buys nothing", async () => {
    await v3({ service: releasedAt(1), maxCents: 0 }, async (stage) => {
      const dear = await stage.run({ inputs: { maxPrice: "11.00 USD", waitMinutes: "1" } });
      assert.deepEqual([dear.result, dear.outputs["outcome"]], ["SucceededWithIssues", "tooExpensive"]);
      const dry = await stage.run({ inputs: { dryRun: "true", maxPrice: "" } });
      assert.equal(dry.outputs["outcome"], "dryRun");
      assert.match(linesOf(dry).join("\n"), /^Quoted: 11\.99 USD .* for 1 year\.$/m);
      assert.deepEqual(stage.purchases(), []);
    });
  });

  it("buys a premium name for two years when the request file acknowledges its fee, and refuses it otherwise", async () => {
    const fees = [{ type: "ONE_TIME_PREMIUM_DOMAIN_PURCHASE", fee: { currencyCode: "USD", value: 390_000 } }];
    const inputs = { maxPrice: "4000.00 USD" };
    await v3({ service: { fees }, maxCents: 392_398 }, async (stage) => {
      const refused = await stage.run({ inputs });
      assert.equal(refused.outputs["outcome"], "refused");
      assert.match(
        issuesOf(refused),
        /does not accept the fee ONE_TIME_PREMIUM_DOMAIN_PURCHASE of 3900\.00 USD\./,
      );
      const consent = { agreementKeys: ["API_DPA"], acknowledgedFees: fees };
      const done = await stage.run({ inputs, request: { period: 2, consent } });
      assert.deepEqual([done.outputs["outcome"], done.outputs["amount"]], ["registered", "3923.98"]);
      const sent = stage
        .purchases()
        .map(({ body }) => memberAt(JSON.parse(body), ["consent", "acknowledgedFees"]));
      assert.deepEqual(sent, [fees]);
    });
  });

  it("says that nothing was bought when the registrar accepts a purchase that fails later", async () => {
    const failsWith = { name: "PAYMENT_DECLINED", message: "The card was declined" };
    await v3({ service: { failsWith } }, async (stage) => {
      const done = await stage.run();
      assert.deepEqual([done.result, done.outputs["outcome"]], ["Failed", "refused"]);
      assert.match(
        linesOf(done).join("\n"),
        /Nothing was bought: .* failed \(PAYMENT_DECLINED: The card was declined/,
      );
      assert.deepEqual([stage.outcomes(), stage.service.charges], [["notBought"], []]);
    });
  });

  it("waits five minutes at most for an accepted purchase", async () => {
    await v3({ service: { polls: 1000 } }, async (stage) => {
      const first = await stage.run();
      assert.equal(first.outputs["outcome"], "unknown");
      assert.match(issuesOf(first), /The registrar accepted the purchase but has not said how it ended\./);
      assert.equal(stage.purchases().length, 1);
    });
  });

  it("starts over with a new quote and a new key when a quote expires before the purchase arrives", async () => {
    let late = 0;
    await v3({ serviceTime: (time) => time + late }, async (stage) => {
      stage.service.faults.push({
        when: isPurchase,
        times: 1,
        reply(_, healthy) {
          late = 11 * 60_000;
          const reply = healthy();
          late = 0;
          return reply;
        },
      });
      assert.equal((await stage.run()).outputs["outcome"], "registered");
      assert.deepEqual(stage.outcomes(), ["notBought", "registered"]);
      const tokens = stage.purchases().map(({ body }) => memberAt(JSON.parse(body), ["quoteToken"]));
      assert.deepEqual(
        [
          new Set(tokens).size,
          new Set(stage.purchases().map(({ headers }) => headers["idempotency-key"])).size,
        ],
        [2, 2],
      );
    });
  });

  it("records that a killed process bought nothing, and leaves its purchase lock to a person", async () => {
    await v3({ maxCents: 0 }, async (stage) => {
      stage.losePurchase({ ending: "hang" });
      await stage.run({ step: { killWhen: () => stage.purchases().length > 0 } });
      const next = await stage.run({ afterMinutes: 60 });
      assert.match(linesOf(next).join("\n"), /That purchase bought nothing: .*quote_expired/);
      assert.deepEqual([next.outputs["outcome"], stage.outcomes()], ["unknown", ["notBought"]]);
      assert.match(issuesOf(next), /A purchase lock exists: .* If none is running, delete /);
    });
  });

  it("shows no token of a quote or of the account, even if the registrar repeats them", async () => {
    await v3({ maxCents: 0 }, async (stage) => {
      stage.service.faults.push({
        when: isPurchase,
        reply: ({ body, headers }) => ({
          status: 422,
          body: JSON.stringify({ name: "ECHO", message: `${body} ${headers.authorization}` }),
        }),
      });
      const done = await stage.run();
      assert.match(issuesOf(done), /ECHO: .*"quoteToken":"\*\*\*".*Bearer \*\*\*/);
    });
  });

  it("validates with a quote, and buys nothing", async () => {
    await v3({ service: { missingFields: ["shopper:phone"] }, maxCents: 0 }, async (stage) => {
      const done = await stage.run({ inputs: { action: "validate", maxPrice: "" } });
      assert.equal(done.outputs["outcome"], "invalid");
      assert.match(done.log.at(-2) ?? "", /shopper:phone.*Complete what the message names/);
      assert.ok(stage.service.requests.some(isQuote) && !stage.service.requests.some(isPurchase));
    });
  });

  it("ends with advice for a token that is not valid", async () => {
    await v3({}, async (stage) => {
      const done = await stage.run({ step: { secrets: { TOKEN: "canary-other" } } });
      assert.match(issuesOf(done), /The token is not valid or has expired\. Create a personal access token/);
    });
  });
});

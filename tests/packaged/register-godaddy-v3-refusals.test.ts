import assert from "node:assert/strict";
import { memberAt } from "../../shared/json/path";
import { isPurchase, isQuote, releasedAt, useGodaddyV3 } from "./godaddy-v3-stage";
import { issuesOf, linesOf } from "./registrars-stage";

const premium = {
  type: "ONE_TIME_PREMIUM_DOMAIN_PURCHASE",
  fee: { currencyCode: "USD", value: 390_000 },
};
const upTo4000 = { maxPrice: "4000.00 USD" };
const accepting = (acknowledgedFees: readonly object[]) => ({
  period: 1,
  consent: { agreementKeys: ["API_DPA"], acknowledgedFees },
});

describe("packaged DomainRegister at GoDaddy v3, refusals", () => {
  const v3 = useGodaddyV3();

  it("refuses an agreement that the request file does not accept, and names it with its URL", async () => {
    const service = { agreements: ["API_DPA", "REGISTRY_ORG"] };
    for (const released of [releasedAt(1), releasedAt(3)])
      await v3({ service: { ...released, ...service }, maxCents: 0 }, async (stage) => {
        const done = await stage.run();
        assert.deepEqual([done.result, done.outputs["outcome"]], ["Failed", "refused"]);
        assert.match(
          issuesOf(done),
          /The request does not accept the agreement REGISTRY_ORG \(REGISTRY_ORG Agreement, https:\/\/www\.godaddy\.com\/agreements\/REGISTRY_ORG\)\./,
        );
        assert.ok(!issuesOf(done).includes("API_DPA"), "it is accepted");
        assert.deepEqual(stage.purchases(), []);
      });
  });

  it("refuses a premium fee unless the request file acknowledges that very fee", async () => {
    const other = { ...premium, fee: { currencyCode: "USD", value: 389_999 } };
    for (const acknowledged of [[], [other], [{ ...premium, type: "ANOTHER_FEE" }]])
      await v3({ service: { fees: [premium] }, maxCents: 0 }, async (stage) => {
        const done = await stage.run({ inputs: upTo4000, request: accepting(acknowledged) });
        assert.deepEqual([done.result, done.outputs["outcome"]], ["Failed", "refused"]);
        assert.match(
          issuesOf(done),
          /does not accept the fee ONE_TIME_PREMIUM_DOMAIN_PURCHASE of 3900\.00 USD\./,
        );
        assert.deepEqual(stage.purchases(), []);
      });
  });

  it("buys a premium name when the request file acknowledges its fee, which is sent as it was quoted", async () => {
    await v3({ service: { fees: [premium] }, maxCents: 391_199 }, async (stage) => {
      const done = await stage.run({ inputs: upTo4000, request: accepting([premium]) });
      assert.deepEqual([done.outputs["outcome"], done.outputs["amount"]], ["registered", "3911.99"]);
      assert.deepEqual(
        stage.purchases().map(({ body }) => memberAt(JSON.parse(body), ["consent", "acknowledgedFees"])),
        [[premium]],
      );
    });
  });

  it("says that nothing was bought when the registrar accepts a purchase that fails later", async () => {
    for (const namesError of [true, false])
      await v3(
        {
          service: { failsWith: { name: "PAYMENT_DECLINED", message: "The card was declined" }, namesError },
        },
        async (stage) => {
          const done = await stage.run();
          assert.deepEqual([done.result, done.outputs["outcome"]], ["Failed", "refused"]);
          assert.match(
            linesOf(done).join("\n"),
            /The registrar accepted the purchase\. Waiting .*\nNothing was bought: .* failed \(PAYMENT_DECLINED: The card was declined\)\./,
          );
          assert.deepEqual([stage.outcomes(), stage.service.charges], [["notBought"], []]);
        },
      );
  });

  it("polls on, with a new key, when an accepted purchase fails because somebody else was faster", async () => {
    const failsWith = { name: "domain_already_exists", message: "taken" };
    await v3({ service: { failsWith } }, async (stage) => {
      const done = await stage.run({ inputs: { waitMinutes: "3" } });
      assert.match(linesOf(done).join("\n"), /Nothing was bought: .*domain_already_exists.* Polling resumes/);
      const keys = stage.purchases().map(({ headers }) => headers["idempotency-key"]);
      assert.ok(keys.length > 1);
      assert.equal(new Set(keys).size, keys.length);
      assert.ok(stage.outcomes().every((outcome) => outcome === "notBought"));
    });
  });

  it("waits for as long as an accepted purchase takes, within five minutes", async () => {
    await v3({ service: { polls: 8 } }, async (stage) => {
      assert.equal((await stage.run()).outputs["outcome"], "registered");
      assert.equal(stage.purchases().length, 1);
    });
    await v3({ service: { polls: 1000 } }, async (stage) => {
      const first = await stage.run();
      assert.deepEqual([first.result, first.outputs["outcome"]], ["Failed", "unknown"]);
      assert.match(issuesOf(first), /The registrar accepted the purchase but has not said how it ended\./);
      assert.equal(stage.purchases().length, 1);
    });
  });

  it("asks for a new quote, and uses a new key, when a quote expires before the purchase arrives", async () => {
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
      const done = await stage.run();
      assert.equal(done.outputs["outcome"], "registered");
      assert.match(linesOf(done).join("\n"), /Purchase not confirmed: .*quote_expired/);
      assert.deepEqual(stage.outcomes(), ["notBought", "registered"]);
      const tokens = stage.purchases().map(({ body }) => memberAt(JSON.parse(body), ["quoteToken"]));
      assert.equal(new Set(tokens).size, 2);
    });
  });

  it("starts over in a later run when the purchase never arrived and its quote has expired since", async () => {
    await v3({}, async (stage) => {
      stage.losePurchase({ ending: "hang" });
      await stage.run({ step: { cancelWhen: () => stage.purchases().length > 0 } });
      assert.deepEqual(stage.outcomes(), ["unknown"]);
      const next = await stage.run({ afterMinutes: 60 });
      assert.equal(next.outputs["outcome"], "registered");
      assert.match(linesOf(next).join("\n"), /That purchase bought nothing: .*quote_expired/);
      assert.deepEqual(stage.outcomes(), ["notBought", "registered"]);
      const [first, again, second] = stage.purchases().map(({ headers }) => headers["idempotency-key"]);
      assert.ok(first === again && again !== second);
    });
  });

  it("records that a killed process bought nothing, and leaves its purchase lock to a person", async () => {
    await v3({ maxCents: 0 }, async (stage) => {
      stage.losePurchase({ ending: "hang" });
      await stage.run({ step: { killWhen: () => stage.purchases().length > 0 } });
      const next = await stage.run({ afterMinutes: 60 });
      assert.deepEqual([next.outputs["outcome"], stage.outcomes()], ["unknown", ["notBought"]]);
      assert.match(issuesOf(next), /A purchase lock exists: .* If none is running, delete /);
    });
  });

  it("polls on when the domain is gone by the time of the quote", async () => {
    await v3({ service: releasedAt(3, { falsePositives: 2 }) }, async (stage) => {
      const done = await stage.run();
      assert.equal(done.outputs["outcome"], "registered");
      assert.match(
        linesOf(done).join("\n"),
        /No quote: .* is not available, so there is no quote\. Polling resumes/,
      );
      assert.ok(stage.service.requests.filter(isQuote).length > 2);
      assert.equal(stage.purchases().length, 1);
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
      assert.equal(done.outputs["outcome"], "refused");
      assert.match(issuesOf(done), /ECHO: .*"quoteToken":"\*\*\*".*Bearer \*\*\*/);
    });
  });

  it("ends with advice for a token that is not valid, or may not buy", async () => {
    await v3({}, async (stage) => {
      const done = await stage.run({ step: { secrets: { TOKEN: "canary-other" } } });
      assert.match(issuesOf(done), /The token is not valid or has expired\. Create a personal access token/);
      assert.equal(done.result, "Failed");
    });
    await v3({}, async (stage) => {
      stage.losePurchase({ status: 403, body: '{"name":"FORBIDDEN","message":"scope"}' });
      const done = await stage.run();
      assert.equal(done.outputs["outcome"], "refused");
      assert.match(issuesOf(done), /The token needs the scope .* domains\.domain:create/);
    });
  });
});

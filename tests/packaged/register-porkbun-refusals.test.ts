import assert from "node:assert/strict";
import { isCheck, releasedAt, usePorkbun } from "./porkbun-stage";
import { domain } from "./register-stage";
import { issuesOf, linesOf } from "./registrars-stage";

describe("packaged DomainRegister at Porkbun, refusals", () => {
  const porkbun = usePorkbun();

  for (const errorStatus of [400, 200] as const)
    for (const [what, service, told] of [
      [
        "the account is not verified",
        { isVerified: false },
        /VERIFICATION_REQUIRED.*Verify the account's email/,
      ],
      [
        "the account has too little credit",
        { balance: 1107 },
        /INSUFFICIENT_FUNDS.*Add credit to the account/,
      ],
      [
        "the purchase is over the account's monthly limit",
        { spendLimit: 1107 },
        /MONTHLY_SPEND_LIMIT_EXCEEDED.*monthly spending limit for the API is too low/,
      ],
    ] as const)
      it(`stops when ${what}, said with ${errorStatus}, and says what to do`, async () => {
        await porkbun({ service: { ...service, errorStatus } }, async (stage) => {
          const done = await stage.run();
          assert.deepEqual([done.result, done.outputs["outcome"]], ["Failed", "refused"]);
          assert.match(issuesOf(done), /^The registrar refused to register example-to-buy\.org\. /m);
          assert.match(issuesOf(done), told);
          assert.deepEqual(
            [stage.service.charges, stage.purchases().length, stage.outcomes()],
            [[], 1, ["notBought"]],
          );
        });
      });

  it("never sends a purchase of a premium name, even at its price", async () => {
    await porkbun({ service: releasedAt(1, { premium: true, price: 250_000 }) }, async (stage) => {
      const done = await stage.run({ inputs: { maxPrice: "any" } });
      assert.deepEqual([done.result, done.outputs["outcome"]], ["Failed", "refused"]);
      assert.match(issuesOf(done), /is a premium name\. .*Buy the name on its website\./);
      assert.deepEqual(stage.purchases(), []);
    });
  });

  it("finds out before polling that a top-level domain is not sold, or not for the period", async () => {
    for (const [service, told] of [
      [{ websiteOnly: ["org"], tlds: [] }, /Porkbun does not sell \.org names through its API\. Register it/],
      [{ tlds: [], websiteOnly: [] }, /INVALID_TLD.*Porkbun does not sell this top-level domain/],
      [releasedAt(1, { minDuration: 2 }), /sells .* for 2 years only\. Set `period` to 2\./],
    ] as const)
      await porkbun({ service }, async (stage) => {
        const done = await stage.run({ request: { period: 1 } });
        assert.deepEqual([done.result, done.outputs["outcome"]], ["Failed", "refused"]);
        assert.match(issuesOf(done), told);
        assert.ok(!stage.service.requests.some(isCheck));
      });
  });

  it("buys at the new price when the price has changed since the check, if it is within the cap", async () => {
    const dearer = (checks: number) => ({ price: checks <= 2 ? "10.08" : "11.08" });
    await porkbun({ service: releasedAt(1, { answer: dearer }) }, async (stage) => {
      const done = await stage.run();
      assert.equal(done.outputs["outcome"], "registered");
      assert.match(
        linesOf(done).join("\n"),
        /Purchase not confirmed: .*COST_MISMATCH.* Polling resumes in 30 s and starts over\./,
      );
      assert.deepEqual(stage.outcomes(), ["notBought", "registered"]);
      const [first, second] = stage.purchases().map(({ headers }) => headers["idempotency-key"]);
      assert.notEqual(first, second);
    });
  });

  it("warns before the wait that credit or spending limit are below the cap", async () => {
    await porkbun({ service: { ...releasedAt(1), balance: 1150, spendLimit: 1199 } }, async (stage) => {
      const done = await stage.run();
      assert.equal(done.outputs["outcome"], "registered");
      assert.match(issuesOf(done), /^The account's credit is 11\.50 USD, less than maxPrice 12\.00 USD\./);
      assert.match(issuesOf(done), /^The account's API spending limit is 11\.99 USD/m);
    });
  });

  it("refuses a cap in a currency that Porkbun does not sell in, before it sends anything", async () => {
    await porkbun({}, async (stage) => {
      const done = await stage.run({ inputs: { maxPrice: "12.00 EUR" } });
      assert.equal(done.result, "Failed");
      assert.match(
        issuesOf(done),
        /currency: porkbun sells in USD only, not in EUR\. Give maxPrice and currency in USD/,
      );
      assert.deepEqual(stage.service.requests, []);
    });
  });

  it("polls on after an available response without a price, even at any price", async () => {
    const answer = (checks: number) => (checks < 5 ? { price: undefined } : {});
    await porkbun({ service: releasedAt(1, { answer }) }, async (stage) => {
      const done = await stage.run({ inputs: { maxPrice: "any" } });
      assert.deepEqual([done.outputs["outcome"], done.outputs["checks"]], ["registered", "5"]);
    });
  });

  it("ends with advice when the credential is refused, before anything is checked", async () => {
    await porkbun({}, async (stage) => {
      const step = { secrets: { KEY: "pk1_canary-unknown", SECRET: "canary-unknown" } };
      const done = await stage.run({ step });
      assert.equal(done.result, "Failed");
      assert.match(issuesOf(done), /INVALID_API_KEYS_001.*The API key and its secret are not valid\./);
      assert.ok(!stage.service.requests.some(isCheck), domain);
    });
  });
});

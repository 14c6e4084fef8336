import assert from "node:assert/strict";
import { credentialOf, isCheck, releasedAt, usePorkbun } from "./porkbun-stage";
import { domain, receiptUploads } from "./register-stage";
import { bought, issuesOf, linesOf } from "./registrars-stage";

describe("packaged DomainRegister at Porkbun", () => {
  const porkbun = usePorkbun();

  it("buys after two available responses, without a request file, and says what it did", async () => {
    await porkbun({}, async (stage) => {
      const done = await stage.run();
      assert.deepEqual(linesOf(done), [
        `Running \`register\` for ${domain} at SERVICE/api/json/v3 (porkbun, production).`,
        "Porkbun does not say whether a response is definitive.",
        "Porkbun's availability responses do not name the domain.",
        "Porkbun takes the contacts from the account and registers for the shortest period.",
        "Porkbun does not sell premium names through its API.",
        "Price: 11.08 USD (1108 in the registrar's unit) for 1 year; maxPrice 12.00 USD (1200 in the registrar's unit).",
        "Not available.",
        "Available. Checking a second time.",
        "Available a second time. Buying.",
        "4 checks made.",
        `${domain} is registered (order 12345678, total 11.08 USD).`,
      ]);
      const { receiptFile, ...others } = done.outputs;
      assert.deepEqual(others, { ...bought.outputs, definitive: "false", price: "1108", amount: "11.08" });
      assert.deepEqual([done.result, receiptUploads(done)], ["Succeeded", [receiptFile]]);
      assert.deepEqual(
        stage.service.history.map(({ kind }) => kind),
        bought.kinds,
      );
      assert.deepEqual(
        stage.purchases().map(({ body }) => JSON.parse(body)),
        [{ cost: 1108, agreeToTerms: "yes" }],
      );
      assert.equal(stage.service.charges[0]?.environment, "production");
    });
  });

  it("never checks before Porkbun allows it, and goes on after a check that came too early all the same", async () => {
    const slow = { ...releasedAt(6), checkLimit: { limit: 1, TTL: 45 } };
    await porkbun({ service: slow }, async (stage) => {
      const early = { status: "ERROR", code: "RATE_LIMIT_EXCEEDED", message: "no", ttlRemaining: 70 };
      const reply = { status: 429, body: JSON.stringify(early) };
      stage.service.faults.push({ when: isCheck, times: 1, reply });
      const done = await stage.run({ inputs: { pollSeconds: "1" } });
      assert.equal(done.outputs["outcome"], "registered");
      assert.match(linesOf(done).join("\n"), /Check failed: .*RATE_LIMIT_EXCEEDED/);
      assert.equal(stage.service.earlyChecks(), 0);
    });
  });

  it("buys at the new price when the price has changed since the check, if it is within the cap", async () => {
    const dearer = (checks: number) => ({ price: checks <= 2 ? "10.08" : "11.08" });
    await porkbun({ service: releasedAt(1, { answer: dearer }) }, async (stage) => {
      const dear = await stage.run({ inputs: { maxPrice: "10.07 USD", waitMinutes: "0" } });
      assert.equal(dear.outputs["outcome"], "tooExpensive");
      const done = await stage.run();
      assert.equal(done.outputs["outcome"], "registered");
      assert.equal(done.outputs["amount"], "11.08");
    });
  });

  it("plays a whole purchase in the sandbox with a sandbox key, without maxPrice", async () => {
    await porkbun({}, async (stage) => {
      const inputs = { environment: "test", maxPrice: "" };
      const done = await stage.run({ inputs, step: credentialOf("test") });
      assert.equal(done.outputs["outcome"], "registered");
      assert.match(done.outputs["receiptFile"] ?? "", /\.test\.receipt\.json$/);
      assert.deepEqual(
        stage.service.charges.map(({ environment }) => environment),
        ["test"],
      );
    });
  });

  it("says what to do when it refuses: an account without credit, a premium name, another period", async () => {
    for (const [service, told] of [
      [
        { balance: 1107 },
        /credit is 11\.07 USD, less than maxPrice 12\.00 USD[\s\S]*INSUFFICIENT_FUNDS.*Add credit/,
      ],
      [releasedAt(1, { premium: true }), /is a premium name\. .*Buy the name on its website\./],
      [releasedAt(1, { minDuration: 2 }), /sells .* for 2 years only\. Set `period` to 2\./],
    ] as const)
      await porkbun({ service }, async (stage) => {
        const done = await stage.run({ inputs: { waitMinutes: "5" }, request: { period: 1 } });
        assert.deepEqual([done.result, done.outputs["outcome"]], ["Failed", "refused"]);
        assert.match(issuesOf(done), told);
        assert.deepEqual(stage.service.charges, []);
      });
  });

  it("validates with Porkbun's own dry run, and buys nothing", async () => {
    await porkbun({ service: { ...releasedAt(1), balance: 500 }, maxCents: 0 }, async (stage) => {
      const done = await stage.run({ inputs: { action: "validate", maxPrice: "" } });
      assert.equal(done.outputs["outcome"], "invalid");
      assert.match(done.log.at(-2) ?? "", /is invalid\. .*Add credit to the account/);
      assert.deepEqual(stage.purchases(), []);
    });
  });

  it("takes no refusal, marked as repeated or not, and no 404 of the account for a proof", async () => {
    await porkbun({ service: { ...releasedAt(1), showsOrdersAfterSeconds: 3600 } }, async (stage) => {
      stage.service.lostStores.times = 1;
      stage.service.afterEffect.push({ reply: { status: 500 }, times: 1 });
      assert.equal((await stage.run()).outputs["outcome"], "unknown");
      assert.ok(stage.purchases().length > 2, "the second refusal is marked as a repeated one");
      assert.deepEqual([stage.service.charges.length, stage.outcomes()], [1, ["unknown"]]);
      const late = await stage.run({ afterMinutes: 90 });
      assert.equal(late.outputs["outcome"], "alreadyOwned", "the account shows the order by then");
    });
  });
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { credentialOf, isCheck, isPurchase, releasedAt, usePorkbun } from "./porkbun-stage";
import { domain, receiptUploads } from "./register-stage";
import { issuesOf, linesOf } from "./registrars-stage";

const opening = [
  `Running \`register\` for ${domain} at SERVICE/api/json/v3 (porkbun, production).`,
  "Porkbun does not say whether a response is definitive.",
  "Porkbun's availability responses do not name the domain.",
  "Porkbun takes the contacts from the account and registers for the shortest period.",
  "Porkbun does not sell premium names through its API.",
];

describe("packaged DomainRegister at Porkbun", () => {
  const porkbun = usePorkbun();

  it("buys after two available responses, without a request file, and says what it did", async () => {
    await porkbun({}, async (stage) => {
      const done = await stage.run();
      assert.deepEqual(linesOf(done), [
        ...opening,
        "Price: 11.08 USD (1108 in the registrar's unit) for 1 year; maxPrice 12.00 USD (1200 in the registrar's unit).",
        "Not available.",
        "Available. Checking a second time.",
        "Available a second time. Buying.",
        "4 checks made.",
        `${domain} is registered (order 12345678, total 11.08 USD).`,
      ]);
      const receiptFile = join(stage.receiptFolder, `${domain}.production.receipt.json`);
      assert.deepEqual(done.outputs, {
        outcome: "registered",
        available: "true",
        definitive: "false",
        price: "1108",
        amount: "11.08",
        currency: "USD",
        period: "1",
        checks: "4",
        stage: "",
        releaseEarliest: "",
        releaseLatest: "",
        receiptFile,
      });
      assert.deepEqual([done.result, receiptUploads(done)], ["Succeeded", [receiptFile]]);
      assert.deepEqual(
        stage.service.history.map(({ kind }) => kind),
        ["notAvailable", "notAvailable", "available", "available", "purchase"],
      );
      assert.deepEqual(
        stage.purchases().map(({ body }) => JSON.parse(body)),
        [{ cost: 1108, agreeToTerms: "yes" }],
      );
      assert.equal(stage.service.charges[0]?.environment, "production");
    });
  });

  it("never checks before Porkbun allows it, however short pollSeconds is", async () => {
    await porkbun({ service: releasedAt(6) }, async (stage) => {
      const { outputs } = await stage.run({ inputs: { pollSeconds: "1" } });
      assert.deepEqual([outputs["outcome"], outputs["checks"]], ["registered", "7"]);
      assert.equal(stage.service.earlyChecks(), 0);
    });
    const slow = { ...releasedAt(3), checkLimit: { limit: 1, TTL: 45 } };
    await porkbun({ service: slow }, async (stage) => {
      assert.equal((await stage.run()).outputs["outcome"], "registered");
      assert.equal(stage.service.earlyChecks(), 0);
    });
  });

  it("goes on after a check that came too early, as when another job used the account's only one", async () => {
    for (const errorStatus of [undefined, 200] as const)
      await porkbun({ service: errorStatus === undefined ? {} : { errorStatus } }, async (stage) => {
        const early = { status: "ERROR", code: "RATE_LIMIT_EXCEEDED", message: "no", ttlRemaining: 70 };
        stage.service.faults.push({
          when: isCheck,
          times: 1,
          reply: { status: errorStatus ?? 429, body: JSON.stringify(early) },
        });
        const done = await stage.run();
        assert.equal(done.outputs["outcome"], "registered");
        assert.match(linesOf(done).join("\n"), /Check failed: .*RATE_LIMIT_EXCEEDED/);
        assert.equal(stage.service.earlyChecks(), 0);
      });
  });

  it("does everything but the purchase in a dry run", async () => {
    await porkbun({}, async (stage) => {
      const done = await stage.run({ inputs: { dryRun: "true", maxPrice: "" } });
      assert.deepEqual([done.result, done.outputs["outcome"]], ["Succeeded", "dryRun"]);
      assert.deepEqual([stage.purchases(), stage.service.charges, stage.outcomes()], [[], [], []]);
      assert.equal(linesOf(done).at(-1), `Dry run: ${domain} is available and would have been bought.`);
      assert.match(
        linesOf(done).join("\n"),
        /##\[group\]Dry run: this would have been ordered, with the contacts of the account:/,
      );
    });
  });

  it("never buys above maxPrice, and says both amounts in both forms", async () => {
    await porkbun({ maxCents: 0 }, async (stage) => {
      const done = await stage.run({ inputs: { maxPrice: "11.07 USD", waitMinutes: "3" } });
      assert.deepEqual([done.result, done.outputs["outcome"]], ["SucceededWithIssues", "tooExpensive"]);
      assert.match(
        issuesOf(done),
        /is available but was not bought: the price is 11\.08 USD \(1108 in the registrar's unit\), over maxPrice 11\.07 USD \(1107 in the registrar's unit\)\./,
      );
      assert.deepEqual([stage.purchases(), done.outputs["amount"]], [[], "11.08"]);
    });
  });

  it("counts the whole price of the shortest registration, not that of its promoted first year", async () => {
    const promoted = releasedAt(1, { price: 208, regularPrice: 1108, minDuration: 2 });
    await porkbun({ service: promoted, maxCents: 1316 }, async (stage) => {
      const cheap = await stage.run({ inputs: { maxPrice: "13.15 USD", waitMinutes: "1" } });
      assert.equal(cheap.outputs["outcome"], "tooExpensive");
      const { outputs } = await stage.run({ inputs: { maxPrice: "13.16", currency: "usd" } });
      assert.deepEqual(
        [outputs["outcome"], outputs["amount"], outputs["period"]],
        ["registered", "13.16", "2"],
      );
    });
  });

  it("plays a whole purchase in the sandbox with a sandbox key, without maxPrice", async () => {
    await porkbun({}, async (stage) => {
      const inputs = { environment: "test", maxPrice: "" };
      const { outputs } = await stage.run({ inputs, step: credentialOf("test") });
      assert.equal(outputs["outcome"], "registered");
      assert.match(outputs["receiptFile"] ?? "", /\.test\.receipt\.json$/);
      assert.deepEqual(
        stage.service.charges.map(({ environment }) => environment),
        ["test"],
      );
    });
  });

  it("takes the period and nothing else of a whole request file", async () => {
    await porkbun({}, async (stage) => {
      const request = { period: 1, renewAuto: true, contactAdmin: { email: "erika@example.org" } };
      const done = await stage.run({ request });
      assert.equal(done.outputs["outcome"], "registered");
      assert.match(
        issuesOf(done),
        /^requestFile: renewAuto, contactAdmin: ignored, because this registrar takes them from the account$/,
      );
      assert.ok(stage.service.requests.every(({ body }) => !body.includes("erika")));
    });
  });

  it("checks once, without a doubt that Porkbun never states", async () => {
    await porkbun({ service: releasedAt(1) }, async (stage) => {
      const done = await stage.run({ inputs: { action: "check", maxPrice: "" } });
      assert.deepEqual(
        [done.outputs["outcome"], linesOf(done).at(-1)],
        ["available", `${domain} is available (11.08 USD for 1 year).`],
      );
      assert.deepEqual(stage.service.requests.map(isCheck), [true]);
    });
  });

  it("validates with Porkbun's own dry run, and buys nothing", async () => {
    for (const [service, outcome, told] of [
      [releasedAt(1), "valid", /is valid\.$/],
      [
        releasedAt(9),
        "valid",
        /found nothing wrong with the request .* while the domain is not available\.$/,
      ],
      [{ ...releasedAt(1), balance: 500 }, "invalid", /is invalid\. .*Add credit to the account/],
      [{ ...releasedAt(1), isVerified: false }, "invalid", /is invalid\. .*Verify the account's email/],
    ] as const)
      await porkbun({ service, maxCents: 0 }, async (stage) => {
        const done = await stage.run({ inputs: { action: "validate", maxPrice: "" } });
        assert.equal(done.outputs["outcome"], outcome);
        assert.match(done.log.at(-1) ?? "", told);
        assert.ok(!stage.service.requests.some(isPurchase));
      });
  });
});

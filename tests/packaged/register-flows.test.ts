import assert from "node:assert/strict";
import { join } from "node:path";
import { personalToken } from "../sandbox/registrar";
import { domain, isAvailability, receiptUploads, useRegister, withRegistrar } from "./register-stage";
import { linesOf } from "./registrars-stage";

describe("packaged DomainRegister, register", () => {
  const { agent, once } = useRegister();

  it("waits for the release, needs two FULL responses, buys once and says what it did", async () => {
    const done = await once();
    assert.deepEqual([done.result, done.exitCode], ["Succeeded", 0]);
    assert.deepEqual(linesOf(done), [
      `Running \`register\` for ${domain} at SERVICE/production (godaddy, production).`,
      "The registrar confirms that the request is valid.",
      "Price: 11.69 USD (11690000 in the registrar's unit) for 1 year; maxPrice 11.69 USD (11690000 in the registrar's unit).",
      "Not available (definitive).",
      "Available (definitive). Checking a second time.",
      "Available a second time (definitive). Buying.",
      "4 checks made.",
      `${domain} is registered (order 1001, total 11.69 USD).`,
    ]);
    const receiptFile = join(done.stage.receiptFolder, `${domain}.production.receipt.json`);
    assert.deepEqual(done.outputs, {
      outcome: "registered",
      available: "true",
      definitive: "true",
      price: "11690000",
      amount: "",
      currency: "USD",
      period: "1",
      checks: "4",
      stage: "",
      releaseEarliest: "",
      releaseLatest: "",
      receiptFile,
    });
    assert.deepEqual(receiptUploads(done), [receiptFile]);
    assert.equal(done.stage.registrar.charges.length, 1);
    const checks = done.stage.registrar.requests.filter(isAvailability);
    assert.ok(checks.every(({ query }) => query.get("checkType") === "FULL"));
  });

  it("sends a personal access token in place of key and secret, and buys", async () => {
    const step = { env: { REGISTRAR_TOKEN: "$(TOKEN)" }, secrets: { TOKEN: personalToken } };
    const { outputs, stage } = await once({ step });
    assert.equal(outputs["outcome"], "registered");
    const credentials = stage.registrar.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual([...new Set(credentials)], [`Bearer ${personalToken}`]);
  });

  it("keeps a receipt with the decisive responses and the order, without the contacts", async () => {
    const { receipt } = await once();
    const [attempt] = Object(receipt).attempts;
    assert.equal(attempt.outcome, "registered");
    assert.equal(attempt.request.consent.agreedAt, "2026-11-20T03:01:00Z");
    assert.deepEqual(
      attempt.availability.map(({ available }: { available: boolean }) => available),
      [true, true],
    );
    assert.equal(attempt.answers[0].order.orderId, 1001);
  });

  it("knows from its receipt what it bought when the account cannot be asked", async () => {
    for (const ownership of ["forbidden", "missing"] as const) {
      await withRegistrar(agent(), { registrar: { ownership, forgetsSales: true } }, async (stage) => {
        assert.equal((await stage.run()).outputs["outcome"], "registered");
        const again = await stage.run();
        assert.equal(again.outputs["outcome"], "alreadyOwned");
        assert.match(
          again.log.at(-1) ?? "",
          /An earlier run bought .* To buy it again, delete the receipt\./,
        );
        assert.equal(stage.registrar.charges.length, 1);
      });
    }
  });
});

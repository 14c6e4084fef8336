import assert from "node:assert/strict";
import { join } from "node:path";
import { domain, isAvailability, linesOf, receiptUploads, useRegister } from "./register-stage";

describe("packaged DomainRegister, register", () => {
  const { once } = useRegister();

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
    const [attempt] = Object(done.receipt).attempts;
    assert.deepEqual([attempt.outcome, attempt.answers[0].order.orderId], ["registered", 1001]);
    assert.equal(done.stage.registrar.charges.length, 1);
    const checks = done.stage.registrar.requests.filter(isAvailability);
    assert.ok(checks.every(({ query }) => query.get("checkType") === "FULL"));
  });
});

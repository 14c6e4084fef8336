import assert from "node:assert/strict";
import { price, releasedAtCheck, useRegister } from "./register-stage";

describe("packaged DomainRegister, price and cap", () => {
  const { once } = useRegister();

  it("never buys above maxPrice or in another currency, says so, and ends as tooExpensive", async () => {
    for (const inputs of [{ maxPrice: String(price - 1) }, { currency: "EUR" }, { maxPrice: "12" }] as Record<
      string,
      string
    >[]) {
      const { result, outputs, stage, log } = await once({ inputs: { ...inputs, waitMinutes: "3" } });
      assert.deepEqual(
        [result, outputs["outcome"], stage.registrar.charges],
        ["SucceededWithIssues", "tooExpensive", []],
      );
      assert.equal(
        log.filter((line) => /^Available, but the price .* Polling continues\.$/.test(line)).length,
        1,
      );
      assert.equal(
        log.some((line) => line.includes("by a factor of 1000")),
        inputs["maxPrice"] === "12",
      );
    }
  });

  it("waits until the price falls below the cap", async () => {
    const { outputs, stage } = await once({
      registrar: {
        domains: [releasedAtCheck(1, { answer: (checks) => (checks < 6 ? { price: price * 2 } : {}) })],
      },
    });
    assert.deepEqual([outputs["outcome"], stage.registrar.charges.length], ["registered", 1]);
  });

  it('buys at any price only when maxPrice is "any"', async () => {
    const { outputs } = await once({
      inputs: { maxPrice: "any" },
      registrar: { domains: [releasedAtCheck(1, { price: 10 ** 12 })] },
    });
    assert.equal(outputs["outcome"], "registered");
    const test = await once({ inputs: { maxPrice: "", environment: "test" } });
    assert.deepEqual(
      [test.outputs["outcome"], test.stage.registrar.charges[0]?.environment],
      ["registered", "test"],
    );
  });
});

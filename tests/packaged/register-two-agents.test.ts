import assert from "node:assert/strict";
import { useGodaddyV3 } from "./godaddy-v3-stage";
import { usePorkbun } from "./porkbun-stage";
import type { KeyedService, KeyedStage } from "./registrars-stage";

/** Lets three agents that share the folder of receipts register at once. */
async function registerThrice(stage: KeyedStage<KeyedService>): Promise<void> {
  const results = await Promise.all([stage.run(), stage.run(), stage.run()]);
  assert.equal(stage.service.charges.length, 1);
  assert.ok(results.some(({ outputs }) => outputs["outcome"] === "registered"));
  assert.equal(new Set(stage.purchases().map(({ headers }) => headers["idempotency-key"])).size, 1);
}

describe("packaged DomainRegister by three agents at once", () => {
  const [porkbun, v3] = [usePorkbun(), useGodaddyV3()];

  it("buys once at Porkbun", () =>
    porkbun({ service: { checkLimit: { limit: 1000, TTL: 10 } } }, registerThrice));

  it("buys once at GoDaddy v3, even if its checks never notice the sale", () =>
    v3({ service: { forgetsSales: true, ownership: "forbidden" } }, registerThrice));
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { type Attempt, findEarlierPurchases } from "../../../../tasks/DomainRegister/registration/receipt";
import { keyedAttempt } from "./context-stage";

const here = "https://registrar.example/v2";
const attempt = (service: string, outcome: Attempt["outcome"]) => ({ ...keyedAttempt, service, outcome });
const kindOf = (attempts: Attempt[]) =>
  Object.entries(findEarlierPurchases(attempts, here)).flatMap(([kind, found]) => (found ? [kind] : []));

describe("earlier purchases", () => {
  it("count as bought at the registrar's host name, whatever its port, path, case and final dot", () => {
    for (const service of [here, "https://registrar.example:8443/", "http://REGISTRAR.example./"])
      assert.deepEqual(kindOf([attempt(service, "registered")]), ["bought"], service);
  });

  it("at another host do not count, unless the outcome is unknown", () => {
    const other = "https://registrar.example.net/";
    assert.deepEqual(kindOf([attempt(other, "registered")]), ["boughtElsewhere"]);
    assert.deepEqual(kindOf([attempt(other, "notBought")]), []);
    for (const outcome of ["sending", "unknown"] as const)
      assert.deepEqual(kindOf([attempt(other, outcome), attempt(here, "notBought")]), ["open"]);
  });

  it("are all found, in any order", () => {
    const all = [
      attempt(here, "registered"),
      attempt("https://trial.example/", "registered"),
      attempt("https://trial.example/", "unknown"),
      attempt(here, "notBought"),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) =>
        assert.deepEqual(kindOf(shuffled), ["bought", "open", "boughtElsewhere"]),
      ),
    );
  });
});

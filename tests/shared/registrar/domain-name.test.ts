import assert from "node:assert/strict";
import fc from "fast-check";
import { isSameDomain } from "../../../shared/registrar/parse";

describe("the domain that a response names", () => {
  it("is the same in ASCII and in its own script, in any case, with or without a final dot", () => {
    const spellings = [
      "xn--mnchen-3ya.org",
      "münchen.org",
      "MÜNCHEN.ORG",
      "mu\u0308nchen.org",
      "münchen。org",
    ];
    for (const named of spellings.flatMap((name) => [name, `${name}.`]))
      assert.ok(isSameDomain(named, "xn--mnchen-3ya.org"), named);
  });

  it("is no other name, and nothing but a text", () => {
    for (const named of [
      ...["", ".", "other.org", "www.example.org", "example.org.org", "xample.org", "example.org.."],
      ...[undefined, null, 7, ["example.org"], { domain: "example.org" }],
    ])
      assert.ok(!isSameDomain(named, "example.org"), JSON.stringify(named));
    fc.assert(fc.property(fc.domain(), (named) => isSameDomain(named, "example-to-buy.org") === false));
  });
});

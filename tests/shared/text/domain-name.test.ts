import assert from "node:assert/strict";
import fc from "fast-check";
import { asciiName } from "../../../shared/text/domain-name";

describe("name of a domain", () => {
  it("has one spelling: ASCII, lower case, without a final dot", () => {
    const spellings = {
      "example.org": ["EXAMPLE.ORG", "example.org.", "Example.org。", "ｅxample.org"],
      "xn--mller-kva.de": ["müller.de", "MÜLLER.DE.", "XN--MLLER-KVA.de", "mu\u0308ller.de"],
    };
    for (const [name, texts] of Object.entries(spellings))
      for (const text of texts) assert.equal(asciiName(text), name, text);
  });

  it("is empty for what cannot be a name, and keeps a second final dot", () => {
    assert.deepEqual(["", "xn--\u0000.org"].map(asciiName), ["", ""]);
    assert.equal(asciiName("example.org.."), "example.org.");
  });

  it("does not change if it is read again", () =>
    fc.assert(fc.property(fc.domain(), (text) => asciiName(`${asciiName(text)}.`) === asciiName(text))));
});

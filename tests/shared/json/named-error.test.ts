import assert from "node:assert/strict";
import fc from "fast-check";
import { namedError } from "../../../shared/json/named-error";

describe("the error that JSON names", () => {
  it("is looked for a few levels deep, and no deeper, whatever is nested", () => {
    assert.equal(namedError({ response: { data: { ok: false } } }), "ok false");
    assert.equal(namedError({ a: { b: { c: { d: { ok: false } } } } }), undefined);
    assert.equal(namedError(JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`)), undefined);
  });

  it("is none in a response that reports success", () => {
    const success = { ok: true, error: null, errors: [], code: 0, message: "Posted" };
    for (const json of [{}, [], null, 1, "text", success])
      assert.equal(namedError(json), undefined, JSON.stringify(json));
  });

  it("is a text or none for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => ["string", "undefined"].includes(typeof namedError(json))),
    );
  });
});

import assert from "node:assert/strict";
import { begin, next } from "../../../../tasks/DomainRegister/registration/procedure";
import { failed, rules, taken } from "../samples";
import { outcomeAfter } from "./procedure-stage";

describe("registration, refused checks", () => {
  const refusals = [400, 401, 403, 404, 422];

  it("gives up at once on a refusal if the registrar has not accepted the credential", () => {
    for (const status of refusals) assert.equal(outcomeAfter([failed({ status })]), "unanswered");
    for (const status of [undefined, 408, 429, 500, 503])
      assert.equal(outcomeAfter([failed({ status })]), "check");
  });

  it("takes one refusal for a failed check after any good response, and gives up on two of the same kind in a row", () => {
    const { registration } = begin(0, true);
    for (const status of refusals) {
      const refused = failed({ status });
      assert.equal(outcomeAfter([taken, refused]), "check");
      assert.equal(outcomeAfter([taken, refused, refused]), "unanswered");
      assert.equal(next(registration, refused, 0, rules).action.do, "check");
      assert.equal(outcomeAfter([taken, refused, taken, refused]), "check");
      const another = failed({ status: status === 401 ? 403 : 401 });
      assert.equal(outcomeAfter([taken, refused, another, refused]), "check");
      for (const between of [failed(), failed({ status: undefined })])
        assert.equal(outcomeAfter([taken, refused, between, refused]), "check");
    }
    assert.equal(outcomeAfter([taken, failed({ status: 503 }), failed({ status: 503 })]), "check");
  });
});

import assert from "node:assert/strict";
import { failed, response, taken } from "../samples";
import { actionAfter, checkAt } from "./procedure-stage";

const release = { earliest: 335, latest: 380 };
const isLater = { laterRelease: release };

describe("registration of a domain whose record proves that it is released later", () => {
  it("ends once the registrar says that the domain is not available", () => {
    const tooEarly = { do: "end", end: { outcome: "tooEarly", release } };
    assert.deepEqual(actionAfter([taken], isLater), tooEarly);
    assert.deepEqual(actionAfter([failed(), taken], isLater), tooEarly);
    assert.deepEqual(actionAfter([taken]), checkAt(30_000));
  });

  it("does not end while the registrar says that the domain is available, however uncertain that is", () => {
    const uncertain = response({ available: true, definitive: false });
    assert.equal(actionAfter([uncertain], { ...isLater, requireDefinitive: true }).do, "check");
  });

  it("buys what is available whatever the record says: it may lag behind the registry", () => {
    assert.equal(actionAfter([response(), response()], isLater).do, "purchase");
  });
});

import assert from "node:assert/strict";
import { begin, next } from "../../../../tasks/DomainRegister/registration/procedure";
import type { Event, Rules } from "../../../../tasks/DomainRegister/registration/state";
import { failed, response, rules, taken } from "../samples";

const release = { earliest: 335, latest: 380 };
const isLater: Rules = { ...rules, laterRelease: release };

/** The action after these events, which happen when the action that they answer is due. */
function actionAfter(events: readonly Event[], wanted: Rules = isLater) {
  let step = begin(0);
  for (const event of events) {
    const { action } = step;
    step = next(step.registration, event, action.do === "check" ? action.at : 0, wanted);
  }
  return step.action;
}

describe("registration of a domain whose record proves that it is released later", () => {
  it("ends once the registrar says that the domain is not available", () => {
    const tooEarly = { do: "end", end: { outcome: "tooEarly", release } };
    assert.deepEqual(actionAfter([taken]), tooEarly);
    assert.deepEqual(actionAfter([failed(), taken]), tooEarly);
    assert.deepEqual(actionAfter([taken], rules), { do: "check", at: 30_000, confirming: false });
  });

  it("does not end while the registrar says that the domain is available, however uncertain that is", () => {
    const uncertain = response({ available: true, definitive: false });
    assert.equal(actionAfter([uncertain], { ...isLater, requireDefinitive: true }).do, "check");
  });

  it("buys what is available whatever the record says: it may lag behind the registry", () => {
    assert.equal(actionAfter([response(), response()]).do, "purchase");
  });
});

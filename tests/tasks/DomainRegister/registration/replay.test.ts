import assert from "node:assert/strict";
import { findResolvableUntil } from "../../../../tasks/DomainRegister/registration/replay";
import { testClock } from "../../../test-clock";
import { now, service } from "./buyer-stage";
import { keyed, keyedAttempt } from "./context-stage";

describe("until when another run can find out how a purchase ended", () => {
  const context = { registrar: keyed, service, clock: testClock({ startsAt: now }) };

  it("is until the registrar's memory of its key ends, counted from the purchase", () => {
    const until = findResolvableUntil([{ ...keyedAttempt, outcome: "notBought" }, keyedAttempt], context);
    assert.equal(until, Date.parse(keyedAttempt.sentAt) + 23 * 3_600_000);
  });

  it("is never if it is settled, has no key, went elsewhere or is too old, or if the registrar has no keys", () => {
    for (const changes of [
      { outcome: "notBought" },
      { repeatable: undefined },
      { service: "https://other.example/" },
      { registrar: "godaddyV3" },
      { sentAt: new Date(now - 23 * 3_600_000).toISOString() },
    ] as const)
      assert.equal(findResolvableUntil([{ ...keyedAttempt, ...changes }], context), undefined);
    assert.equal(findResolvableUntil([], context), undefined);
    const { traits } = keyed;
    assert.equal(findResolvableUntil([keyedAttempt], { ...context, registrar: { traits } }), undefined);
  });
});

import assert from "node:assert/strict";
import type { Registrar } from "../../../../shared/registrar/registrar";
import type { Attempt } from "../../../../tasks/DomainRegister/registration/receipt";
import { findResolvableUntil } from "../../../../tasks/DomainRegister/registration/replay";
import { temporaryFolder } from "../../../temporary-folder";
import { contextWith, keyed, keyedAttempt, now, receiptIn } from "./context-stage";

describe("until when another run can find out how a purchase ended", () => {
  const folder = temporaryFolder();
  const findUntil = (attempts: readonly Attempt[], registrar: Partial<Registrar> = keyed) => {
    const receipts = receiptIn(folder());
    return findResolvableUntil(attempts, contextWith(receipts, { registrar }));
  };

  it("is until the registrar's memory of its key ends, counted from the purchase", () => {
    const until = findUntil([{ ...keyedAttempt, outcome: "notBought" }, keyedAttempt]);
    assert.equal(until, Date.parse(keyedAttempt.sentAt) + 23 * 3_600_000);
  });

  it("is never if it is settled, has no key, went elsewhere or is too old, or if the registrar has no keys", () => {
    for (const changes of [
      { outcome: "notBought" },
      { repeatable: undefined },
      { service: "https://other.example/" },
      { registrar: "godaddyV3" },
      { account: "another" },
      { sentAt: new Date(now - 23 * 3_600_000).toISOString() },
    ] as const)
      assert.equal(findUntil([{ ...keyedAttempt, ...changes }]), undefined);
    assert.equal(findUntil([]), undefined);
    const { traits } = keyed;
    assert.equal(findUntil([keyedAttempt], { traits }), undefined);
  });
});

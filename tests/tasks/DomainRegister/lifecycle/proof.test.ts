import assert from "node:assert/strict";
import fc from "fast-check";
import { endingOf, keepsStages } from "../../../../tasks/DomainRegister/lifecycle/endings";
import { provenUntil } from "../../../../tasks/DomainRegister/lifecycle/release";

const day = 24 * 3600 * 1000;
const now = Date.UTC(2026, 10, 22);

/** For how many days the record proves that the domain is not released. Undefined if it proves nothing. */
function provenDays(ending: string, statuses: string[], changedDaysAgo?: number, expiresInDays?: number) {
  const facts = {
    statuses,
    changedAt: changedDaysAgo === undefined ? undefined : now - changedDaysAgo * day,
    expiresAt: expiresInDays === undefined ? undefined : now + expiresInDays * day,
  };
  const until = provenUntil(facts, ending, now);
  return until && (until - now) / day;
}
const redemption = ["redemption period", "pending delete"];

describe("proof that a domain is not released yet", () => {
  it("is the stage, where a source states the stages of the ending", () => {
    for (const ending of ["com", "net", "org"]) {
      assert.equal(provenDays(ending, redemption, 30), 5);
      assert.equal(provenDays(ending, ["auto renew period"], 45, 320), 35);
      assert.equal(provenDays(ending, ["pending delete"], 1), 0);
    }
  });

  it("is never a stage of another ending: .nz keeps names in redemption for 90 days, others for none", () => {
    for (const ending of ["nz", "xyz", "uk.com", "constructor", ""])
      for (const statuses of [redemption, ["redemption period"], ["client hold"], ["pending delete"]])
        assert.equal(provenDays(ending, statuses, 1, 300), undefined, ending);
  });

  it("is no stage that began longer ago than it lasts, by the last change or the expiration date", () => {
    for (const days of [31, 35, 90]) assert.equal(provenDays("com", redemption, days), 0, `${days}`);
    for (const days of [7, 35]) assert.equal(provenDays("com", ["pending delete"], days), 0, `${days}`);
    assert.equal(provenDays("com", ["client hold"], 46), 0);
    assert.equal(provenDays("com", redemption, 7, -90), 0);
  });

  it("is no stage without a last change, and no redemption without pending delete beside it", () => {
    assert.equal(provenDays("com", redemption), undefined);
    assert.equal(provenDays("com", redemption, undefined, -40), undefined);
    assert.equal(provenDays("com", ["redemption period"], 7), undefined);
  });

  it("is a live registration until it expires, or until its ending's stages are over", () => {
    const live = ["client transfer prohibited", "active"];
    assert.equal(provenDays("com", live, 400, 100), 135);
    assert.equal(provenDays("xyz", live, 400, 100), 100);
  });

  it("is no date that an automatic renewal may just have set, except where weeks would follow in any case", () => {
    assert.equal(provenDays("io", ["active"], 1, 364), undefined);
    assert.equal(provenDays("io", ["active"], 1, 301), undefined);
    assert.equal(provenDays("io", ["active"], 1, 300), 300);
    assert.equal(provenDays("com", ["active"], 1, 364), 399);
  });

  it("is no registration that has expired, has no date, or has a status that may come before a release", () => {
    for (const ending of ["com", "xyz"]) {
      assert.equal(provenDays(ending, ["active"], 1, 0), undefined);
      assert.equal(provenDays(ending, ["active"], 1), undefined);
      for (const status of ["add period", "inactive", "server hold", "to be suspended"])
        assert.equal(provenDays(ending, ["active", status], 1, 100), undefined, status);
      assert.equal(provenDays(ending, [], 1, 100), undefined);
    }
  });

  it("never reaches further than the days that are left of a known stage, whatever the dates say", () => {
    const days = fc.option(fc.double({ min: -400, max: 400, noNaN: true }), { nil: undefined });
    const signs = fc.subarray(["pending delete", "redemption period", "client hold", "auto renew period"], {
      minLength: 1,
    });
    fc.assert(
      fc.property(signs, days, days, (statuses, changed, expires) => {
        const left = statuses.includes("redemption period")
          ? 5
          : statuses.includes("pending delete")
            ? 0
            : 35;
        assert.ok((provenDays("com", statuses, changed, expires) ?? 0) <= left);
      }),
    );
  });
});

describe("ending of a domain", () => {
  it("is all that follows the first label, so that names below another name are not taken for its ending", () => {
    assert.equal(endingOf("example.com"), "com");
    assert.equal(keepsStages(endingOf("example.uk.com")), false);
  });
});

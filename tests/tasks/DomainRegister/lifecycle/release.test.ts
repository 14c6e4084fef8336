import assert from "node:assert/strict";
import fc from "fast-check";
import { findReleaseWindow } from "../../../../tasks/DomainRegister/lifecycle/release";

const day = 24 * 3600 * 1000;
const now = Date.UTC(2026, 10, 20);
const none = { expiresAt: undefined, changedAt: undefined, statuses: [] };

/** The window in days from now. */
function daysUntil(facts: Partial<Parameters<typeof findReleaseWindow>[0]>) {
  const found = findReleaseWindow({ ...none, ...facts }, now);
  return found && [(found.earliest - now) / day, (found.latest - now) / day];
}

describe("release of a domain", () => {
  it("is 35 to 80 days after the expiration, if the statuses show no stage", () => {
    assert.deepEqual(daysUntil({ expiresAt: now + 10 * day }), [45, 90]);
    assert.deepEqual(daysUntil({ expiresAt: now + 10 * day, statuses: ["active"] }), [45, 90]);
  });

  it("is within the rest of the stage that the statuses show", () => {
    assert.deepEqual(daysUntil({ statuses: ["pending delete"] }), [0, 5]);
    assert.deepEqual(daysUntil({ statuses: ["redemption period", "pending delete"] }), [5, 35]);
    assert.deepEqual(daysUntil({ statuses: ["client hold"] }), [35, 80]);
  });

  it("is closer if the record says since when: a stage began before the last change", () => {
    assert.deepEqual(daysUntil({ statuses: ["pending delete"], changedAt: now - 4 * day }), [0, 1]);
    assert.deepEqual(daysUntil({ statuses: ["redemption period"], changedAt: now - 10 * day }), [5, 25]);
    assert.deepEqual(daysUntil({ statuses: ["pending delete"], changedAt: now + 4 * day }), [0, 5]);
  });

  it("goes by the statuses where the date contradicts them, as after an automatic renewal", () => {
    assert.deepEqual(daysUntil({ statuses: ["pending delete"], expiresAt: now + 300 * day }), [0, 5]);
  });

  it("is narrowed by the date where it agrees", () => {
    assert.deepEqual(daysUntil({ statuses: ["redemption period"], expiresAt: now - 60 * day }), [5, 20]);
    assert.deepEqual(daysUntil({ statuses: ["redemption period"], expiresAt: now - 5 * day }), [5, 35]);
  });

  it("can be at any moment where a date is older than the stage lasts: that never means that it is over", () => {
    assert.deepEqual(daysUntil({ statuses: ["pending delete"], changedAt: now - 7 * day }), [0, 5]);
    assert.deepEqual(daysUntil({ statuses: ["redemption period"], changedAt: now - 35 * day }), [0, 35]);
    assert.deepEqual(daysUntil({ statuses: ["redemption period"], expiresAt: now - 90 * day }), [0, 35]);
    assert.equal(daysUntil({ statuses: ["active"], expiresAt: now - 80.1 * day }), undefined);
    assert.deepEqual(daysUntil({ statuses: ["active"], expiresAt: now - 80 * day }), [0, 0]);
  });

  it("is never in the past, and never ends before it begins", () => {
    const days = fc.option(fc.double({ min: -1000, max: 1000, noNaN: true }), { nil: undefined });
    const statuses = fc.subarray(["active", "client hold", "redemption period", "pending delete", "x"]);
    fc.assert(
      fc.property(days, days, statuses, (expires, changed, shown) => {
        const at = (offset: number | undefined) => (offset === undefined ? undefined : now + offset * day);
        const facts = { expiresAt: at(expires), changedAt: at(changed), statuses: shown };
        const found = findReleaseWindow(facts, now);
        if (found !== undefined) assert.ok(now <= found.earliest && found.earliest <= found.latest);
      }),
    );
  });

  it("is not known from a record without dates and stages", () => {
    assert.equal(daysUntil({}), undefined);
    assert.equal(daysUntil({ statuses: ["active"] }), undefined);
  });

  it("holds the release of every domain that lives by the specification's lengths, at any moment of its life", () => {
    const life = fc.record({
      autoRenewDays: fc.double({ min: 0, max: 45, noNaN: true }),
      atDays: fc.double({ min: 0, max: 79.99, noNaN: true }),
      changed: fc.boolean(),
    });
    fc.assert(
      fc.property(life, ({ autoRenewDays, atDays, changed }) => {
        const releasedAfter = autoRenewDays + 35;
        fc.pre(atDays < releasedAfter);
        const expiresAt = now - atDays * day;
        const [status = "", began = 0] =
          atDays < autoRenewDays
            ? ["auto renew period", 0]
            : atDays < autoRenewDays + 30
              ? ["redemption period", autoRenewDays]
              : ["pending delete", autoRenewDays + 30];
        const changedAt = changed ? expiresAt + began * day : undefined;
        const found = findReleaseWindow({ expiresAt, changedAt, statuses: [status] }, now);
        const release = expiresAt + releasedAfter * day;
        assert.ok(found && found.earliest <= release + 1 && release <= found.latest + 1);
      }),
    );
  });
});

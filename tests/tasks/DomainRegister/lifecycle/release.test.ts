import assert from "node:assert/strict";
import fc from "fast-check";
import { findReleaseWindow } from "../../../../tasks/DomainRegister/lifecycle/release";

const day = 24 * 3600 * 1000;
const now = Date.UTC(2026, 10, 20);

type Facts = Parameters<typeof findReleaseWindow>[0];

/** Facts whose dates are so many days from now. */
const facts = (
  statuses: string[],
  { expires, changed }: { expires?: number | undefined; changed?: number | undefined } = {},
): Facts => ({
  expiresAt: expires === undefined ? undefined : now + expires * day,
  changedAt: changed === undefined ? undefined : now + changed * day,
  statuses,
});
const [active, hold] = [["active"], ["clientHold"]];
const [redemption, pendingDelete] = [["redemptionPeriod"], ["pendingDelete"]];

/** Windows in days from now. */
const windows: [sentence: string, Facts, window: [earliest: number, latest: number] | undefined][] = [
  ["is 35 to 80 days after the expiration, if there is no status", facts([], { expires: 10 }), [45, 90]],
  [
    "is 35 to 80 days after the expiration, if the statuses show no stage",
    facts(active, { expires: 10 }),
    [45, 90],
  ],
  ["is within the rest of pending delete", facts(pendingDelete), [0, 5]],
  ["is within redemption and pending delete", facts([...redemption, ...pendingDelete]), [5, 35]],
  ["is within all stages of a domain on hold", facts(hold), [35, 80]],
  [
    "is closer if the record changed since: the stage began before",
    facts(pendingDelete, { changed: -4 }),
    [0, 1],
  ],
  ["is closer in redemption, too, if the record changed since", facts(redemption, { changed: -10 }), [5, 25]],
  ["is not changed by a change in the future", facts(pendingDelete, { changed: 4 }), [0, 5]],
  ["goes by the statuses where the date contradicts them", facts(pendingDelete, { expires: 300 }), [0, 5]],
  ["is narrowed by the date where it agrees", facts(redemption, { expires: -60 }), [5, 20]],
  ["is not widened by the date", facts(redemption, { expires: -5 }), [5, 35]],
  // Never does such a date mean that the stage is over.
  [
    "can be at any moment if the change is older than the stage lasts",
    facts(pendingDelete, { changed: -7 }),
    [0, 5],
  ],
  ["can be at any moment if redemption began too long ago", facts(redemption, { changed: -35 }), [0, 35]],
  ["can be at any moment if the expiration is too long ago", facts(redemption, { expires: -90 }), [0, 35]],
  ["can be at the end of all stages", facts(active, { expires: -80 }), [0, 0]],
  ["is not known once all stages are over", facts(active, { expires: -80.1 }), undefined],
  ["is not known from a record without dates and stages", facts([]), undefined],
  ["is not known from an ordinary status", facts(active), undefined],
];

describe("release of a domain", () => {
  for (const [sentence, record, window] of windows)
    it(sentence, () => {
      const found = findReleaseWindow(record, now);
      assert.deepEqual(found && [found.earliest, found.latest].map((time) => (time - now) / day), window);
    });

  it("is never in the past, and never ends before it begins", () => {
    const days = fc.option(fc.double({ min: -1000, max: 1000, noNaN: true }), { nil: undefined });
    const statuses = fc.subarray(["active", "clientHold", "redemptionPeriod", "pendingDelete", "x"]);
    fc.assert(
      fc.property(days, days, statuses, (expires, changed, shown) => {
        const found = findReleaseWindow(facts(shown, { expires, changed }), now);
        if (found !== undefined) assert.ok(now <= found.earliest && found.earliest <= found.latest);
      }),
    );
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
            ? ["autoRenewPeriod", 0]
            : atDays < autoRenewDays + 30
              ? ["redemptionPeriod", autoRenewDays]
              : ["pendingDelete", autoRenewDays + 30];
        const changedAt = changed ? expiresAt + began * day : undefined;
        const found = findReleaseWindow({ expiresAt, changedAt, statuses: [status] }, now);
        const release = expiresAt + releasedAfter * day;
        assert.ok(found && found.earliest <= release + 1 && release <= found.latest + 1);
      }),
    );
  });
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { findStale } from "../../../../tasks/DomainRegister/registration/confirmation";

const sentAt = { even: 1_000_000, wall: 5_000_000 };
const later = (evenSeconds: number, wallSeconds = evenSeconds) => ({
  even: sentAt.even + evenSeconds * 1000,
  wall: sentAt.wall + wallSeconds * 1000,
});
const isStale = (tookSeconds: number, now: ReturnType<typeof later>) =>
  findStale({ sentAt, tookMilliseconds: tookSeconds * 1000 }, now) !== undefined;

describe("a confirmation", () => {
  it("is valid for ten seconds after its check was sent", () => {
    assert.ok(!isStale(0.3, later(10)));
    assert.ok(isStale(0.3, later(10.001)));
    assert.deepEqual(findStale({ sentAt, tookMilliseconds: 300 }, later(23.4)), {
      kind: "stale",
      ageSeconds: 23,
    });
  });

  it("of a slow check is valid for two seconds longer than its round trip", () => {
    assert.ok(!isStale(15, later(17)));
    assert.ok(isStale(15, later(17.001)));
  });

  it("ages by the clock that shows more, because one of them stops while a machine sleeps", () => {
    assert.ok(isStale(0.3, later(0.4, 3600)));
    assert.ok(isStale(0.3, later(3600, 0.4)));
    assert.ok(!isStale(0.3, later(0.4, -3600)), "a date that was set back tells nothing");
  });

  it("is not valid for longer if the process was stopped while it waited for the response", () => {
    assert.ok(isStale(3600, later(3600)));
    assert.ok(!isStale(20, later(22)));
  });

  it("is never valid for more than 22 seconds, by either clock", () => {
    const milliseconds = fc.oneof(fc.nat(30_000), fc.nat(1e9));
    fc.assert(
      fc.property(milliseconds, milliseconds, milliseconds, (tookMilliseconds, even, wall) => {
        const now = { even: sentAt.even + even, wall: sentAt.wall + wall };
        const allowed = Math.min(22_000, Math.max(10_000, tookMilliseconds + 2000));
        assert.equal(
          findStale({ sentAt, tookMilliseconds }, now) !== undefined,
          Math.max(even, wall) > allowed,
        );
      }),
    );
  });
});

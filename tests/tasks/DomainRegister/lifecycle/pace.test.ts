import assert from "node:assert/strict";
import fc from "fast-check";
import { renderDropHours } from "../../../../tasks/DomainRegister/lifecycle/drop-hours";
import { paceSeconds } from "../../../../tasks/DomainRegister/lifecycle/pace";

const hour = 3600 * 1000;
const day = 24 * hour;
const dropDay = Date.UTC(2026, 10, 20);
const at = (hours: number) => dropDay + hours * hour;
const facts = {
  tld: "com",
  release: { earliest: dropDay, latest: dropDay + day, likely: undefined },
  isMoving: false,
  steadySeconds: 30,
};

describe("pace by the record", () => {
  it("is steady in the registry's drop hours, and half an hour around them", () => {
    for (const hours of [17.5, 18, 19.99, 20.5]) assert.equal(paceSeconds(facts, at(hours)), 30, `${hours}`);
    assert.ok(paceSeconds(facts, at(17.3)) > 30);
    assert.ok(paceSeconds(facts, at(20.7)) > 30);
  });

  it("grows towards the drop hours and falls again after them", () => {
    const before = [12, 14, 16, 17].map((hours) => paceSeconds(facts, at(hours)));
    assert.deepEqual(
      before,
      [...before].sort((one, other) => other - one),
    );
    const after = [21, 22, 23].map((hours) => paceSeconds(facts, at(hours)));
    assert.deepEqual(
      after,
      [...after].sort((one, other) => one - other),
    );
    assert.equal(paceSeconds(facts, at(5)), 1800);
  });

  it("is steady at once when the record vanishes or changes", () => {
    assert.equal(paceSeconds({ ...facts, isMoving: true }, at(5)), 30);
  });

  it("is steady all day where the drop hours are not known", () => {
    for (const hours of [0, 5, 12, 23]) assert.equal(paceSeconds({ ...facts, tld: "xyz" }, at(hours)), 30);
  });

  it("is slow while the release is further away than a record may be wrong", () => {
    assert.equal(paceSeconds(facts, dropDay - 3 * day), 1800);
    assert.equal(paceSeconds(facts, dropDay + 5 * day), 1800);
  });

  it("is slower on days before the one that the record's last change points to", () => {
    const release = { ...facts.release, likely: dropDay + 3 * day };
    assert.equal(paceSeconds({ ...facts, release }, at(19)), 120);
    assert.equal(paceSeconds({ ...facts, release: { ...release, likely: at(30) } }, at(19)), 30);
  });

  it("is steady if nothing is known", () => {
    assert.equal(paceSeconds({ ...facts, release: undefined }, at(5)), 30);
  });

  it("is never faster than the steady pace and never slower than half an hour, or than the steady pace", () => {
    const any = fc.record({
      tld: fc.constantFrom("com", "org", "nz", "xyz", "constructor"),
      release: fc.option(
        fc.record({ earliest: fc.integer(), length: fc.nat() }).map(({ earliest, length }) => ({
          earliest: dropDay + earliest,
          latest: dropDay + earliest + length,
          likely: undefined,
        })),
        { nil: undefined },
      ),
      isMoving: fc.boolean(),
      steadySeconds: fc.double({ min: 0.5, max: 3600, noNaN: true }),
    });
    fc.assert(
      fc.property(any, fc.integer(), (some, offset) => {
        const seconds = paceSeconds(some, dropDay + offset);
        assert.ok(seconds >= some.steadySeconds && seconds <= Math.max(1800, some.steadySeconds));
        if (some.isMoving) assert.equal(seconds, some.steadySeconds);
      }),
    );
  });

  it("is explained by the drop hours", () => {
    assert.equal(renderDropHours("org"), "13:30 to 15:00 UTC");
    assert.equal(renderDropHours("xyz"), undefined);
  });
});

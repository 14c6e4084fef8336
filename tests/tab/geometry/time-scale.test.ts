import assert from "node:assert/strict";
import fc from "fast-check";
import { positionOf, ticksOf } from "../../../tab/geometry/time-scale";

const times = fc.double({ min: -1e10, max: 1e10, noNaN: true });

describe("time scale", () => {
  it("places the ends at the edges, and what is outside too", () => {
    const scale = { from: 100, to: 300 };
    assert.deepEqual(
      [0, 100, 150, 300, 999].map((time) => positionOf(scale, time)),
      [0, 0, 25, 100, 100],
    );
    assert.equal(positionOf({ from: 5, to: 5 }, 5), 0);
  });

  it("keeps every place within 0 and 100, in the order of the times", () => {
    fc.assert(
      fc.property(times, times, times, times, (from, to, one, other) => {
        const places = [Math.min(one, other), Math.max(one, other)].map((time) =>
          positionOf({ from, to }, time),
        );
        const [first = -1, second = 101] = places;
        assert.ok(first >= 0 && first <= second && second <= 100);
      }),
    );
  });

  it("has a handful of ticks at round times, whatever its length", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2e9 }), fc.integer({ min: 5, max: 3e9 }), (from, length) => {
        const ticks = ticksOf({ from, to: from + length }, 8);
        assert.ok(ticks.length <= 8);
        assert.ok(ticks.every(({ at }, index) => at >= 0 && at <= 100 && at >= (ticks[index - 1]?.at ?? 0)));
      }),
    );
    const hour = ticksOf({ from: 3600, to: 7200 }, 8).map(({ time, at }) => `${time / 60} ${at}`);
    assert.deepEqual(hour, ["60 0", "70 16.67", "80 33.33", "90 50", "100 66.67", "110 83.33", "120 100"]);
    assert.deepEqual(ticksOf({ from: 9, to: 9 }, 8), []);
  });
});

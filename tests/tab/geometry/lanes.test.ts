import assert from "node:assert/strict";
import fc from "fast-check";
import { laneHeight, lanesOf } from "../../../tab/geometry/gantt";

const intervals = fc
  .array(
    fc
      .record({ from: fc.integer({ min: 0, max: 100 }), length: fc.integer({ min: 0, max: 30 }) })
      .map(({ from, length }) => ({ from, to: from + length })),
    { maxLength: 60 },
  )
  .map((all) => all.toSorted((one, other) => one.from - other.from));

describe("lanes", () => {
  it("never overlap, whatever the intervals", () => {
    fc.assert(
      fc.property(intervals, (all) => {
        const lanes = lanesOf(all);
        for (const [one, first] of all.entries())
          for (const [other, second] of all.entries())
            if (one < other && lanes[one] === lanes[other])
              assert.ok(first.to <= second.from || second.to <= first.from);
      }),
    );
  });

  it("are as few as the most intervals that overlap at one time", () => {
    fc.assert(
      fc.property(intervals, (all) => {
        const long = all.filter(({ from, to }) => to > from);
        const atOnce = long.map(({ from }) => long.filter((one) => one.from <= from && from < one.to).length);
        assert.equal(new Set(lanesOf(long)).size, Math.max(0, ...atOnce));
      }),
    );
  });

  it("get lower, but stay visible, where there are many", () => {
    assert.deepEqual([0, 1, 6, 10, 100].map(laneHeight), [20, 20, 20, 12, 6]);
  });
});

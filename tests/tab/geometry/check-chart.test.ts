import assert from "node:assert/strict";
import { checkChartOf, kindOf } from "../../../tab/geometry/check-chart";
import { purchase } from "../example-registrations";

describe("chart of the checks", () => {
  it("tells an availability, certain or not, from its opposite, and from a failed check", () => {
    const kinds = [
      { available: true, definitive: true },
      { available: true, definitive: false },
      { available: false, definitive: true },
      { problem: "timed out" },
    ].map((check) => kindOf({ at: 0, until: 0, count: 1, ...check }));
    assert.deepEqual(kinds, ["available", "available", "not available", "check failed"]);
  });

  it("has no gap between two changes, and its last one reaches the end", () => {
    const { segments } = checkChartOf(purchase());
    for (const [index, { at, width }] of segments.entries()) {
      const next = segments[index + 1]?.at ?? 100;
      assert.ok(Math.abs(at + width - next) < 0.02, `${at} + ${width}, ${next}`);
    }
  });
});

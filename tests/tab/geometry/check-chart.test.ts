import assert from "node:assert/strict";
import { checkChartOf, kindOf } from "../../../tab/geometry/check-chart";
import { purchase } from "../example-registrations";

describe("chart of the checks", () => {
  it("tells an availability, certain or not, from its opposite, and from a failed check", () => {
    const check = { at: 0, until: 0, count: 1 };
    assert.deepEqual(
      [
        { ...check, available: true, definitive: true },
        { ...check, available: true, definitive: false },
        { ...check, available: false, definitive: true },
        { ...check, problem: "timed out" },
      ].map(kindOf),
      ["available", "available", "not available", "check failed"],
    );
  });

  it("has no gap between two changes, and its last one reaches the end", () => {
    const { segments } = checkChartOf(purchase());
    for (const [index, { at, width }] of segments.entries()) {
      const next = segments[index + 1]?.at ?? 100;
      assert.ok(Math.abs(at + width - next) < 0.02, `${at} + ${width}, ${next}`);
    }
  });

  it("places each purchase attempt at its time", () => {
    const places = checkChartOf(purchase()).attempts.map(({ attempt, at }) => [attempt.response, at]);
    assert.deepEqual(places, [
      ["failed", 68.75],
      ["bought", 99.69],
    ]);
  });
});

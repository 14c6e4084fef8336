import assert from "node:assert/strict";
import { checkChartOf, kindOf } from "../../../tab/geometry/check-chart";
import { purchase } from "../example-reports";

describe("chart of the checks", () => {
  it("tells a certain availability from an uncertain one, and from a failed check", () => {
    const check = { at: 0, until: 0, count: 1 };
    assert.deepEqual(
      [
        { ...check, available: true, definitive: true },
        { ...check, available: true },
        { ...check, available: false, definitive: true },
        { ...check, problem: "timed out" },
      ].map(kindOf),
      ["available", "maybe", "taken", "problem"],
    );
  });

  it("has no gap between two changes, and its last one reaches the end", () => {
    const { segments } = checkChartOf(purchase());
    for (const [index, { at, width }] of segments.entries()) {
      const next = segments[index + 1]?.at ?? 100;
      assert.ok(Math.abs(at + width - next) < 0.02, `${at} + ${width}, ${next}`);
    }
  });

  it("draws prices and cap on one scale, and takes from the report which price was refused", () => {
    const { prices } = checkChartOf(purchase());
    const cap = prices?.capHeight ?? Number.NaN;
    assert.deepEqual(
      prices?.steps.map(({ price, height, isRefused }) => [price.amount, height > cap, isRefused]),
      [
        ["24.50", true, true],
        ["11.69", false, false],
      ],
    );
    const { priceCap: _, ...uncapped } = purchase();
    assert.equal(checkChartOf(uncapped).prices?.capHeight, undefined);
    assert.equal(checkChartOf({ ...uncapped, changes: [] }).prices, undefined);
  });
});

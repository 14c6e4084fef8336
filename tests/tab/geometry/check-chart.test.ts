import assert from "node:assert/strict";
import { checkChartOf, kindOf, labelled } from "../../../tab/geometry/check-chart";
import { purchase } from "../example-reports";

describe("chart of the checks", () => {
  it("labels each price once, where it was last offered, a refused one first, and none over another", () => {
    const step = (at: number, raw: string, isRefused = false) => {
      return { at, width: 5, height: Number(raw), price: { amount: raw, raw }, isRefused };
    };
    const shown = (...steps: ReturnType<typeof step>[]) =>
      labelled(steps).map(({ at, price }) => `${price.raw} ${at}`);
    assert.deepEqual(shown(step(0, "10"), step(40, "80", true), step(90, "10")), ["80 40", "10 90"]);
    assert.deepEqual(shown(step(0, "10"), step(5, "12")), ["12 5"]);
    assert.deepEqual(shown(step(0, "10", true), step(5, "12")), ["10 0"]);
    assert.deepEqual(shown(step(0, "10"), step(5, "90")), ["90 5", "10 0"]);
  });

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
    assert.deepEqual(
      labelled(prices?.steps ?? []).map(({ price }) => price.amount),
      ["24.50", "11.69"],
    );
    assert.equal(checkChartOf(uncapped).prices?.capHeight, undefined);
    assert.equal(checkChartOf({ ...uncapped, changes: [] }).prices, undefined);
  });
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { checkChartOf, kindOf, labelled } from "../../../tab/geometry/check-chart";
import { purchase } from "../example-reports";

describe("chart of the checks", () => {
  const offer = (at: number, amount: string, isRefused = false) => ({
    ...{ at, until: at, count: 1, available: true, price: { amount, raw: "1" } },
    ...(isRefused ? { objection: "too expensive" } : {}),
  });
  /** The labels of prices between 0 and 100 against a cap. */
  function labelsOf(cap: string, ...changes: ReturnType<typeof offer>[]) {
    const priceCap = { amount: cap, raw: "1" };
    const { prices } = checkChartOf({ ...purchase(), from: 0, to: 100, priceCap, changes });
    return prices === undefined ? [] : labelled(prices, ({ amount }) => amount);
  }

  it("labels each price once, where it was last offered, a refused one first", () => {
    const shown = (...changes: ReturnType<typeof offer>[]) =>
      labelsOf("50", ...changes).map(({ text, at }) => `${text} ${at}`);
    assert.deepEqual(shown(offer(0, "10"), offer(40, "80", true), offer(90, "10")), ["80 40", "10 90"]);
    assert.deepEqual(shown(offer(0, "10"), offer(5, "12")), ["12 5"]);
    assert.deepEqual(shown(offer(0, "10", true), offer(5, "12")), ["10 0"]);
    assert.deepEqual(shown(offer(0, "10"), offer(5, "90")), ["90 5", "10 0"]);
  });

  it("keeps the lines of prices and cap apart and off the labels, whatever the amounts", () => {
    const amount = fc.integer({ min: 0, max: 1e12 }).map((cents) => (cents / 100).toFixed(2));
    fc.assert(
      fc.property(amount, amount, (cap, price) => {
        const priceCap = { amount: cap, raw: "1" };
        const { prices } = checkChartOf({ ...purchase(), priceCap, changes: [offer(0, price)] });
        const [{ height = Number.NaN } = {}] = prices?.steps ?? [];
        assert.ok(Math.abs(height - 50) >= 6 && height >= 24 && height <= 76, String(height));
        assert.equal(height > 50, Number(price) > Number(cap));
      }),
    );
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
      labelsOf(
        "12.00",
        ...purchase().changes.flatMap(({ price }, at) => (price ? offer(at * 20, price.amount) : [])),
      ).map(({ isAbove }) => isAbove),
      [false, true],
    );
    assert.equal(checkChartOf(uncapped).prices?.capHeight, undefined);
    assert.equal(checkChartOf({ ...uncapped, changes: [] }).prices, undefined);
  });
});

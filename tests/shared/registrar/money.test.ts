import assert from "node:assert/strict";
import fc from "fast-check";
import { decimalOf, millionths, minorUnits, parseDecimal } from "../../../shared/registrar/money";

describe("money", () => {
  it("counts currencies in their smallest unit by ISO 4217", () => {
    for (const [currency, decimals] of Object.entries({ USD: 2, EUR: 2, JPY: 0, TND: 3, CLF: 4 }))
      assert.equal(minorUnits.decimals(currency), decimals, currency);
    assert.deepEqual([minorUnits.decimals(undefined), millionths.decimals("JPY")], [2, 6]);
  });

  it("reads decimal amounts exactly, and none with more decimals than the unit has", () => {
    assert.equal(parseDecimal("12.00", 6), 12_000_000n);
    assert.equal(parseDecimal("12", 2), 1200n);
    assert.equal(parseDecimal("0.1", 2), 10n);
    assert.equal(parseDecimal("12.3400", 2), 1234n);
    assert.equal(parseDecimal("500", 0), 500n);
    assert.equal(parseDecimal("1.5", 0), undefined);
    for (const text of ["12.345", "-1", "1e3", "", ".5", "1.", "1,00", "9".repeat(16)])
      assert.equal(parseDecimal(text, 2), undefined, text);
  });

  it("is written with at least two decimals, and with none that are not needed", () => {
    assert.equal(decimalOf(11_690_000, 6), "11.69");
    assert.equal(decimalOf(11_690_001n, 6), "11.690001");
    assert.equal(decimalOf(100, 6), "0.0001");
    assert.equal(decimalOf(1200, 2), "12.00");
    assert.equal(decimalOf(5, 2), "0.05");
    assert.equal(decimalOf(500, 0), "500");
    for (const amount of [-1, 1.5, 2 ** 60, Number.NaN, -1n]) assert.equal(decimalOf(amount, 2), undefined);
  });

  it("survives being written and read again, whatever the amount", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.nat(6), (amount, decimals) =>
        assert.equal(parseDecimal(decimalOf(amount, decimals) ?? "", decimals), amount),
      ),
    );
  });
});

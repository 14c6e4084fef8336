import assert from "node:assert/strict";
import fc from "fast-check";
import { currencyCode, day, decimal, digits, pathOfOurs, word } from "../../../shared/agent/output-values";
import { hostileText } from "../../hostile-text";

describe("values of outputs", () => {
  it("are whole numbers, words, currencies and paths as they are", () => {
    assert.deepEqual([digits(0), digits(11_690_000), digits(undefined)], ["0", "11690000", ""]);
    assert.deepEqual([word("alreadyOwned"), word(true), word(undefined)], ["alreadyOwned", "true", ""]);
    assert.deepEqual([currencyCode("USD"), currencyCode(undefined)], ["USD", ""]);
    assert.deepEqual([decimal("11.69"), decimal("9"), decimal(undefined)], ["11.69", "9", ""]);
    assert.deepEqual([day("2026-12-31"), day(undefined)], ["2026-12-31", ""]);
    assert.equal(pathOfOurs("/var/lib/a b/x.json"), "/var/lib/a b/x.json");
  });

  it("are empty for a number that is not whole, negative, or too large to be written in digits", () => {
    for (const number of [1.5, -1, 1e21, Number.NaN, Number.POSITIVE_INFINITY])
      assert.equal(digits(number), "");
  });

  it("hold nothing that a script could run, whatever the text", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        assert.match(currencyCode(text), /^([A-Z]{3})?$/);
        assert.match(word(text), /^[A-Za-z]*$/);
      }),
    );
    for (const text of ["11.69 USD", " 11.69", "11.", ".69", "1e3", "-1"]) assert.equal(decimal(text), "");
    for (const text of ["2026-12-31T00:00:00Z", "on 2026-12-31", "2026-1-31"]) assert.equal(day(text), "");
    for (const text of ["USD\n", "US$", "AUSD", "USDX", "$(id)", "`id`", "usd"])
      assert.equal(currencyCode(text), "");
    assert.equal(pathOfOurs("/tmp/x\n##vso[task.complete]"), "");
  });
});

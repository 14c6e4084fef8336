import assert from "node:assert/strict";
import fc from "fast-check";
import { createInputReader } from "../../../../shared/agent/inputs";
import { decimalOf } from "../../../../shared/registrar/money";
import type { RegistrarName } from "../../../../shared/registrar/registrar";
import { registrars } from "../../../../shared/registrar/registrars";
import { findCurrencyProblems, readMaxPrice } from "../../../../tasks/DomainRegister/inputs/max-price";
import { memoryAgent } from "../../../memory-agent";

/** The limit that inputs give at a registrar, and the problems. */
function read(maxPrice: string, currency = "", registrar: RegistrarName = "godaddy", isItsOwn = true) {
  const reader = createInputReader(memoryAgent({ inputs: { maxPrice, currency } }));
  const {
    unit: _,
    period: __,
    ...limit
  } = readMaxPrice(reader, true, registrars[registrar].traits(isItsOwn));
  return { ...limit, problems: reader.problems };
}
const problemOf = (...given: Parameters<typeof read>) => read(...given).problems.join();

describe("maxPrice", () => {
  it("is an amount with its currency, at every registrar whose unit is known", () => {
    for (const [registrar, units] of [
      ["godaddy", 12_340_000n],
      ["godaddyV3", 1234n],
      ["porkbun", 1234n],
    ] as const)
      for (const [text, currency] of [
        ["12.34 USD", ""],
        ["12.34USD", ""],
        ["12.34 usd", "usd"],
        ["12.34", "USD"],
      ] as const)
        assert.deepEqual(read(text, currency, registrar), {
          maxPrice: units,
          currency: "USD",
          problems: [],
        });
    assert.equal(read("500 JPY", "", "godaddyV3").maxPrice, 500n);
  });

  it("has to be in the registrar's only currency: no offer would ever be within another", () => {
    const problems = (registrar: RegistrarName, currency: string | undefined) =>
      findCurrencyProblems(currency, registrars[registrar].traits(true));
    assert.deepEqual(problems("porkbun", "EUR"), [
      "currency: porkbun sells in USD only, not in EUR. Give maxPrice and currency in USD",
    ]);
    for (const [registrar, currency] of [
      ["porkbun", "USD"],
      ["porkbun", undefined],
      ["godaddyV3", "EUR"],
    ] as const)
      assert.deepEqual(problems(registrar, currency), []);
  });

  it("has at most 15 digits before the decimal point, and says so", () => {
    assert.match(
      problemOf(`${"9".repeat(16)} USD`),
      /^maxPrice: 16 digits before the decimal point are too many/,
    );
    assert.match(problemOf("1.123 USD", "", "porkbun"), /with at most 2 decimals, got "1\.123 USD"/);
    assert.deepEqual(problemOf("1.120 USD", "", "porkbun"), "");
  });

  it("is any price with the word any", () => {
    assert.deepEqual(read("any", "EUR"), { maxPrice: undefined, currency: "EUR", problems: [] });
  });

  it("stays a bare integer in the registrar's unit at the registrar of the specification and at apiUrl", () => {
    assert.deepEqual(read("12000000"), { maxPrice: 12_000_000n, currency: undefined, problems: [] });
    assert.deepEqual(read("1200", "USD", "godaddy", false), {
      maxPrice: 1200n,
      currency: "USD",
      problems: [],
    });
  });

  it("is refused as a bare integer that is too small or has no clear unit, with the line to write instead", () => {
    assert.equal(
      problemOf("12"),
      "maxPrice: this registrar counts in millionths of the currency, so 12 is 0.000012. " +
        "For that many USD, write 12.00 USD",
    );
    assert.match(problemOf("0", "EUR"), /write 12\.00 EUR$/);
    for (const registrar of ["godaddyV3", "porkbun"] as const)
      for (const [text, advice] of [
        ["12", "For that many USD, write 12.00 USD"],
        ["9999", "For that many USD, write 9999.00 USD"],
        ["10000", "If these are millionths, write 0.01 USD"],
        ["12000000", "If these are millionths, write 12.00 USD"],
      ] as const)
        assert.equal(
          problemOf(text, "", registrar),
          `maxPrice: ${text} has no currency and no decimals, so its unit is not clear. ${advice}`,
        );
  });

  it("is refused with another currency than the input's, with none, or with too many decimals", () => {
    assert.equal(problemOf("12.00 USD", "EUR"), "maxPrice: is in USD, but `currency` is EUR");
    assert.equal(problemOf("12.00"), "maxPrice: names no currency. Write 12.00 USD, or set `currency`");
    assert.equal(
      problemOf("12.345 USD", "", "porkbun"),
      'maxPrice: expected an amount of USD with at most 2 decimals, got "12.345 USD"',
    );
  });

  it("is refused as an amount where nobody knows the unit", () => {
    assert.match(
      problemOf("12.00 USD", "", "godaddy", false),
      /The unit of the service at `apiUrl` is not known$/,
    );
  });

  it("is required, and says what to write", () => {
    assert.equal(
      problemOf(""),
      "maxPrice: missing; expected an amount with its currency, such as 12.00 USD, " +
        "a whole number of millionths (12000000 is 12.00), or any",
    );
    assert.equal(
      problemOf("", "", "porkbun"),
      "maxPrice: missing; expected an amount with its currency, such as 12.00 USD, or any",
    );
    assert.match(problemOf("cheap", "", "porkbun"), /expected an amount with its currency.*got "cheap"$/);
  });

  it("is exact, whatever the amount", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (cents) => {
        assert.equal(read(`${decimalOf(cents, 2)} USD`, "", "porkbun").maxPrice, cents);
        assert.equal(read(`${decimalOf(cents, 2)} USD`).maxPrice, cents * 10_000n);
      }),
    );
  });
});

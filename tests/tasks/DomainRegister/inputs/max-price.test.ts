import assert from "node:assert/strict";
import fc from "fast-check";
import { createInputReader } from "../../../../shared/agent/inputs";
import { decimalOf } from "../../../../shared/registrar/money";
import type { RegistrarName } from "../../../../shared/registrar/registrar";
import { registrars } from "../../../../shared/registrar/registrars";
import { findCurrencyProblems, readMaxPrice } from "../../../../tasks/DomainRegister/inputs/max-price";
import { memoryAgent } from "../../../memory-agent";

/** The cap that inputs give at a registrar, its currency, and the problems. */
function read(maxPrice: string, currency = "", registrar: RegistrarName = "godaddy", isItsOwn = true) {
  const reader = createInputReader(memoryAgent({ inputs: { maxPrice, currency } }));
  const limit = readMaxPrice(reader, true, registrars[registrar].traits(isItsOwn));
  return [limit.maxPrice, limit.currency, ...reader.problems];
}
const problemOf = (...given: Parameters<typeof read>) =>
  read(...given)
    .slice(2)
    .join();

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
        assert.deepEqual(read(text, currency, registrar), [units, "USD"]);
    assert.deepEqual(read("500 JPY", "", "godaddyV3"), [500n, "JPY"]);
  });

  it("has to be in the registrar's only currency: no offer would ever be within another", () => {
    const problems = (registrar: RegistrarName, currency: string | undefined) =>
      findCurrencyProblems(currency, registrars[registrar].traits(true));
    assert.deepEqual(problems("porkbun", "EUR"), [
      "currency: porkbun sells in USD only, not in EUR. Give maxPrice and currency in USD",
    ]);
    const fine = [
      ...problems("porkbun", "USD"),
      ...problems("porkbun", undefined),
      ...problems("godaddyV3", "EUR"),
    ];
    assert.deepEqual(fine, []);
  });

  it("is any price with the word any", () => assert.deepEqual(read("any", "EUR"), [undefined, "EUR"]));

  it("stays a bare integer in the registrar's unit at the registrar of the specification and at apiUrl", () => {
    assert.deepEqual(read("12000000"), [12_000_000n, undefined]);
    assert.deepEqual(read("1200", "USD", "godaddy", false), [1200n, "USD"]);
  });

  it("may end in zeros beyond the currency's decimals", () => {
    assert.equal(problemOf("1.120 USD", "", "porkbun"), "");
  });

  it("is refused as a bare integer without a clear unit, with the line to write instead", () => {
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

  const tooSmall = "this registrar counts in millionths of the currency, so";
  const expected = "expected an amount with its currency, such as 12.00 USD,";
  const refused: [problem: string, ...Parameters<typeof read>][] = [
    [`${tooSmall} 12 is 0.000012. For that many USD, write 12.00 USD`, "12"],
    [`${tooSmall} 0 is 0.00. For that many EUR, write 12.00 EUR`, "0", "EUR"],
    ["16 digits before the decimal point are too many. For any price, write any", `${"9".repeat(16)} USD`],
    ["is in USD, but `currency` is EUR", "12.00 USD", "EUR"],
    ["names no currency. Write 12.00 USD, or set `currency`", "12.00"],
    ['expected an amount of USD with at most 2 decimals, got "12.345 USD"', "12.345 USD", "", "porkbun"],
    [`missing; ${expected} a whole number of millionths (12000000 is 12.00), or any`, ""],
    [`missing; ${expected} or any`, "", "", "porkbun"],
    [`${expected} or any, got "cheap"`, "cheap", "", "porkbun"],
  ];
  it("is refused with what to write", () => {
    for (const [problem, ...given] of refused) assert.equal(problemOf(...given), `maxPrice: ${problem}`);
  });

  it("is refused as an amount where nobody knows the unit", () => {
    const problem = problemOf("12.00 USD", "", "godaddy", false);
    assert.match(problem, /The unit of the service at `apiUrl` is not known$/);
  });

  it("is exact, whatever the amount", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (cents) => {
        assert.deepEqual(read(`${decimalOf(cents, 2)} USD`, "", "porkbun"), [cents, "USD"]);
        assert.deepEqual(read(`${decimalOf(cents, 2)} USD`), [cents * 10_000n, "USD"]);
      }),
    );
  });
});

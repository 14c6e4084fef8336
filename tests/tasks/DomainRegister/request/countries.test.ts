import assert from "node:assert/strict";
import { countries } from "../../../../tasks/DomainRegister/request/countries";

describe("countries", () => {
  const nameOf = (code: string) =>
    new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code) ?? "";

  it("are those that Node has a name for, but for what its version is too old for", () => {
    const unknown = [...countries].filter((code) => nameOf(code) === "");
    assert.ok(countries.size === 257 && unknown.length <= 3, unknown.join(" "));
  });

  it("are all that Node has a name for, but for groups of countries, tests, and codes that were withdrawn", () => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const others = letters
      .flatMap((first) => letters.map((second) => `${first}${second}`))
      // A code that was withdrawn, such as UK or YU, is led back to the one that took its place.
      .filter((code) => nameOf(code) !== "" && new Intl.Locale(`und-${code}`).region === code)
      .filter((code) => !countries.has(code));
    const noCountries = ["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"];
    assert.deepEqual(
      others.filter((code) => !noCountries.includes(code)),
      [],
    );
  });
});

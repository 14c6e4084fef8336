import assert from "node:assert/strict";
import fc from "fast-check";
import { isTooMuch, maxValues } from "../../../../tasks/DomainRegister/request/keys";
import { parseRequest } from "../../../../tasks/DomainRegister/request/parse";
import { contactRoles } from "../../../../tasks/DomainRegister/request/schema";
import { exampleRequest } from "../../../packaged/register-stage";
import { domain } from "../samples";

const example = Object(exampleRequest);
const { addressMailing } = example.contactAdmin;
const read = (value: unknown) => parseRequest(value, domain);
const faultsOf = (changes: object) => read({ ...example, ...changes }).problems;

/** Some letters of a key in the other case. */
const recased = (key: string) =>
  fc
    .array(fc.boolean(), { minLength: key.length, maxLength: key.length })
    .map((flags) => [...key].map((letter, at) => (flags[at] ? swapped(letter) : letter)).join(""))
    .filter((text) => text !== key);
const swapped = (letter: string) =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();

describe("keys of a registration request", () => {
  it("are refused where they differ from a known one only by case, at every level, each with the right spelling", () => {
    const refused = (where: string, meant: string) =>
      `${where}: write ${meant}; a registrar may read one as the other`;
    assert.deepEqual(faultsOf({ Domain: "evil.org", Period: 10 }), [
      refused("Domain", "domain"),
      refused("Period", "period"),
    ]);
    const contactTech = {
      ...example.contactTech,
      EMAIL: "x",
      addressMailing: { ...addressMailing, City: "x" },
    };
    assert.deepEqual(faultsOf({ contactTech, consent: { ...example.consent, AgreedBy: "::1" } }), [
      refused("consent.AgreedBy", "agreedBy"),
      refused("contactTech.EMAIL", "email"),
      refused("contactTech.addressMailing.City", "city"),
    ]);
  });

  it("are refused whatever of a known one's letters are in the other case", () => {
    const objects: [string[], object][] = [
      [[], example],
      [["consent"], example.consent],
      ...contactRoles.map((role): [string[], object] => [[role], example[role]]),
    ];
    const anyRecased = fc
      .constantFrom(...objects.flatMap(([path, of]) => Object.keys(of).map((key) => ({ path, of, key }))))
      .chain(({ path, of, key }) => recased(key).map((other) => ({ path, of, key, other })));
    fc.assert(
      fc.property(anyRecased, ({ path: [member], of, key, other }) => {
        const within = { ...of, [other]: Reflect.get(of, key) };
        const { request, problems } = read(member === undefined ? within : { ...example, [member]: within });
        const expected = `${member === undefined ? "" : `${member}.`}${other}: write ${key};`;
        assert.ok(
          request === undefined && problems.some((problem) => problem.startsWith(expected)),
          problems.join(),
        );
      }),
    );
  });

  it("are refused in letters, widths and with invisible characters that are read as a known one's", () => {
    for (const key of ["nameſervers", "ｄomain", "do\u00admain", " domain", "domain\u0000", "con\u200bsent"])
      assert.equal(faultsOf({ [key]: 1 }).length, 1, JSON.stringify(key));
  });

  it("are refused where two of one object differ only so, though nobody knows either, however deep", () => {
    assert.deepEqual(faultsOf({ more: [{ fee: 1, FEE: 2 }], coupon: 1, Coupon: 2 }), [
      "Coupon: is coupon in another spelling; keep one",
      "more.0.FEE: is fee in another spelling; keep one",
    ]);
  });

  it("are shown by their length alone where they are longer than any that is meant", () => {
    const { warnings } = read({ ...example, ["x".repeat(3_000_000)]: 1 });
    assert.deepEqual(warnings, ["(a name of 3000000 characters): unknown, and sent as it is"]);
    const deep = { more: { ["y".repeat(1000)]: { a: 1, A: 1 } } };
    assert.ok(faultsOf(deep).every((problem) => problem.length < 300));
  });
});

describe("members of a registration request that are missing", () => {
  it("are all listed, whatever else is missing or wrong (decision 6)", () => {
    const { $schema: _, domain: __, ...required } = example;
    fc.assert(
      fc.property(
        fc.subarray(Object.keys(required), { minLength: 1 }),
        fc.subarray(Object.keys(required)),
        (missing, wrong) => {
          const spoilt = Object.fromEntries(wrong.map((key) => [key, 5.5]));
          const all = { ...required, ...spoilt };
          const { problems } = read(
            Object.fromEntries(Object.entries(all).filter(([key]) => !missing.includes(key))),
          );
          for (const key of missing)
            assert.ok(problems.some((problem) => problem.startsWith(`${key}: missing`)));
          for (const key of wrong.filter((name) => !missing.includes(name)))
            assert.ok(problems.some((problem) => problem.startsWith(`${key}: expected`)));
        },
      ),
    );
  });
});

describe("a registration request of many values", () => {
  it("is refused as such before anything takes long, wide or deep", () => {
    let deep: unknown = 1;
    for (let level = 0; level < maxValues; level++) deep = { deep };
    const wide = { nameServers: Array.from({ length: 1_000_000 }, () => "") };
    for (const value of [
      { ...example, deep },
      { ...example, ...wide },
    ])
      assert.deepEqual(read(value).problems, [`the request: holds more than ${maxValues} values`]);
  });

  it("has so many values as it holds, itself included", () => {
    assert.equal(isTooMuch(Array.from({ length: maxValues - 1 }, () => 1)), false);
    assert.equal(isTooMuch(Array.from({ length: maxValues }, () => 1)), true);
    assert.equal(isTooMuch(Array.from({ length: maxValues / 2 }, () => [1])), true);
  });
});

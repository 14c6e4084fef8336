import assert from "node:assert/strict";
import fc from "fast-check";
import { hasTooManyValues, maxValues } from "../../../../tasks/DomainRegister/request/keys";
import { parseRequest } from "../../../../tasks/DomainRegister/request/parse";
import { contactRoles } from "../../../../tasks/DomainRegister/request/schema";
import { exampleRequest } from "../../../packaged/register-stage";
import { domain } from "../samples";

const example = Object(exampleRequest);
const { addressMailing } = example.contactAdmin;
const read = (value: unknown) => parseRequest(value, domain);
const problemsOf = (changes: object) => read({ ...example, ...changes }).problems;

/** Changes the case of some letters of a key. */
const recased = (key: string) =>
  fc
    .array(fc.boolean(), { minLength: key.length, maxLength: key.length })
    .map((flags) => [...key].map((letter, at) => (flags[at] ? swapped(letter) : letter)).join(""))
    .filter((text) => text !== key);
const swapped = (letter: string) =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();

describe("keys of a registration request", () => {
  it("are refused if they differ from a known one only by case, at every level, with the right spelling", () => {
    const refused = (where: string, meant: string) =>
      `${where}: write ${meant}, because a registrar may confuse the two`;
    assert.deepEqual(problemsOf({ Domain: "evil.org", Period: 10 }), [
      refused("Domain", "domain"),
      refused("Period", "period"),
    ]);
    const contactTech = {
      ...example.contactTech,
      EMAIL: "x",
      addressMailing: { ...addressMailing, City: "x", addreß1: "x" },
    };
    assert.deepEqual(problemsOf({ contactTech, consent: { ...example.consent, AgreedBy: "::1" } }), [
      refused("consent.AgreedBy", "agreedBy"),
      refused("contactTech.EMAIL", "email"),
      refused("contactTech.addressMailing.City", "city"),
      refused("contactTech.addressMailing.addreß1", "address1"),
    ]);
  });

  it("are refused whichever of a known one's letters are in the other case", () => {
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
        const expected = `${member === undefined ? "" : `${member}.`}${other}: write ${key}, because`;
        assert.ok(
          request === undefined && problems.some((problem) => problem.startsWith(expected)),
          problems.join(),
        );
      }),
    );
  });

  it("are refused if a reader that ignores widths and invisible characters takes them for known ones", () => {
    for (const key of ["nameſervers", "ｄomain", "do\u00admain", " domain", "domain\u0000", "con\u200bsent"])
      assert.equal(problemsOf({ [key]: 1 }).length, 1, JSON.stringify(key));
  });

  it("are refused if two of one object differ only in this way, even unknown ones, at every level", () => {
    assert.deepEqual(problemsOf({ more: [{ fee: 1, FEE: 2 }], coupon: 1, Coupon: 2 }), [
      "Coupon: is another spelling of coupon. Keep one of them",
      "more.0.FEE: is another spelling of fee. Keep one of them",
    ]);
  });

  it("are shown by their length alone if they are too long to be meant", () => {
    const { warnings } = read({ ...example, ["x".repeat(3_000_000)]: 1 });
    assert.deepEqual(warnings, ["unknown key `(a name of 3000000 characters)`; sent unchanged"]);
    const deep = { more: { ["y".repeat(1000)]: { a: 1, A: 1 } } };
    assert.ok(problemsOf(deep).every((problem) => problem.length < 300));
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
  it("is refused before anything takes long, wide or deep", () => {
    let deep: unknown = 1;
    for (let level = 0; level < maxValues; level++) deep = { deep };
    const wide = { nameServers: Array.from({ length: 1_000_000 }, () => "") };
    for (const value of [
      { ...example, deep },
      { ...example, ...wide },
    ])
      assert.deepEqual(read(value).problems, [
        `the request: has more than ${maxValues} values. Check that \`requestFile\` names the right file`,
      ]);
  });

  it("is measured by all its values, itself included", () => {
    assert.equal(hasTooManyValues(Array.from({ length: maxValues - 1 }, () => 1)), false);
    assert.equal(hasTooManyValues(Array.from({ length: maxValues }, () => 1)), true);
    assert.equal(hasTooManyValues(Array.from({ length: maxValues / 2 }, () => [1])), true);
  });
});

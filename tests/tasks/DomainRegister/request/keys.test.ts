import assert from "node:assert/strict";
import fc from "fast-check";
import { hasTooManyValues, maxValues } from "../../../../tasks/DomainRegister/request/keys";
import { parseRequest } from "../../../../tasks/DomainRegister/request/parse";
import { contactRoles } from "../../../../tasks/DomainRegister/request/schema";
import { filledRequest } from "../../../sandbox/filled-request";

import { domain } from "../samples";

const example = Object(filledRequest);
const { addressMailing } = example.contactAdmin;
const read = (value: unknown) => parseRequest(value, domain);
const problemsOf = (changes: object) => read({ ...example, ...changes }).problems;

/** Changes the case of some letters of a key. */
const recased = (key: string) =>
  fc
    .tuple(...[...key].map((letter) => fc.constantFrom(letter.toLowerCase(), letter.toUpperCase())))
    .map((letters) => letters.join(""))
    .filter((text) => text !== key);

describe("keys of a registration request", () => {
  it("are refused if they differ from a known one only by case, at every level, with the right spelling", () => {
    const refused = (where: string, meant: string) =>
      `${where}: write ${meant}, because a registrar may confuse the two`;
    assert.deepEqual(problemsOf({ Domain: "evil.org", Period: 10 }), [
      refused("Domain", "domain"),
      refused("Period", "period"),
    ]);
    const address = { ...addressMailing, City: "x", addreß1: "x" };
    const contactTech = { ...example.contactTech, EMAIL: "x", addressMailing: address };
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
        const isRefused = problems.some((problem) => problem.startsWith(expected));
        assert.ok(request === undefined && isRefused, problems.join());
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
    assert.deepEqual(warnings, ["(a name of 3000000 characters): unknown key, sent unchanged"]);
    const deep = { more: { ["y".repeat(1000)]: { a: 1, A: 1 } } };
    assert.ok(problemsOf(deep).every((problem) => problem.length < 300));
  });
});

describe("members of a registration request that are missing", () => {
  it("are all listed, whatever else is missing or wrong (decision 6)", () => {
    const { $schema: _, domain: __, ...required } = example;
    const names = Object.keys(required);
    fc.assert(
      fc.property(fc.subarray(names, { minLength: 1 }), fc.subarray(names), (missing, wrong) => {
        const present = names.filter((name) => !missing.includes(name));
        const members = present.map((name) => [name, wrong.includes(name) ? 5.5 : required[name]]);
        const { problems } = read(Object.fromEntries(members));
        const isSaid = (start: string) => problems.some((problem) => problem.startsWith(start));
        for (const name of missing) assert.ok(isSaid(`${name}: missing`));
        for (const name of present) assert.equal(isSaid(`${name}: expected`), wrong.includes(name));
      }),
    );
  });
});

describe("a registration request of many values", () => {
  it("is refused before anything takes long, wide or deep", () => {
    let deep: unknown = 1;
    for (let level = 0; level < maxValues; level++) deep = { deep };
    const wide = { nameServers: Array.from({ length: 1_000_000 }, () => "") };
    const tooMany = `the request: has more than ${maxValues} values. Check that \`requestFile\` names the right file`;
    for (const changes of [{ deep }, wide]) assert.deepEqual(problemsOf(changes), [tooMany]);
  });

  it("is measured by all its values, itself included", () => {
    assert.equal(hasTooManyValues(Array(maxValues - 1).fill(1)), false);
    assert.equal(hasTooManyValues(Array(maxValues).fill(1)), true);
    assert.equal(hasTooManyValues(Array(maxValues / 2).fill([1])), true);
  });
});

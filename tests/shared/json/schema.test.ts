import assert from "node:assert/strict";
import * as v from "valibot";
import { objectOf, objectWithRestOf, pathOf } from "../../../shared/json/schema";

const members = {
  name: v.string("a name"),
  size: v.optional(v.pipe(v.number("a size"), v.minValue(1, "a size of 1 or more"))),
};

/** Messages, each with its path. */
function faultsOf(schema: v.GenericSchema, value: unknown): string[] {
  const { issues = [] } = v.safeParse(schema, value);
  return issues.map((issue) => `${pathOf(issue).join(".")}: ${issue.message}`);
}

describe("schemas of objects", () => {
  const schemas = {
    objectOf: objectOf(members, "a thing"),
    objectWithRestOf: objectWithRestOf(members, v.number("a number"), "a thing"),
  };
  for (const [kind, schema] of Object.entries(schemas)) {
    it(`${kind}: says what is expected of a member that is missing or wrong`, () => {
      assert.deepEqual(faultsOf(schema, {}), ["name: a name"]);
      assert.deepEqual(faultsOf(schema, { name: 1, size: 0 }), ["name: a name", "size: a size of 1 or more"]);
      assert.deepEqual(faultsOf(schema, { name: "x" }), []);
    });

    it(`${kind}: says what is expected for anything else, an array and null too`, () => {
      for (const value of [[], null, "text", 1, undefined])
        assert.deepEqual(faultsOf(schema, value), [": a thing"]);
    });
  }

  it("ignore other members, or check them by the schema of the rest", () => {
    const value = { name: "x", other: 5 };
    assert.deepEqual(v.parse(schemas.objectOf, value), { name: "x" });
    assert.deepEqual(v.parse(schemas.objectWithRestOf, value), value);
    assert.deepEqual(faultsOf(schemas.objectWithRestOf, { name: "x", other: "y" }), ["other: a number"]);
  });

  it("give the path within an array by its index", () => {
    assert.deepEqual(faultsOf(v.array(schemas.objectOf), [{ name: "x" }, {}]), ["1.name: a name"]);
  });
});

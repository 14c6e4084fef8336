import assert from "node:assert/strict";
import fc from "fast-check";
import { compact, expand, rowsIn } from "../../../shared/journal/compact";

const through = (value: unknown) => expand(JSON.parse(JSON.stringify(compact(value))));

describe("the compact form of a journal", () => {
  it("is read back as it was, without members that are undefined", () => {
    const text = fc.constantFrom("a", "b", "columns");
    const run = fc.record(
      {
        id: fc.integer(),
        name: text,
        time: fc.option(fc.integer(), { nil: undefined }),
        isGood: fc.boolean(),
      },
      { requiredKeys: ["id"] },
    );
    const branch = fc.record({ runs: fc.array(run), older: fc.option(run, { nil: undefined }) });
    const pair = fc.tuple(fc.integer(), fc.integer());
    const pipeline = fc.record({
      times: fc.array(fc.integer()),
      ...{ texts: fc.array(text), gaps: fc.array(pair), branches: fc.array(branch) },
    });
    fc.assert(
      fc.property(fc.array(pipeline), (value) => {
        assert.deepEqual(through(value), JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("has the values of a map", () => {
    assert.deepEqual(through({ hours: new Map([[7, { hour: 7 }]]) }), { hours: [{ hour: 7 }] });
  });

  it("has columns in place of rows, and differences in place of numbers", () => {
    const rows = [{ id: 5 }, { id: 7, cause: "a" }];
    assert.equal(JSON.stringify(compact(rows)), '{"columns":{"id":[5,2],"cause":[null,"a"]}}');
  });

  it("takes any content, which the schema checks afterwards", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void expand(value)));
    assert.deepEqual(expand({ columns: { a: 1, b: ["x"] } }), [{ b: "x" }]);
  });

  it("is read row by row, and the lists in a row later", () => {
    const rows = [
      {
        name: "a",
        at: 7,
        times: [1, 3],
        inner: [
          { x: 1, y: "p" },
          { x: 4, y: "q" },
        ],
      },
      { name: "b", at: 9, times: [], inner: [] },
    ];
    const read = rowsIn(JSON.parse(JSON.stringify(compact(rows)))).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, member]) => [name, expand(member)])),
    );
    assert.deepEqual(read, rows);
    assert.deepEqual(rowsIn([]), []);
    assert.throws(() => rowsIn([1, 2]), /no rows/);
  });
});

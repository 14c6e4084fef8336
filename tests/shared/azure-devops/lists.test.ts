import assert from "node:assert/strict";
import { parseList, parseLogs } from "../../../shared/azure-devops/lists";

describe("parseLogs", () => {
  it("reads id and line count, and returns undefined for an entry without an id", () => {
    const parse = (...value: unknown[]) => parseLogs({ value });
    assert.deepEqual(parse({ id: 7, lineCount: 12 }, { id: 7 }), [
      { id: 7, lineCount: 12 },
      { id: 7, lineCount: 0 },
    ]);
    const odd = [{ id: 7, lineCount: "12" }, { id: 7, lineCount: Number.POSITIVE_INFINITY }, { id: 7.5 }];
    const all = [{ lineCount: 12 }, { id: "7" }, null, 5, ...odd];
    assert.deepEqual(
      parse(...all),
      all.map(() => undefined),
    );
  });

  it("returns none for an empty response", () => assert.deepEqual(parseLogs(undefined), []));
});

describe("parseList", () => {
  it("returns the entries of a list, and rejects what is not a list", () => {
    assert.deepEqual(parseList({ count: 1, value: [5] }), [5]);
    for (const count of [0, null, undefined, "7"]) assert.deepEqual(parseList({ count, value: [] }), []);
    assert.throws(() => parseList({ count: 1, value: [] }), /claims 1 entry but has 0/);
    assert.throws(() => parseList({ count: 500, value: [5] }), /claims 500 entries but has 1/);
    assert.equal(parseList({ value: Array(10_000).fill(0) }).length, 10_000);
    assert.throws(() => parseList({ value: Array(10_001).fill(0) }), /a list with more than 10000 entries/);
    for (const body of [{ count: 0 }, { value: {} }, [], null, "x"])
      assert.throws(() => parseList(body), /`value` is missing/);
  });
});

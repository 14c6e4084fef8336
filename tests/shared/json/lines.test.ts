import assert from "node:assert/strict";
import { lineOf, linesOf, locatorIn } from "../../../shared/json/lines";

describe("the line of a problem in a JSON text", () => {
  const lines = linesOf(
    '{\n "a.b: c": {\n  "d": 1\n },\n "list": [\n  5,\n  { "e": 2 }\n ],\n "list.2": 0\n}',
  );

  it("is that of the member or element with its path, whatever its key", () => {
    assert.equal(lineOf("a.b: c.d: expected 2, got 1", lines), 3);
    assert.equal(lineOf("a.b: c: unknown key", lines), 2);
    assert.equal(lineOf("list.1: expected a text", lines), 6);
    assert.equal(lineOf("list.2.e: expected a text", lines), 7);
  });

  it("is that of what is around it if it is missing, and none for the whole", () => {
    assert.equal(lineOf("a.b: c.max.min: missing", lines), 2);
    assert.equal(lineOf("list.3: missing", lines), 5);
    assert.equal(lineOf("test_flag: missing", lines), undefined);
    assert.equal(lineOf("the configuration: expected an object", lines), undefined);
  });

  it("stands before the problem, behind the name of the file", () => {
    const locate = locatorIn("monitor.json", '{\n "project": 5\n}');
    assert.equal(locate("project: expected a text"), "monitor.json, line 2: project: expected a text");
    assert.equal(locate("organization: missing"), "monitor.json: organization: missing");
  });
});

import assert from "node:assert/strict";
import fs, { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import sinon from "sinon";
import { readJsonFile } from "../../shared/json-file";

describe("readJsonFile", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "json-file-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  function read(content: string | Buffer): unknown {
    const path = join(folder, "config.json");
    writeFileSync(path, content);
    return readJsonFile("configFile", path);
  }

  it("reads JSON, with or without a byte-order mark", () => {
    assert.deepEqual(read('{"a": 1}'), { a: 1 });
    assert.deepEqual(read('\uFEFF{"a": 1}'), { a: 1 });
  });

  it("names line and column of what is no JSON", () => {
    const cases: [string, RegExp][] = [
      ['{\n  "a": 1,\n  "b": }', /line 3, column 8/],
      ['{"a": 1', /line 1, column 8: close brace expected/],
      ['{"a": 1,}', /line 1, column 9/],
      ["{ // no\n}", /line 1, column 3: invalid comment token/],
      ["", /line 1, column 1: value expected/],
      ["{\r\n\r'", /line 3, column 1: invalid symbol/],
      ["{'a': 1}", /line 1, column 2: invalid symbol/],
      ['{"a": 1}\n}', /line 2, column 1: end of file expected/],
    ];
    for (const [content, position] of cases) assert.throws(() => read(content), position, content);
  });

  it("names a key that is there twice, of which only one could count", () => {
    assert.throws(
      () => read('{"a": {"b": 1},\n "c": {"b": 1, "b": 2}, "a": 2}'),
      /2 things to mend:\n- configFile: .*config\.json, line 2, column 16: "b" is there twice\n.*line 2, column 25: "a" is there twice/,
    );
  });

  it("takes nothing for a key that is there twice but that, whatever stands in keys and texts", () => {
    const text = fc.oneof(fc.constantFrom('"', ":", '": ', "\\", '\\":', '{"a":1,"a":2}', ""), fc.string());
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(text, tie("value"), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(value, text, fc.constantFrom(undefined, 2), (any, key, indent) => {
        const written = JSON.stringify(any, null, indent);
        assert.deepEqual(read(written), JSON.parse(written));
        const pair = `${JSON.stringify(key)} : ${written}`;
        const twice = `[{${pair}, ${pair}}]`;
        // Node 24.21's own JSON.parse reads an escaped key for another one at times: nobody can find it twice then.
        fc.pre(Object.keys(JSON.parse(twice)[0]).length === 1);
        assert.throws(() => read(twice), /is there twice/);
      }),
    );
  });

  it("says of a file that does not exist, is a folder or is too large what it is", () => {
    assert.throws(
      () => readJsonFile("configFile", join(folder, "none.json")),
      /^.*configFile: .*none\.json does not exist/,
    );
    assert.throws(() => readJsonFile("configFile", folder), /is a folder/);
    assert.throws(() => readJsonFile("configFile", join(folder, "\0")), /cannot be read/);
    assert.throws(() => read(Buffer.alloc(4 * 1024 * 1024 + 1, " ")), /is larger than 4194304 bytes/);
    assert.equal(read("1".padEnd(4 * 1024 * 1024)), 1);
  });

  it("says of a file that may not be read what it is", () => {
    for (const code of ["EACCES", "EPERM"]) {
      const reading = sinon.stub(fs, "readFileSync").throws(Object.assign(new Error(), { code }));
      try {
        assert.throws(() => readJsonFile("configFile", "/x.json"), {
          message: "configFile: /x.json may not be read",
        });
      } finally {
        reading.restore();
      }
    }
  });
});

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { readJsonFile } from "../../../shared/json/file";
import { temporaryFolder } from "../../temporary-folder";

describe("the grammar of a JSON file", () => {
  const folder = temporaryFolder();

  /** The first syntax problem of a text, with its line and column; empty if there is none. */
  const problemOf = (text: string) => {
    const path = join(folder(), "config.json");
    writeFileSync(path, text);
    try {
      readJsonFile("configFile", path);
    } catch (error) {
      const found = /is not valid JSON: line (\d+), column (\d+): (.*)$/s.exec(String(error));
      if (found !== null) return `${found[1]}:${found[2]} ${found[3]}`;
    }
    return "";
  };

  it("names the first token that breaks the grammar, and what is wrong there", () => {
    const cases: [string, string][] = [
      ["", "1:1 value expected"],
      ["}", "1:1 value expected"],
      ["[,1]", "1:2 value expected"],
      ["[1,]", "1:4 value expected"],
      ["{,}", "1:2 value expected"],
      ['{"a":}', "1:6 value expected"],
      ["[1 2]", "1:4 comma expected"],
      ['{"a":1\r\n"b":2}', "2:1 comma expected"],
      ['{"a" 1}', "1:6 colon expected"],
      ["{1:2}", "1:2 property name expected"],
      ['{"a":1,}', "1:8 property name expected"],
      ["{", "1:2 closing brace expected"],
      ["[1", "1:3 closing bracket expected"],
      ["{} 1", "1:4 end of file expected"],
      ["01", "1:2 end of file expected"],
      ["{\r\n\r'", "3:1 invalid symbol"],
      ['{\n  "a": 1,\n  "b": }', "3:8 value expected"],
    ];
    for (const [text, problem] of cases) assert.equal(problemOf(text), problem, text);
  });

  it("names what is wrong with a text, number or literal itself", () => {
    const cases: [string, string][] = [
      ["[tru]", "1:2 invalid symbol"],
      ["-", "1:1 invalid symbol"],
      ["/", "1:1 invalid symbol"],
      ["\n// no", "2:1 JSON has no comments: remove it"],
      ["/* no */", "1:1 JSON has no comments: remove it"],
      ['"no end', "1:1 unexpected end of string"],
      ['"no\nend"', "1:1 unexpected end of string"],
      ['"no\\', "1:1 unexpected end of string"],
      ["1.", "1:1 unexpected end of number"],
      ["1.e5", "1:1 unexpected end of number"],
      ["1e+", "1:1 unexpected end of number"],
      ['"\\u12"', "1:1 invalid Unicode escape"],
      ['"\\q"', "1:1 invalid escape character"],
      ['"\t"', "1:1 invalid character"],
    ];
    for (const [text, problem] of cases) assert.equal(problemOf(text), problem, text);
  });

  it("finds a problem in exactly the texts that JSON.parse refuses", () => {
    const piece = fc.oneof(
      fc.constantFrom(..."{}[]:,\"\\-.01e/ \n\t'", '"a"', '"b":', "true", "nul", "\\u00e9", "\u00a0"),
      fc.json(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const text = pieces.join("");
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        assert.equal(problemOf(text) === "", isJson);
      }),
      { numRuns: 2000 },
    );
  });
});

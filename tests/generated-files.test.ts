import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { generatedFiles } from "../build/generated-files";

describe("generated files", () => {
  for (const [path, text] of Object.entries(generatedFiles))
    it(`${basename(path)} is what its definition says`, () => {
      assert.equal(readFileSync(path, "utf8"), text, "run `npm run generate`");
    });
});

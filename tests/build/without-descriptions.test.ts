import assert from "node:assert/strict";
import { emptyDescriptions } from "../../build/without-descriptions";
import { vsixFiles } from "../sandbox/agent";

describe("schemas in bundles", () => {
  it("have no descriptions, and are otherwise unchanged", () => {
    const source = 'v.pipe(v.string(), v.description(\n  "Says \\"no\\" (twice).",\n)), v.description(text)';
    assert.equal(emptyDescriptions(source), 'v.pipe(v.string(), v.description("")), v.description(text)');
  });

  it("leave none in what ships but the JSON Schemas of the input files", () => {
    const described = Object.entries(vsixFiles()).filter(([, content]) =>
      /Host names of the name servers|Seconds since 1970\./.test(Buffer.from(content).toString("utf8")),
    );
    assert.deepEqual(
      described.map(([path]) => path),
      ["tasks/DomainRegister/request.schema.json"],
    );
  });
});

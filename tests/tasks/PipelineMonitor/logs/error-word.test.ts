import assert from "node:assert/strict";
import fc from "fast-check";
import { errorSearch } from "../../../../tasks/PipelineMonitor/logs/error-word";

describe("errorSearch", () => {
  it("finds the five letters wherever the chunks are split, and nowhere else", () => {
    const piece = fc.oneof(
      fc.constantFrom("e", "er", "rr", "r", "or", "o", "error", "Error", "", "ü"),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.infiniteStream(fc.nat(7)), (pieces, sizes) => {
        const text = Buffer.from(pieces.join(""));
        const search = errorSearch();
        let found = false;
        for (let at = 0; at < text.length; ) {
          const size = sizes.next().value;
          found = search(text.subarray(at, at + size)) !== undefined;
          at += size;
        }
        assert.equal(found, text.includes("error"));
      }),
    );
  });
});

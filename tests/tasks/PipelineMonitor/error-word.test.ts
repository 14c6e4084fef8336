import assert from "node:assert/strict";
import fc from "fast-check";
import { holdsError } from "../../../tasks/PipelineMonitor/error-word";

async function* chunks(pieces: readonly Buffer[]) {
  yield* pieces;
}

describe("holdsError", () => {
  it("finds the five letters wherever the chunks are split, and nowhere else", async () => {
    const piece = fc.oneof(
      fc.constantFrom("e", "er", "rr", "r", "or", "o", "error", "Error", "", "ü"),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece), fc.infiniteStream(fc.nat(7)), async (pieces, sizes) => {
        const text = Buffer.from(pieces.join(""));
        const split: Buffer[] = [];
        for (let at = 0; at < text.length; ) {
          const size = sizes.next().value;
          split.push(text.subarray(at, at + size));
          at += size;
        }
        assert.equal(await holdsError(chunks(split)), text.includes("error"));
      }),
    );
  });

  it("takes no more chunks once it has found the word", async () => {
    let taken = 0;
    async function* endless() {
      for (;;) {
        taken++;
        yield Buffer.from(taken === 3 ? "xxerrorxx" : "nothing");
      }
    }
    assert.equal(await holdsError(endless()), true);
    assert.equal(taken, 3);
  });
});

import assert from "node:assert/strict";
import { PassThrough, Readable } from "node:stream";
import { readTextBody, readUntil } from "../../../shared/http/body";

describe("readTextBody", () => {
  it("returns the text of a body however its bytes are split, without the byte-order mark", async () => {
    const bytes = Buffer.from("\uFEFFRechnungen für Łódź 🌙");
    for (let size = 1; size <= bytes.length; size++) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      assert.equal(await readTextBody(Readable.from(chunks), bytes.length), "Rechnungen für Łódź 🌙");
    }
    await assert.rejects(
      readTextBody(Readable.from([bytes, bytes]), bytes.length),
      /^Error: more than \d+ bytes$/,
    );
    assert.equal(
      await readTextBody(Readable.from([Buffer.from("cut \u00fc").subarray(0, -1)]), 10),
      "cut \uFFFD",
    );
  });
});

describe("readUntil", () => {
  /** A body that is arriving, and the chunks taken from it. */
  function arriving(until: string) {
    const body = new PassThrough();
    const taken: string[] = [];
    const reading = readUntil(body, (chunk) => {
      taken.push(chunk.toString());
      return chunk.toString() === until;
    });
    return { body, taken, reading };
  }

  it("passes on each chunk, and says at the end that none matched", async () => {
    const { body, taken, reading } = arriving("never");
    body.write("one");
    body.end("two");
    assert.equal(await reading, false);
    assert.deepEqual(taken, ["one", "two"]);
  });

  it("stops after the first match, although there is more", async () => {
    const { body, taken, reading } = arriving("two");
    for (const chunk of ["one", "two", "three", "four"]) body.write(chunk);
    assert.equal(await reading, true);
    await new Promise(setImmediate);
    assert.deepEqual(taken, ["one", "two"]);
    body.destroy();
  });

  it("rejects when the body breaks, or ends before its end", async () => {
    const broken = arriving("never");
    broken.body.destroy(new Error("reset"));
    await assert.rejects(broken.reading, { message: "reset" });
    const closed = arriving("never");
    closed.body.destroy();
    await assert.rejects(closed.reading, { code: "ERR_STREAM_PREMATURE_CLOSE" });
  });
});

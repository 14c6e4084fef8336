import assert from "node:assert/strict";
import { PassThrough, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { oneAtATime, readJsonBody, readTextBody, readUntil } from "../../../shared/http/body";

describe("readTextBody", () => {
  it("returns the text of a body however its bytes are split, without the byte-order mark", async () => {
    const bytes = Buffer.from("\uFEFFRechnungen für Łódź 🌙");
    for (let size = 1; size <= bytes.length; size++) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      assert.equal(await readTextBody(Readable.from(chunks), bytes.length), "Rechnungen für Łódź 🌙");
    }
    const twice = Readable.from([bytes, bytes]);
    await assert.rejects(readTextBody(twice, bytes.length), /^Error: more than \d+ bytes$/);
    const cut = Readable.from([Buffer.from("cut \u00fc").subarray(0, -1)]);
    assert.equal(await readTextBody(cut, 10), "cut \uFFFD");
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
    await setImmediate();
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

describe("oneAtATime", () => {
  it("runs work one after another, and continues after one that fails", async () => {
    const turn = oneAtATime();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await setImmediate();
      log.push(`${name} ends`);
      if (name === "one") throw new Error(name);
      return name;
    };
    const names = ["one", "two", "three"];
    const results = await Promise.allSettled(names.map((name) => turn(work(name))));
    assert.equal(results.map(({ status }) => status).join(), "rejected,fulfilled,fulfilled");
    const oneByOne = names.flatMap((name) => [`${name} begins`, `${name} ends`]);
    assert.deepEqual(log, oneByOne);
  });

  it("lets small bodies pass while a large one is read", async () => {
    const turn = oneAtATime();
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    const large = new PassThrough({ highWaterMark: 2 ** 24 });
    large.write(Buffer.concat([megabyte, megabyte]));
    const reading = readTextBody(large, 2 ** 24, turn);
    await setImmediate();
    assert.equal(await readTextBody(Readable.from([Buffer.from("small")]), 2 ** 24, turn), "small");
    const other = readTextBody(Readable.from([megabyte, megabyte]), 2 ** 24, turn);
    assert.equal(await Promise.race([other, setImmediate("waits")]), "waits");
    large.end();
    assert.deepEqual([(await reading).length, (await other).length], [2 ** 21, 2 ** 21]);
  });
});

describe("readJsonBody", () => {
  it("rejects JSON with so many values that they could fill the memory, however few bytes it has", async () => {
    const read = (text: string) => readJsonBody(Readable.from([Buffer.from(text)]), 16_000);
    for (const piece of ["0", "{}", "[]", '{"a":0}'])
      await assert.rejects(read(`[${`${piece},`.repeat(1001)}0]`), /^Error: JSON with more than 1000 val/);
    assert.deepEqual(await read(`[${"0,".repeat(900)}0]`), Array(901).fill(0));
  });
});

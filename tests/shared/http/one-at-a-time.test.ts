import assert from "node:assert/strict";
import { PassThrough, Readable } from "node:stream";
import { oneAtATime, readJsonBody, readTextBody } from "../../../shared/http/body";

describe("oneAtATime", () => {
  it("runs work one after another, and continues after one that fails", async () => {
    const turn = oneAtATime();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await new Promise(setImmediate);
      log.push(`${name} ends`);
      if (name === "one") throw new Error(name);
      return name;
    };
    const works = ["one", "two", "three"].map((name) => turn(work(name)));
    assert.deepEqual(
      (await Promise.allSettled(works)).map(({ status }) => status),
      ["rejected", "fulfilled", "fulfilled"],
    );
    assert.deepEqual(
      log,
      ["one", "two", "three"].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  it("lets small bodies pass while a large one is read", async () => {
    const turn = oneAtATime();
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    const large = new PassThrough({ highWaterMark: 2 ** 24 });
    large.write(Buffer.concat([megabyte, megabyte]));
    const reading = readTextBody(large, 2 ** 24, turn);
    await new Promise(setImmediate);
    assert.equal(await readTextBody(Readable.from([Buffer.from("small")]), 2 ** 24, turn), "small");
    const other = readTextBody(Readable.from([megabyte, megabyte]), 2 ** 24, turn);
    assert.equal(
      await Promise.race([other, new Promise((resolve) => setImmediate(() => resolve("waits")))]),
      "waits",
    );
    large.end();
    assert.deepEqual([(await reading).length, (await other).length], [2 ** 21, 2 ** 21]);
  });
});

describe("readJson", () => {
  it("rejects JSON with so many values that they could fill the memory, however few bytes it has", async () => {
    const read = (text: string) => readJsonBody(Readable.from([Buffer.from(text)]), 16_000);
    for (const piece of ["0", "{}", "[]", '{"a":0}'])
      await assert.rejects(
        read(`[${`${piece},`.repeat(1001)}0]`),
        /^Error: JSON with more than 1000 values$/,
      );
    assert.deepEqual(await read(`[${"0,".repeat(900)}0]`), Array(901).fill(0));
  });
});

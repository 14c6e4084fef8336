import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { readUntil } from "../../../shared/http/body";
import type { Reply } from "../../sandbox/loopback";
import { clientStage, faultOf, maxBytes } from "./client-stage";

describe("HTTP client, reading responses", () => {
  const stage = clientStage();

  it("accepts JSON in gzip and with a byte-order mark", async () => {
    const packed = gzipSync('\uFEFF{"packed":true}');
    stage.replies = [{ status: 200, headers: { "content-encoding": "gzip" }, body: packed }];
    assert.deepEqual(await stage.read(), { packed: true });
  });

  it("says why a response cannot be read", async () => {
    const packed = gzipSync('{"packed":true}');
    const cases: [Reply, RegExp][] = [
      [{ status: 200, body: "<html>" }, /an HTML page/],
      [{ status: 200, body: "" }, /an empty body instead of JSON/],
      [{ status: 200, body: " \n" }, /an empty body instead of JSON/],
      [{ status: 200, body: "\n <html>" }, /an HTML page/],
      [{ status: 200, body: '{"a":"<b>"' }, /incomplete or invalid JSON/],
      [{ status: 204 }, /an empty body instead of JSON/],
      [{ status: 200, body: '{"a":' }, /incomplete or invalid JSON/],
      [{ status: 200, body: "x".repeat(maxBytes + 1) }, /more than 1048576 bytes/],
      [
        { status: 200, headers: { "content-encoding": "br" }, body: "x" },
        /content encoding that was not requested/,
      ],
      [{ status: 200, headers: { "content-encoding": "gzip" }, body: "no gzip" }, /cannot be decompressed/],
      [
        { status: 200, headers: { "content-encoding": "gzip" }, body: packed.subarray(0, 20) },
        /cannot be decompressed/,
      ],
    ];
    for (const [reply, words] of cases) {
      stage.replies = [reply];
      const problem = await faultOf(stage.read());
      assert.ok(problem.kind === "unreadable", JSON.stringify(problem));
      assert.match(problem.what, words);
    }
  });

  it("treats a body that ends before its length as a broken connection", async () => {
    stage.replies = [
      { status: 200, headers: { "content-length": "100" }, body: '{"ok":true}', ending: "reset" },
    ];
    assert.equal((await faultOf(stage.read({ retry: "never" }))).kind, "broken");
  });

  /** A body that never ends, and whether its service can go on sending long after it was read. */
  function endlessBody() {
    let sent = 0;
    async function* body() {
      for (; ; sent++) {
        await turn();
        yield Buffer.alloc(16 * 1024, "x");
      }
    }
    const goesOn = async () => {
      const until = sent + 1000;
      for (let pause = 0; pause < 2000 && sent < until; pause++) await turn();
      return sent >= until;
    };
    return { body: body(), goesOn };
  }

  it("hands a body over as it arrives, and ends the transfer when its reader has enough", async () => {
    const { body: endless, goesOn } = endlessBody();
    stage.replies = [{ status: 200, body: endless }];
    const found = await stage.client().send(stage.request(), ({ body }) => readUntil(body, () => true));
    assert.deepEqual([found, await goesOn()], [true, false]);
  });

  it("reads no more of an error response than it can use", async () => {
    const { body, goesOn } = endlessBody();
    stage.replies = [{ status: 400, body }];
    assert.equal((await faultOf(stage.read())).kind, "status");
    assert.equal(await goesOn(), false);
  });

  it("knows the status of an error whose body cannot be decompressed", async () => {
    stage.replies = [{ status: 503, headers: { "content-encoding": "br" }, body: "x" }];
    assert.deepEqual(await stage.read(), { ok: true });
    stage.replies = [{ status: 401, headers: { "content-encoding": "br" }, body: "x" }];
    await assert.rejects(stage.read(), /returned 401 Unauthorized\. Do this/);
  });

  it("passes on an error of the reader unchanged", async () => {
    const bug = new TypeError("a bug");
    await assert.rejects(
      stage.client().send(stage.request(), () => Promise.reject(bug)),
      bug,
    );
  });

  it("reads a body of the largest allowed size, and one with the encoding identity", async () => {
    stage.replies = [
      { status: 200, headers: { "content-encoding": "identity" }, body: "1".padEnd(maxBytes) },
    ];
    assert.equal(await stage.read(), 1);
  });

  it("reads what an error says although it arrives in pieces", async () => {
    async function* pieces() {
      yield Buffer.from('{"code":"A",');
      for (let pause = 0; pause < 20; pause++) await turn();
      yield Buffer.from('"message":"b"}');
    }
    stage.replies = [{ status: 400, body: pieces() }];
    await assert.rejects(stage.read(), /returned 400 Bad Request \(A: b\)\. Do this/);
  });
});

import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { readUntil } from "../../../shared/http/body";
import { ErrorInBody } from "../../../shared/http/errors";
import type { Reply } from "../../sandbox/loopback";
import { pauseOf } from "../../sentences";
import { clientStage, faultOf, maxBytes } from "./client-stage";

describe("HTTP client, reading responses", () => {
  const stage = clientStage();
  const encoded = (encoding: string, body: string | Buffer, status = 200): Reply => ({
    ...{ status, headers: { "content-encoding": encoding }, body },
  });
  const failWith = (error: Error, client = stage.client()) =>
    client.send(stage.request(), () => Promise.reject(error));

  it("accepts JSON in gzip and with a byte-order mark", async () => {
    stage.replies = [encoded("gzip", gzipSync('\uFEFF{"packed":true}'))];
    assert.deepEqual(await stage.read(), { packed: true });
  });

  it("says why a response cannot be read", async () => {
    const packed = gzipSync('{"packed":true}');
    const cases: [Reply, RegExp][] = [
      [{ body: "<html>" }, /an HTML page/],
      [{ body: "" }, /an empty body instead of JSON/],
      [{ body: " \n" }, /an empty body instead of JSON/],
      [{ body: "\n <html>" }, /an HTML page/],
      [{ body: '{"a":"<b>"' }, /incomplete or invalid JSON/],
      [{ status: 204 }, /an empty body instead of JSON/],
      [{ body: '{"a":' }, /incomplete or invalid JSON/],
      [{ body: "x".repeat(maxBytes + 1) }, /more than 1048576 bytes/],
      [encoded("br", "x"), /content encoding that was not requested/],
      [encoded("gzip", "no gzip"), /cannot be decompressed/],
      [encoded("gzip", packed.subarray(0, 20)), /cannot be decompressed/],
    ];
    for (const [reply, words] of cases) {
      stage.replies = [reply];
      const problem = await faultOf(stage.read());
      assert.ok(problem.kind === "unreadable", JSON.stringify(problem));
      assert.match(problem.what, words);
    }
  });

  it("treats a body that ends before its length as a broken connection", async () => {
    stage.replies = [{ headers: { "content-length": "100" }, body: '{"ok":true}', ending: "reset" }];
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
    stage.replies = [encoded("br", "x", 503)];
    assert.deepEqual(await stage.read(), { ok: true });
    stage.replies = [encoded("br", "x", 401)];
    await assert.rejects(stage.read(), /returned 401 Unauthorized\. Do this/);
  });

  it("passes on an error of the reader unchanged", async () => {
    const bug = new TypeError("a bug");
    await assert.rejects(failWith(bug), bug);
  });

  it("pauses later requests for as long as an error in the body of a success asks, and not if it does not", async () => {
    const client = stage.client();
    const error = { serviceCode: "LIMIT", serviceMessage: "No" };
    await assert.rejects(failWith(new ErrorInBody({ ...error, retryAfterSeconds: undefined }), client));
    assert.equal(client.pauseSeconds(), 0);
    const failing = failWith(new ErrorInBody({ ...error, retryAfterSeconds: 7 }), client);
    await assert.rejects(
      failing,
      new RegExp(String.raw`returned 200 OK \(LIMIT: No\) and ${pauseOf(7)}\. Do this\.$`),
    );
    assert.equal(client.pauseSeconds(), 7);
    await stage.read({}, client);
    assert.equal(stage.clock.now(), 7000);
  });

  it("reads a body of the largest allowed size, and one with the encoding identity", async () => {
    stage.replies = [encoded("identity", "1".padEnd(maxBytes))];
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

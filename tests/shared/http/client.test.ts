import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer as createTcpServer } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { bufferChunks, readJson } from "../../../shared/http/body";
import {
  createHttpClient,
  type HttpClient,
  type HttpRequest,
  type HttpSettings,
} from "../../../shared/http/client";
import { HttpError, type HttpFault } from "../../../shared/http/errors";
import { noNetworkSettings } from "../../memory-agent";
import { json, type LoopbackServer, type Reply, startServer } from "../../sandbox/loopback";
import { type TestClock, testClock } from "../../test-clock";

const never = new AbortController().signal;
const deadlineSeconds = 60;
/** Any body that a healthy answer must not have been cut to. */
const maxBytes = 1024 * 1024;

describe("HTTP client", () => {
  let server: LoopbackServer;
  let clock: TestClock;
  const clients: HttpClient[] = [];
  let replies: Reply[] = [];

  beforeEach(async () => {
    replies = [];
    server = await startServer(() => replies.shift() ?? json({ ok: true }));
    // Pauses between tries pass at once; deadlines pass only when a test says so.
    clock = testClock({ passes: (milliseconds) => milliseconds < deadlineSeconds * 1000 });
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) client.dispose();
    await server.close();
    assert.equal(clock.pending(), 0, "a timer is left");
  });

  function client(settings: Partial<HttpSettings> = {}): HttpClient {
    const made = createHttpClient({
      service: "service",
      headers: { authorization: "Basic secret" },
      network: noNetworkSettings,
      clock,
      maxConnections: 2,
      shown: (address) => address.pathname,
      ...settings,
    });
    clients.push(made);
    return made;
  }

  const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
    address: new URL("x", server.address),
    accept: "application/json",
    retry: "reads",
    deadlineSeconds,
    advice: () => "Do this.",
    signal: never,
    ...more,
  });
  const read = (more: Partial<HttpRequest> = {}, using = client()) =>
    using.send(request(more), ({ body }) => readJson(body, maxBytes));

  async function faultOf(sending: Promise<unknown>): Promise<HttpFault> {
    const error: unknown = await sending.then(
      () => assert.fail("the request did not fail"),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof HttpError, String(error));
    return error.fault;
  }

  it("sends a GET with its headers and gives what is read of the answer", async () => {
    assert.deepEqual(await read(), { ok: true });
    const [received] = server.requests;
    assert.equal(received?.method, "GET");
    assert.equal(received?.headers.authorization, "Basic secret");
    assert.equal(received?.headers.accept, "application/json");
  });

  it("posts JSON", async () => {
    await read({ body: '{"ü":1}' });
    assert.equal(server.requests[0]?.method, "POST");
    assert.equal(server.requests[0]?.body, '{"ü":1}');
    assert.equal(server.requests[0]?.headers["content-type"], "application/json");
  });

  it("tries a read again after a passing fault, and says how often when it gives up", async () => {
    replies = [{ status: 503 }, { ending: "reset" }, { status: 200, body: '{"ok"', ending: "reset" }];
    assert.deepEqual(await read(), { ok: true });
    assert.equal(server.requests.length, 4);
    replies = Array.from({ length: 9 }, () => ({ status: 500 }));
    await assert.rejects(read(), {
      message: "service: GET /x answered 500 Internal Server Error (5 tries). Do this.",
    });
  });

  it("sends what must not happen twice once, when its outcome is not known", async () => {
    replies = [{ ending: "reset" }];
    assert.equal((await faultOf(read({ body: "{}", retry: "unsent" }))).kind, "broken");
    assert.equal(server.requests.length, 1);
  });

  it("waits before the next request, of whoever, when an answer of 200 asks for it", async () => {
    replies = [json({ first: true }, { "retry-after": "17" })];
    const using = client();
    await read({}, using);
    const before = clock.now();
    await read({}, using);
    assert.equal(clock.now() - before, 17_000);
  });

  it("obeys Retry-After as a date", async () => {
    clock.advance(Date.UTC(2026, 10, 20, 3, 0, 0));
    replies = [{ status: 429, headers: { "retry-after": "Fri, 20 Nov 2026 03:00:21 GMT" } }];
    const before = clock.now();
    await read();
    assert.equal(clock.now() - before, 21_000);
  });

  it("does not wait longer than it may, and says how long the service asks for", async () => {
    replies = [{ status: 429, headers: { "retry-after": "3600" } }];
    const using = client();
    await assert.rejects(read({}, using), /answered 429 Too Many Requests, asking to wait 3600 s\. Do this/);
    await assert.rejects(read({}, using), /was not sent: the service asks to wait 3600 s/);
    assert.equal(server.requests.length, 1);
  });

  it("ends a request at its deadline, before the answer and in the middle of it", async () => {
    for (const reply of [{ ending: "hang" }, { status: 200, body: '{"ok"', ending: "hang" }] as const) {
      replies = [reply];
      const reading = faultOf(read({ retry: "never" }));
      const asked = server.requests.length;
      while (server.requests.length === asked) await turn();
      clock.advance(deadlineSeconds * 1000);
      assert.deepEqual(await reading, { kind: "timeout", seconds: deadlineSeconds });
    }
  });

  it("frees the connection of a request that ran out of time", async () => {
    const using = client({ maxConnections: 1 });
    replies = [{ ending: "hang" }];
    const reading = faultOf(read({ retry: "never" }, using));
    while (server.requests.length === 0) await turn();
    clock.advance(deadlineSeconds * 1000);
    await reading;
    assert.deepEqual(await read({}, using), { ok: true });
  });

  it("ends a request and a pause by the signal, with its reason", async () => {
    for (const reply of [{ ending: "hang" }, { status: 429, headers: { "retry-after": "100" } }] as const) {
      replies = [reply];
      const cancellation = new AbortController();
      const reading = assert.rejects(read({ signal: cancellation.signal }), { message: "cancelled" });
      const asked = server.requests.length;
      while (server.requests.length === asked) await turn();
      cancellation.abort(new Error("cancelled"));
      await reading;
    }
    const aborted = AbortSignal.abort(new Error("cancelled"));
    await assert.rejects(read({ signal: aborted }), { message: "cancelled" });
  });

  it("keeps connections open and bounds their number", async () => {
    let connections = 0;
    const counting = createTcpServer((socket) => {
      connections++;
      const { hostname, port } = server.address;
      const upstream = connect(Number(port), hostname);
      for (const side of [socket, upstream]) side.on("error", () => undefined);
      socket.pipe(upstream).pipe(socket);
    }).listen(0, "127.0.0.1");
    await once(counting, "listening");
    const address = addressOf(counting);
    const using = client({ maxConnections: 2 });
    try {
      await Promise.all(Array.from({ length: 8 }, () => read({ address }, using)));
      await read({ address }, using);
      assert.equal(connections, 2);
    } finally {
      using.dispose();
      counting.close();
    }
  });

  it("follows a redirect within the same origin", async () => {
    replies = [{ status: 302, headers: { location: "/y?z=1" } }];
    assert.deepEqual(await read(), { ok: true });
    assert.deepEqual(
      server.requests.map(({ target }) => target),
      ["/x", "/y?z=1"],
    );
  });

  it("follows no redirect to another origin, none of a POST, and none for ever", async () => {
    const other = await startServer(() => json({ stolen: true }));
    try {
      for (const status of [301, 302, 303, 307, 308]) {
        replies = [{ status, headers: { location: other.address.href } }];
        const fault = await faultOf(read());
        assert.ok(fault.kind === "status" && fault.redirectsTo === "/");
      }
      assert.deepEqual(other.requests, []);
      replies = [{ status: 307, headers: { location: "/y" } }];
      assert.equal((await faultOf(read({ body: "{}" }))).kind, "status");
      replies = Array.from({ length: 20 }, () => ({ status: 302, headers: { location: "/x" } }));
      const before = server.requests.length;
      assert.equal((await faultOf(read())).kind, "status");
      assert.equal(server.requests.length - before, 6);
    } finally {
      await other.close();
    }
  });

  it("takes JSON in gzip and with a byte-order mark", async () => {
    const packed = gzipSync('\uFEFF{"packed":true}');
    replies = [{ status: 200, headers: { "content-encoding": "gzip" }, body: packed }];
    assert.deepEqual(await read(), { packed: true });
  });

  it("names an answer that cannot be read for what it is", async () => {
    const packed = gzipSync('{"packed":true}');
    const cases: [Reply, RegExp][] = [
      [{ status: 200, body: "<html>" }, /a page \(HTML\)/],
      [{ status: 200, body: "" }, /nothing where JSON was expected/],
      [{ status: 204 }, /nothing where JSON was expected/],
      [{ status: 200, body: '{"a":' }, /not whole JSON/],
      [{ status: 200, body: "x".repeat(maxBytes + 1) }, /more than 1048576 bytes/],
      [
        { status: 200, headers: { "content-encoding": "br" }, body: "x" },
        /content encoding that nobody asked for/,
      ],
      [{ status: 200, headers: { "content-encoding": "gzip" }, body: "no gzip" }, /compression is broken/],
      [
        { status: 200, headers: { "content-encoding": "gzip" }, body: packed.subarray(0, 20) },
        /compression is broken/,
      ],
    ];
    for (const [reply, words] of cases) {
      replies = [reply];
      const fault = await faultOf(read());
      assert.ok(fault.kind === "unreadable", JSON.stringify(fault));
      assert.match(fault.what, words);
    }
  });

  it("takes a body that ends before its length for a broken connection", async () => {
    replies = [{ status: 200, headers: { "content-length": "100" }, body: '{"ok":true}', ending: "reset" }];
    assert.equal((await faultOf(read({ retry: "never" }))).kind, "broken");
  });

  it("hands a body over as it arrives, and ends the transfer when its reader has enough", async () => {
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent++;
        await turn();
        yield Buffer.alloc(16 * 1024, "x");
      }
    }
    replies = [{ status: 200, body: endless() }];
    const first = await client().send(request(), async ({ body }) => {
      for await (const chunk of bufferChunks(body)) return chunk.length;
      return 0;
    });
    assert.ok(first > 0);
    const until = sent + 5;
    for (let pause = 0; pause < 2000 && sent < until + 1000; pause++) await turn();
    assert.ok(sent < until + 1000, "the service could go on sending");
  });

  it("tells a refused connection and an unknown host from an answer", async () => {
    const closed = await startServer(() => ({}));
    await closed.close();
    const refused = await faultOf(read({ address: closed.address }));
    assert.deepEqual(refused, { kind: "notSent", code: "ECONNREFUSED" });
    assert.equal((await faultOf(read({ address: new URL("http://nowhere.invalid/") }))).kind, "notSent");
  });

  it("tries again what fails behind a redirect, and names it as any other fault", async () => {
    const redirect = { status: 307, headers: { location: "/y" } };
    replies = [redirect, { ending: "reset" }];
    assert.deepEqual(await read(), { ok: true });
    replies = [redirect, { ending: "reset" }];
    assert.deepEqual(await faultOf(read({ retry: "never" })), { kind: "broken", code: "ECONNRESET" });
  });

  it("knows the status of an error whose body it cannot unpack", async () => {
    replies = [{ status: 503, headers: { "content-encoding": "br" }, body: "x" }];
    assert.deepEqual(await read(), { ok: true });
    replies = [{ status: 401, headers: { "content-encoding": "br" }, body: "x" }];
    await assert.rejects(read(), /answered 401 Unauthorized\. Do this/);
  });

  it("waits a little even when the service asks for no wait at all", async () => {
    replies = Array.from({ length: 4 }, () => ({ status: 429, headers: { "retry-after": "0" } }));
    const before = clock.now();
    await read();
    assert.ok(clock.now() > before);
  });

  it("ends at its deadline when the protocol is changed instead of answered", async () => {
    const changing = createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
      );
    }).listen(0, "127.0.0.1");
    await once(changing, "listening");
    try {
      const reading = faultOf(read({ address: addressOf(changing), retry: "never" }));
      for (let pause = 0; pause < 50; pause++) await turn();
      clock.advance(deadlineSeconds * 1000);
      assert.equal((await reading).kind, "timeout");
    } finally {
      changing.close();
    }
  });

  it("reaches a service on IPv6", async () => {
    const six = createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"));
    }).listen(0, "::1");
    await once(six, "listening");
    try {
      assert.deepEqual(
        await read({ address: new URL(addressOf(six).href.replace("127.0.0.1", "[::1]")) }),
        {},
      );
    } finally {
      six.close();
    }
  });

  it("lets an error of the reader's own through as it is", async () => {
    const bug = new TypeError("a bug");
    await assert.rejects(
      client().send(request(), () => Promise.reject(bug)),
      bug,
    );
  });

  it("takes no notice of NO_PROXY, which was settled before", async () => {
    process.env["NO_PROXY"] = "localhost,[::1],";
    try {
      const proxy = { proxyUrl: "http://127.0.0.1:1", proxyUsername: "", proxyPassword: "" };
      const using = client({ network: { ...noNetworkSettings, proxy } });
      const fault = await faultOf(read({ retry: "never" }, using));
      assert.deepEqual(fault, { kind: "notSent", code: "the proxy cannot be used: ECONNREFUSED" });
    } finally {
      delete process.env["NO_PROXY"];
    }
  });

  it("asks nothing of a proxy that only the environment names", async () => {
    process.env["HTTP_PROXY"] = "http://127.0.0.1:1";
    try {
      assert.deepEqual(await read(), { ok: true });
    } finally {
      delete process.env["HTTP_PROXY"];
    }
  });
});

function addressOf(server: ReturnType<typeof createTcpServer>): URL {
  const bound = server.address();
  assert.ok(typeof bound === "object" && bound !== null);
  return new URL(`http://127.0.0.1:${bound.port}/x`);
}

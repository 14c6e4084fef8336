import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { connect, createServer as createTcpServer } from "node:net";
import { listen } from "../../sandbox/listen";
import { json, startServer } from "../../sandbox/loopback";
import { clientStage, faultOf, networkOf } from "./client-stage";

describe("HTTP client", () => {
  const stage = clientStage();

  it("sends a GET with its headers and returns what was read", async () => {
    assert.deepEqual(await stage.read(), { ok: true });
    const [{ method, headers } = assert.fail()] = stage.server.requests;
    assert.deepEqual(
      [method, headers.authorization, headers.accept],
      ["GET", "Basic secret", "application/json"],
    );
    assert.deepEqual([headers["accept-encoding"], headers["user-agent"]], ["gzip", "pipeline-keeper"]);
  });

  it("posts JSON", async () => {
    await stage.read({ body: '{"ü":1}' });
    const [{ method, headers, body } = assert.fail()] = stage.server.requests;
    assert.deepEqual([method, headers["content-type"], body], ["POST", "application/json", '{"ü":1}']);
  });

  it("keeps connections open and bounds their number", async () => {
    let connections = 0;
    const counting = createTcpServer((socket) => {
      connections++;
      const { hostname, port } = stage.server.address;
      const upstream = connect(Number(port), hostname);
      for (const side of [socket, upstream]) side.on("error", () => undefined);
      socket.pipe(upstream).pipe(socket);
    });
    const address = new URL(`http://127.0.0.1:${await listen(counting)}/x`);
    const using = stage.client({ maxConnections: 2 });
    try {
      await Promise.all(Array.from({ length: 8 }, () => stage.read({ url: address }, using)));
      await stage.read({ url: address }, using);
      assert.equal(connections, 2);
    } finally {
      using.dispose();
      counting.close();
    }
  });

  it("follows a redirect within the same origin", async () => {
    stage.replies = [{ status: 302, headers: { location: "/y?z=1" } }];
    assert.deepEqual(await stage.read(), { ok: true });
    const targets = stage.server.requests.map(({ target }) => target);
    assert.deepEqual(targets, ["/x", "/y?z=1"]);
  });

  it("follows no redirect to another origin, none of a POST, and none for ever", async () => {
    const other = await startServer(() => json({ stolen: true }));
    try {
      for (const status of [301, 302, 303, 307, 308]) {
        stage.replies = [{ status, headers: { location: `${other.address.href}login?token=1` } }];
        const problem = await faultOf(stage.read());
        assert.ok(problem.kind === "status" && problem.redirectsTo === "/");
      }
      assert.deepEqual(other.requests, []);
      stage.replies = [{ status: 307, headers: { location: "/y" } }];
      assert.equal((await faultOf(stage.read({ body: "{}" }))).kind, "status");
      stage.replies = Array.from({ length: 20 }, () => ({ status: 302, headers: { location: "/x" } }));
      const before = stage.server.requests.length;
      assert.equal((await faultOf(stage.read())).kind, "status");
      assert.equal(stage.server.requests.length - before, 6);
    } finally {
      await other.close();
    }
  });

  it("distinguishes a refused connection and an unknown host from a response", async () => {
    const closed = await startServer(() => ({}));
    await closed.close();
    const refused = await faultOf(stage.read({ url: closed.address }));
    assert.deepEqual(refused, { kind: "notSent", code: "ECONNREFUSED" });
    assert.equal((await faultOf(stage.read({ url: new URL("http://nowhere.invalid/") }))).kind, "notSent");
  });

  it("reaches a service on IPv6", async () => {
    const six = createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"));
    });
    const url = new URL(`http://[::1]:${await listen(six, "::1")}/x`);
    try {
      assert.deepEqual(await stage.read({ url }), {});
    } finally {
      six.close();
    }
  });

  it("ignores the environment's proxy, and NO_PROXY, which was applied before", async () => {
    process.env["HTTP_PROXY"] = "http://127.0.0.1:1";
    process.env["NO_PROXY"] = "localhost,[::1],";
    try {
      const using = stage.client({ network: networkOf("http://127.0.0.1:1") });
      const problem = await faultOf(stage.read({ retry: "never" }, using));
      assert.deepEqual(problem, { kind: "notSent", code: "the proxy cannot be used: ECONNREFUSED" });
      delete process.env["NO_PROXY"];
      assert.deepEqual(await stage.read(), { ok: true });
    } finally {
      for (const name of ["HTTP_PROXY", "NO_PROXY"]) delete process.env[name];
    }
  });

  it("follows only the location of a redirect, and ignores one that is not a URL", async () => {
    const odd = ["http://[", "javascript:x", "data:text/html,x", `blob:${stage.server.address.origin}/y`];
    const redirect = (location: string, status = 302) => ({ status, headers: { location } });
    const replies = [redirect("/y", 404), redirect("/y", 300), ...odd.map((location) => redirect(location))];
    for (const reply of [...replies, { status: 302 }]) {
      stage.replies = [reply];
      const problem = await faultOf(stage.read());
      assert.ok(problem.kind === "status" && problem.status === reply.status);
      assert.equal(problem.redirectsTo, undefined);
    }
    assert.equal(stage.server.requests.length, 7);
  });

  it("leaves no listener on the signal after a request, however it ended", async () => {
    const cancellation = new AbortController();
    const listeners = () => getEventListeners(cancellation.signal, "abort").length;
    await stage.read({ signal: cancellation.signal });
    assert.equal(listeners(), 0);
    stage.replies = [{ status: 400 }];
    await faultOf(stage.read({ signal: cancellation.signal }));
    assert.equal(listeners(), 0);
  });

  it("closes its connections when it is disposed of", async () => {
    const using = stage.client();
    await stage.read({}, using);
    assert.equal(await stage.server.connections(), 1);
    using.dispose();
    assert.equal(await stage.server.connections(), 0);
  });
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { join } from "node:path";
import { readTextBody } from "../../../shared/http/body";
import type { PreparedConnection } from "../../../shared/http/prepared-connections";
import { createTransport } from "../../../shared/http/transport";
import { makeIdentity } from "../../sandbox/identity";
import { listen } from "../../sandbox/listen";
import type { ServerIdentity } from "../../sandbox/loopback";
import { type SandboxProxy, startProxy } from "../../sandbox/proxy";
import { temporaryFolder } from "../../temporary-folder";
import { type TestClock, testClock } from "../../test-clock";
import { networkOf, turns, until } from "./client-stage";

const response = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nduplicate";

describe("a prepared connection", () => {
  const folder = temporaryFolder();
  let identity: ServerIdentity;
  let proxy: SandboxProxy;
  before(async () => {
    identity = await makeIdentity();
  });
  beforeEach(async () => {
    proxy = await startProxy("user", "pass");
  });
  afterEach(() => proxy.close());

  for (const [way, protocol, isProxied] of [
    ["plain", "http:", false],
    ["over TLS", "https:", false],
    ["plain, through a proxy", "http:", true],
    ["over TLS through a proxy", "https:", true],
  ] as const)
    describe(way, () => {
      let server: Server;
      let transport: ReturnType<typeof createTransport>;
      let clock: TestClock;
      let url: URL;
      /** The server's side of each connection, once it is made (TLS included), and of each request. */
      let connections: Socket[] = [];
      let requests: Socket[] = [];

      const network = (caFile: string) => networkOf(isProxied ? proxy.address.origin : "", caFile);

      beforeEach(async () => {
        [connections, requests] = [[], []];
        const serve: RequestListener = (request, reply) => {
          requests.push(request.socket);
          reply.end(`response ${requests.length}`);
        };
        const isSecure = protocol === "https:";
        server = isSecure ? createTlsServer(identity, serve) : createServer(serve);
        server.on(isSecure ? "secureConnection" : "connection", (socket: Socket) => {
          connections.push(socket.on("error", () => undefined));
        });
        url = new URL(`${protocol}//127.0.0.1:${await listen(server)}/`);
        const caFile = join(folder(), "ca.pem");
        writeFileSync(caFile, identity.cert);
        clock = testClock();
        transport = createTransport(network(caFile), undefined, clock);
      });
      afterEach(async () => {
        assert.equal(clock.pending(), 0, "a timer is left");
        transport.dispose();
        server.closeAllConnections();
        await once(server.close(), "close");
      });

      /** Prepares a connection, and returns it when it is made on both sides. */
      async function prepare() {
        const prepared = transport.prepare(url);
        await until(() => connections.length > 0);
        await turns();
        return { prepared, seen: connections[0] ?? assert.fail("there is no connection") };
      }
      /** Opens an exchange; `connecting` is undefined for one that was given no prepared connection. */
      const open = (
        connecting: { by: undefined; isWanted: () => boolean; prepared: PreparedConnection } | undefined,
        { using = transport, headers = {}, signal = new AbortController().signal } = {},
      ) => using.open(url, { headers, body: "{}", signal, ...(connecting && { connecting }) });
      const over = (prepared: PreparedConnection, isWanted = () => true) => ({
        ...{ by: undefined, isWanted, prepared },
      });
      const send = async (...given: Parameters<typeof over>) =>
        readTextBody(await open(over(...given)), 1000);
      const isClosed = (socket: Socket) => until(() => socket.destroyed);

      it("is made before its request, which comes over it", async () => {
        const { prepared, seen } = await prepare();
        assert.deepEqual(requests, []);
        if (protocol === "http:") assert.equal(seen.bytesRead, 0);
        assert.equal(await send(prepared), "response 1");
        assert.deepEqual(requests, [seen]);
        assert.equal(connections.length, 1);
        await isClosed(seen);
      });

      it("serves one request", async () => {
        const { prepared, seen } = await prepare();
        await Promise.all([send(prepared), send(prepared)]);
        assert.equal(await send(prepared), "response 3");
        assert.equal(requests.filter((socket) => socket === seen).length, 1);
      });

      it("serves no request that was not given it", async () => {
        const { prepared, seen } = await prepare();
        assert.equal(await readTextBody(await open(undefined), 1000), "response 1");
        assert.ok(!requests.includes(seen) && !seen.destroyed);
        prepared.close();
      });

      it("may still be connecting when its request comes, which waits for it", async () => {
        assert.equal(await send(transport.prepare(url)), "response 1");
        assert.equal(connections.length, 1);
      });

      it("is closed when it is not needed, with nothing sent over it", async () => {
        const { prepared, seen } = await prepare();
        prepared.close();
        await isClosed(seen);
        if (protocol === "http:") assert.equal(seen.bytesRead, 0);
        assert.deepEqual(requests, []);
        assert.equal(await send(prepared), "response 1");
        assert.equal(connections.length, 2);
      });

      it("is not made, or closed at once, when it is not needed before that", async () => {
        const prepared = transport.prepare(url);
        prepared.close();
        assert.equal(await send(prepared), "response 1");
        assert.ok(connections.every((socket) => requests.includes(socket) || socket.destroyed));
      });

      const spoilings: [
        what: string,
        spoil: (seen: Socket) => unknown,
        settled: (seen: Socket) => unknown,
      ][] = [
        ["the service closed it while the process was busy", (seen) => seen.destroy(), () => turns(1)],
        ["the service ended its side", (seen) => new Promise<void>((done) => seen.end(done)), isClosed],
        [
          "anything came over it before its request",
          (seen) => new Promise<unknown>((done) => seen.write(response, done)),
          () => turns(),
        ],
      ];
      for (const [what, spoil, settled] of spoilings)
        it(`is not used when ${what}`, async () => {
          const { prepared, seen } = await prepare();
          await spoil(seen);
          if (isProxied) await settled(seen);
          assert.equal(await send(prepared), "response 1");
          await isClosed(seen);
          assert.ok(!requests.includes(seen));
        });

      it("carries no request that is no longer wanted", async () => {
        const { prepared, seen } = await prepare();
        const unwanted = send(prepared, () => false);
        await assert.rejects(unwanted, { syscall: "connect" });
        await isClosed(seen);
        if (protocol === "http:") assert.equal(seen.bytesRead, 0);
        assert.deepEqual([requests, connections.length], [[], 1]);
      });

      it("is closed when its request ends before it is sent", async () => {
        const { prepared, seen } = await prepare();
        const cancelled = new Error("cancelled");
        await assert.rejects(open(over(prepared), { signal: AbortSignal.abort(cancelled) }), cancelled);
        await isClosed(seen);
        assert.deepEqual(requests, []);
      });

      it("is closed when its request cannot be made", async () => {
        const { prepared, seen } = await prepare();
        const sending = open(over(prepared), { headers: { "x-header": "two\nlines" } });
        await assert.rejects(sending, { code: "ERR_INVALID_CHAR" });
        await isClosed(seen);
      });

      it("is not used when it could not be made", async () => {
        const { port } = url;
        server.closeAllConnections();
        await once(server.close(), "close");
        const prepared = transport.prepare(url);
        await turns(50);
        await once(server.listen(Number(port), "127.0.0.1"), "listening");
        // This proxy does not say that it could not connect, so only a second one helps.
        if (isProxied) clock.advance(1000);
        assert.equal(await send(prepared), "response 1");
      });

      if (protocol === "https:")
        it("is not made with a certificate that is not trusted, and the request fails as always", async () => {
          const strict = createTransport(network(""), undefined, clock);
          const prepared = strict.prepare(url);
          await turns(50);
          const sending = open(over(prepared), { using: strict });
          await assert.rejects(sending, { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
          assert.deepEqual(requests, []);
          strict.dispose();
        });
    });
});

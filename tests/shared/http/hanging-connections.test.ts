import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { readTextBody } from "../../../shared/http/body";
import type { HttpClient } from "../../../shared/http/client";
import { makeIdentity } from "../../sandbox/identity";
import { listen } from "../../sandbox/listen";
import type { ServerIdentity } from "../../sandbox/loopback";
import { type SandboxProxy, startProxy } from "../../sandbox/proxy";
import { temporaryFolder } from "../../temporary-folder";
import { clientStage, networkOf, turns, until } from "./client-stage";

/** Accepts connections to a port, and lets them through one by one: what hangs is neither refused nor answered. */
async function startGate(port: number) {
  const arrived: Socket[] = [];
  const server = createServer((socket) => void arrived.push(socket.on("error", () => undefined)));
  return {
    port: await listen(server),
    arrived,
    open(index: number): void {
      const socket = arrived[index] ?? assert.fail(`there is no connection ${index}`);
      const inner = connect(port, "127.0.0.1").on("error", () => undefined);
      socket.pipe(inner).pipe(socket);
    },
    async close() {
      for (const socket of arrived) socket.destroy();
      await once(server.close(), "close");
    },
  };
}

describe("a prepared connection that hangs", () => {
  const folder = temporaryFolder();
  let identity: ServerIdentity;
  before(async () => {
    identity = await makeIdentity();
  });

  for (const [where, isSecure, isProxied] of [
    ["in TLS", true, false],
    ["in a proxy's CONNECT", false, true],
    ["in TLS through a proxy", true, true],
  ] as const)
    describe(where, () => {
      const stage = clientStage(() => false);
      let server: Server;
      let proxy: SandboxProxy;
      let gate: Awaited<ReturnType<typeof startGate>>;
      let client: HttpClient;
      let url: URL;
      let bodies: string[] = [];

      beforeEach(async () => {
        bodies = [];
        const serve: RequestListener = async (request, response) => {
          bodies.push(await readTextBody(request, 1000));
          response.end("bought");
        };
        server = isSecure ? createHttpsServer(identity, serve) : createHttpServer(serve);
        const port = await listen(server);
        proxy = await startProxy("user", "pass");
        gate = await startGate(isSecure ? port : Number(proxy.address.port));
        url = new URL(isSecure ? `https://127.0.0.1:${gate.port}/` : `http://127.0.0.1:${port}/`);
        const proxyUrl = isSecure ? proxy.address.origin : `http://127.0.0.1:${gate.port}`;
        const caFile = join(folder(), "ca.pem");
        writeFileSync(caFile, identity.cert);
        const network = networkOf(isProxied ? proxyUrl : "", caFile);
        client = stage.client({ network, maxConnections: undefined });
      });
      afterEach(async () => {
        await gate.close();
        await proxy.close();
        server.closeAllConnections();
        await once(server.close(), "close");
      });

      const purchase = () => {
        const request = { url, body: "purchase", immediate: true, connectSeconds: 10, isWanted: () => true };
        return client.send(stage.request({ ...request, retry: "never", deadlineSeconds: 300 }), ({ body }) =>
          readTextBody(body, 1000),
        );
      };
      const hasArrived = (count: number) => until(() => gate.arrived.length === count);
      /** Whoever was not let through sees the end of the connection only when somebody reads. */
      const isClosed = (index: number) => until(() => gate.arrived[index]?.resume().destroyed === true);

      it("is replaced by a second one after a second, over which the purchase goes once", async () => {
        client.prepare(url, 1);
        await hasArrived(1);
        stage.clock.advance(999);
        await turns(50);
        assert.equal(gate.arrived.length, 1);
        stage.clock.advance(1);
        await hasArrived(2);
        gate.open(1);
        assert.equal(await purchase(), "bought");
        await isClosed(0);
        assert.deepEqual([bodies, gate.arrived.length], [["purchase"], 2]);
      });

      it("costs the purchase, which is certainly not sent, if the second one hangs as well", async () => {
        client.prepare(url, 1);
        await hasArrived(1);
        const sending = purchase();
        stage.clock.advance(1000);
        await hasArrived(2);
        stage.clock.advance(10_000);
        await assert.rejects(sending, /the host did not respond \(ETIMEDOUT\)/);
        await isClosed(0);
        await isClosed(1);
        assert.deepEqual([bodies, gate.arrived.length], [[], 2]);
      });
    });
});

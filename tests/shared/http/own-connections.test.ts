import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { readTextBody } from "../../../shared/http/body";
import type { NetworkSettings } from "../../../shared/http/network";
import { createTransport } from "../../../shared/http/transport";
import { listen } from "../../sandbox/listen";
import { type SandboxProxy, startProxy } from "../../sandbox/proxy";
import { testClock } from "../../test-clock";
import { networkOf } from "./client-stage";

describe("a transport that opens a connection for each request", () => {
  let server: Server;
  let proxy: SandboxProxy;
  let address = new URL("http://127.0.0.1/");
  /** The connection of each request, in order. */
  let sockets: Socket[] = [];
  beforeEach(async () => {
    sockets = [];
    server = createServer((request, response) => {
      sockets.push(request.socket);
      response.end(`response ${sockets.length}`);
    });
    address = new URL(`http://127.0.0.1:${await listen(server)}/`);
    proxy = await startProxy("user", "pass");
  });
  afterEach(async () => {
    server.closeAllConnections();
    await once(server.close(), "close");
    await proxy.close();
  });

  /**
   * The responses to three requests in a row. Between them, the server acts on the last connection while the client is
   * busy, as when it writes a file.
   */
  async function threeIn(network: NetworkSettings, between: (last: Socket | undefined) => void) {
    const transport = createTransport(network, undefined, testClock());
    const bodies: string[] = [];
    try {
      while (bodies.length < 3) {
        const { signal } = new AbortController();
        const message = await transport.open(address, { headers: {}, body: "{}", signal });
        bodies.push(await readTextBody(message, 1000));
        between(sockets.at(-1));
      }
      return bodies;
    } finally {
      transport.dispose();
    }
  }
  const own = ["response 1", "response 2", "response 3"];
  const duplicate = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nduplicate";

  for (const [way, network] of [
    ["directly", () => networkOf("")],
    ["through a proxy", () => networkOf(proxy.address.origin)],
  ] as const) {
    it(`sends no request over a connection that served another (${way})`, async () => {
      assert.deepEqual(await threeIn(network(), () => undefined), own);
      assert.equal(new Set(sockets).size, 3);
    });

    it(`reads no late duplicate of an earlier response as the next one (${way})`, async () => {
      assert.deepEqual(await threeIn(network(), (last) => void last?.write(duplicate)), own);
    });

    it(`loses no request to a connection that the service closed after an earlier one (${way})`, async () => {
      assert.deepEqual(await threeIn(network(), (last) => void last?.destroy()), own);
    });
  }
});

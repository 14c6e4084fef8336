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

describe("a transport", () => {
  let server: Server;
  let proxy: SandboxProxy;
  let address = new URL("http://127.0.0.1/");
  /** The connection of each request, in order. */
  let sockets: Socket[] = [];
  const { signal: never } = new AbortController();
  let transports: ReturnType<typeof createTransport>[] = [];
  beforeEach(async () => {
    [sockets, transports] = [[], []];
    server = createServer((request, response) => {
      sockets.push(request.socket);
      response.end(`response ${sockets.length}`);
    });
    address = new URL(`http://127.0.0.1:${await listen(server)}/`);
    proxy = await startProxy("user", "pass");
  });
  afterEach(async () => {
    for (const transport of transports) transport.dispose();
    server.closeAllConnections();
    await once(server.close(), "close");
    await proxy.close();
  });

  function create(maxConnections: number | undefined, network = networkOf("")) {
    const transport = createTransport(network, maxConnections, testClock());
    transports.push(transport);
    return (signal = never) => transport.open(address, { headers: {}, body: "{}", signal });
  }

  it("sends nothing when the signal has fired, and rejects with its reason", async () => {
    const reason = new Error("cancelled");
    await assert.rejects(create(1)(AbortSignal.abort(reason)), reason);
    assert.deepEqual(sockets, []);
  });

  for (const maxConnections of [1, undefined])
    it(`does not treat a silent service as ended (${maxConnections ?? "new"} connections)`, async () => {
      const message = await create(maxConnections)();
      const hours = (message.socket.timeout ?? 0) / 3_600_000;
      assert.ok(hours >= 1, `ends after ${hours} hours`);
      message.resume();
    });

  /**
   * The responses to three requests in a row, each over a connection of its own. Between them, the server acts on the
   * last connection while the client is busy, as when it writes a file.
   */
  async function threeIn(network: NetworkSettings, between: (last: Socket | undefined) => void) {
    const open = create(undefined, network);
    const bodies: string[] = [];
    while (bodies.length < 3) {
      bodies.push(await readTextBody(await open(), 1000));
      between(sockets.at(-1));
    }
    return bodies;
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

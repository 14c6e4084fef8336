import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createHttpClient, type HttpClient } from "../../../shared/http/client";
import { HttpError } from "../../../shared/http/errors";
import { noNetworkSettings } from "../../memory-agent";
import { startProxy } from "../../sandbox/proxy";
import { type TestClock, testClock } from "../../test-clock";

describe("a request whose connection is limited in time", () => {
  let silent: Server;
  let origin = "";
  let sockets: Socket[] = [];
  let clock: TestClock;
  beforeEach(async () => {
    sockets = [];
    clock = testClock();
    silent = createServer((socket) => void sockets.push(socket.on("error", () => undefined)));
    await once(silent.listen(0, "localhost"), "listening");
    const bound = silent.address();
    assert.ok(typeof bound === "object" && bound !== null);
    origin = `localhost:${bound.port}`;
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  const clientBy = (proxyUrl: string) =>
    createHttpClient({
      service: "service",
      headers: {},
      network: { ...noNetworkSettings, proxy: { proxyUrl, proxyUsername: "user", proxyPassword: "pass" } },
      clock,
      maxConnections: undefined,
      shown: (address) => address.pathname,
    });
  const sendBy = (client: HttpClient, protocol: string) =>
    client
      .send(
        {
          url: new URL(`${protocol}//${origin}/x`),
          accept: "text/plain",
          body: "{}",
          retry: "never",
          deadlineSeconds: 60,
          connectSeconds: 10,
          advice: () => "",
          signal: new AbortController().signal,
        },
        async () => undefined,
      )
      .then(
        () => assert.fail("it was answered"),
        (error) => (error instanceof HttpError ? error.problem : assert.fail(String(error))),
      );

  /**
   * Returns the problem of a request to a host that accepts connections and stays silent, after some time.
   */
  async function faultAfter(milliseconds: number, protocol: string, proxyUrl = "") {
    const client = clientBy(proxyUrl);
    const connected = once(silent, "connection");
    const sending = sendBy(client, protocol);
    const [socket] = await connected;
    // Wait until the greeting or the request has arrived.
    await once(socket, "readable");
    clock.advance(milliseconds);
    const problem = await Promise.race([sending, turns(20)]);
    clock.advance(60_000);
    await sending;
    client.dispose();
    return problem;
  }
  /** Long enough for a request that ends by itself. */
  async function turns(count: number): Promise<string> {
    for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
    return "open";
  }
  const notSent = { kind: "notSent", code: "ETIMEDOUT" };

  it("is certainly not sent when TLS is not established by then", async () => {
    assert.deepEqual(await faultAfter(10_000, "https:"), notSent);
    assert.deepEqual(await faultAfter(9_999, "https:"), "open");
  });

  it("is certainly not sent when by then the proxy has no tunnel, or no TLS is established in it", async () => {
    assert.deepEqual(await faultAfter(10_000, "http:", `http://${origin}`), notSent);
    const proxy = await startProxy("user", "pass");
    assert.deepEqual(await faultAfter(10_000, "https:", proxy.address.origin), notSent);
    await proxy.close();
  });

  it("has the whole of its time for the response once it is connected", async () => {
    assert.deepEqual(await faultAfter(10_000, "http:"), "open");
    const proxy = await startProxy("user", "pass");
    assert.deepEqual(await faultAfter(10_000, "http:", proxy.address.origin), "open");
    await proxy.close();
  });
});

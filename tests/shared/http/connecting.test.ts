import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import sinon from "sinon";
import type { HttpClient } from "../../../shared/http/client";
import { listen } from "../../sandbox/listen";
import { type SandboxProxy, startProxy } from "../../sandbox/proxy";
import { clientStage, faultOf, networkOf, turns } from "./client-stage";

describe("a request whose connection is limited in time", () => {
  const stage = clientStage(() => false);
  let silent: Server;
  let origin = "";
  let sockets: Socket[] = [];
  let proxy: SandboxProxy;
  beforeEach(async () => {
    sockets = [];
    proxy = await startProxy("user", "pass");
    silent = createServer((socket) => void sockets.push(socket.on("error", () => undefined)));
    origin = `localhost:${await listen(silent, "localhost")}`;
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
    return proxy.close();
  });

  const clientBy = (proxyUrl: string) =>
    stage.client({ network: networkOf(proxyUrl), maxConnections: undefined });
  const sendBy = (client: HttpClient, protocol: string, isWanted = () => true) => {
    const url = new URL(`${protocol}//${origin}/x`);
    return faultOf(stage.read({ url, body: "{}", retry: "never", connectSeconds: 10, isWanted }, client));
  };

  /** The problem of a request to a host that accepts connections and stays silent. */
  async function faultAfter(milliseconds: number, protocol: string, proxyUrl = "") {
    const client = clientBy(proxyUrl);
    const connected = once(silent, "connection");
    const sending = sendBy(client, protocol);
    const [socket] = await connected;
    // Wait until the greeting or the request has arrived.
    await once(socket, "readable");
    stage.clock.advance(milliseconds);
    const problem = await Promise.race([sending, turns()]);
    stage.clock.advance(60_000);
    await sending;
    client.dispose();
    return problem;
  }
  const notSent = { kind: "notSent", code: "ETIMEDOUT" };

  it("is certainly not sent when TLS is not established by then", async () => {
    assert.deepEqual(await faultAfter(10_000, "https:"), notSent);
    assert.deepEqual(await faultAfter(9_999, "https:"), "open");
  });

  it("is certainly not sent when by then the proxy has no tunnel, or no TLS is established in it", async () => {
    assert.deepEqual(await faultAfter(10_000, "http:", `http://${origin}`), notSent);
    assert.deepEqual(await faultAfter(10_000, "https:", proxy.address.origin), notSent);
  });

  it("may have been sent when its connection was made, whatever became of its socket and of others since", async () => {
    const client = clientBy("");
    const sending = sendBy(client, "http:");
    const [socket] = await once(silent, "connection");
    await once(socket, "readable");
    // Node lets go of the socket of a request that is answered so.
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
    await turns();
    const other = sendBy(client, "https:").catch(() => undefined);
    stage.clock.advance(10_000);
    assert.equal(await Promise.race([sending, turns()]), "open");
    stage.clock.advance(60_000);
    assert.equal((await sending).kind, "timeout");
    await other;
  });

  it("is not sent where it is no longer wanted once it is connected, by a tunnel too", async () => {
    for (const [protocol, proxyUrl] of [
      ["http:", ""],
      ["https:", ""],
      ["http:", proxy.address.origin],
    ] as const) {
      const isWanted = sinon.fake.returns(false);
      const fault = await sendBy(clientBy(proxyUrl), protocol, isWanted);
      assert.ok(fault.kind === "notSent" && isWanted.called, protocol);
    }
    for (const socket of sockets) assert.equal(socket.bytesRead, 0);
  });

  it("is not sent either where that is found out between its socket and its connection", async () => {
    let asked = 0;
    const fault = await sendBy(clientBy(""), "http:", () => asked++ === 0);
    assert.deepEqual([fault.kind, asked], ["notSent", 2]);
    await turns();
    for (const socket of sockets) assert.equal(socket.bytesRead, 0);
  });

  it("has the whole of its time for the response once it is connected", async () => {
    assert.deepEqual(await faultAfter(10_000, "http:"), "open");
    assert.deepEqual(await faultAfter(10_000, "http:", proxy.address.origin), "open");
  });
});

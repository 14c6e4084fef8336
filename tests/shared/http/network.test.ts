import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { readTextBody } from "../../../shared/http/body";
import { createHttpClient, type HttpClient } from "../../../shared/http/client";
import type { NetworkSettings } from "../../../shared/http/network";
import type { RetryRule } from "../../../shared/http/retry";
import { noNetworkSettings } from "../../memory-agent";
import { makeIdentity } from "../../sandbox/identity";
import { listen } from "../../sandbox/listen";
import type { ServerIdentity } from "../../sandbox/loopback";
import { type SandboxProxy, startProxy } from "../../sandbox/proxy";
import { temporaryFolder } from "../../temporary-folder";
import { testClock } from "../../test-clock";

/** A TLS server whose certificate is signed only by its own authority, and a proxy in front of it. */
describe("HTTP client in a company's network", () => {
  const folder = temporaryFolder();
  let identity: ServerIdentity;
  let tls: Server;
  let host = "";
  let proxy: SandboxProxy;

  before(async () => {
    identity = await makeIdentity();
    tls = createServer(identity, (_, response) => response.end("over tls"));
    host = `127.0.0.1:${await listen(tls)}`;
    proxy = await startProxy("user", "pass word");
  });

  after(async () => {
    await proxy.close();
    tls.closeAllConnections();
    await once(tls.close(), "close");
  });

  const connectBy = (network: NetworkSettings, clock = testClock()) =>
    createHttpClient({
      service: "service",
      headers: {},
      network,
      clock,
      maxConnections: 1,
      shown: (address) => address.pathname,
    });

  function getBy(client: HttpClient, retry: RetryRule = "never"): Promise<string> {
    const request = {
      url: new URL(`https://${host}/x`),
      accept: "text/plain",
      retry,
      deadlineSeconds: 60,
      advice: () => "",
      signal: new AbortController().signal,
    };
    return client.send(request, ({ body }) => readTextBody(body, 1000));
  }

  function get(network: NetworkSettings, clock = testClock()): Promise<string> {
    const client = connectBy(network, clock);
    return getBy(client).finally(() => client.dispose());
  }

  function trusting() {
    const caFile = join(folder(), "ca.pem");
    writeFileSync(caFile, identity.cert);
    return { ...noNetworkSettings.certificates, caFile };
  }
  const throughProxy = (proxyPassword: string) => ({
    proxyUrl: proxy.address.origin,
    proxyUsername: "user",
    proxyPassword,
  });

  it("trusts the agent's own certificate authority, and nobody without it", async () => {
    assert.equal(await get({ ...noNetworkSettings, certificates: trusting() }), "over tls");
    await assert.rejects(get(noNetworkSettings), /failed: DEPTH_ZERO_SELF_SIGNED_CERT/);
  });

  it("says at once that the agent's certificate cannot be used, and tries nothing", async () => {
    writeFileSync(join(folder(), "broken.pem"), "no certificate");
    const certificates = { ...noNetworkSettings.certificates, certFile: join(folder(), "broken.pem") };
    const clock = testClock();
    const client = connectBy({ ...noNetworkSettings, certificates }, clock);
    await assert.rejects(
      getBy(client, "reads"),
      /^Error: The agent's certificates cannot be used: .*broken\.pem \(/,
    );
    // The deadline of one try, without a retry.
    assert.deepEqual(clock.timers, [60_000]);
    client.dispose();
  });

  it("ends at the deadline behind a proxy that never responds", async () => {
    const silent = createTcpServer((socket) => void socket.on("error", () => undefined));
    const proxyUrl = `http://127.0.0.1:${await listen(silent)}`;
    const connected = once(silent, "connection");
    const clock = testClock();
    const getting = get({ ...noNetworkSettings, proxy: { ...throughProxy(""), proxyUrl } }, clock);
    const [socket] = await connected;
    clock.advance(60_000);
    await assert.rejects(getting, /timed out after 60 s/);
    socket.destroy();
    silent.close();
  });

  it("does not wait for a tunnel that the proxy left open when the next request comes", async () => {
    const sockets: Socket[] = [];
    const forgetful = createTcpServer((socket) => {
      sockets.push(socket.on("error", () => undefined));
      if (sockets.length > 1) socket.pipe(connect(Number(proxy.address.port), "127.0.0.1")).pipe(socket);
    });
    const clock = testClock();
    const proxyUrl = `http://127.0.0.1:${await listen(forgetful)}`;
    const client = connectBy(
      { ...noNetworkSettings, proxy: { ...throughProxy("pass word"), proxyUrl }, certificates: trusting() },
      clock,
    );
    const connected = once(forgetful, "connection");
    try {
      const forgotten = getBy(client);
      await connected;
      clock.advance(60_000);
      await assert.rejects(forgotten, /timed out after 60 s/);
      assert.equal(await getBy(client), "over tls");
    } finally {
      client.dispose();
      for (const socket of sockets) socket.destroy();
      forgetful.close();
    }
  });

  it("uses the agent's proxy with its user name, and names a proxy that refuses", async () => {
    assert.equal(
      await get({ ...noNetworkSettings, proxy: throughProxy("pass word"), certificates: trusting() }),
      "over tls",
    );
    assert.equal(proxy.tunnels.at(-1), host);
    const refused = get({ ...noNetworkSettings, proxy: throughProxy("wrong"), certificates: trusting() });
    await assert.rejects(refused, /failed: the proxy returned 407/);
  });
});

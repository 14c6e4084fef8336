import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { readTextBody } from "../../../shared/http/body";
import type { HttpClient } from "../../../shared/http/client";
import type { NetworkSettings } from "../../../shared/http/network";
import type { RetryRule } from "../../../shared/http/retry";
import { noNetworkSettings } from "../../memory-agent";
import { makeIdentity } from "../../sandbox/identity";
import { listen } from "../../sandbox/listen";
import type { ServerIdentity } from "../../sandbox/loopback";
import { type SandboxProxy, startProxy } from "../../sandbox/proxy";
import { temporaryFolder } from "../../temporary-folder";
import { clientStage, networkOf } from "./client-stage";

/** A TLS server whose certificate is signed only by its own authority, and a proxy in front of it. */
describe("HTTP client in a company's network", () => {
  const folder = temporaryFolder();
  const stage = clientStage(() => false);
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

  const connectBy = (network: NetworkSettings) => stage.client({ network, maxConnections: 1 });
  const getBy = (client: HttpClient, retry: RetryRule = "never") =>
    client.send(stage.request({ url: new URL(`https://${host}/x`), retry }), ({ body }) =>
      readTextBody(body, 1000),
    );
  const get = (network: NetworkSettings) => getBy(connectBy(network));

  function trusted(): string {
    const caFile = join(folder(), "ca.pem");
    writeFileSync(caFile, identity.cert);
    return caFile;
  }
  const throughProxy = (password: string) => networkOf(proxy.address.origin, trusted(), password);

  it("trusts the agent's own certificate authority, and nobody without it", async () => {
    assert.equal(await get(networkOf("", trusted())), "over tls");
    await assert.rejects(get(noNetworkSettings), /failed: DEPTH_ZERO_SELF_SIGNED_CERT/);
  });

  it("says at once that the agent's certificate cannot be used, and tries nothing", async () => {
    writeFileSync(join(folder(), "broken.pem"), "no certificate");
    const certificates = { ...noNetworkSettings.certificates, certFile: join(folder(), "broken.pem") };
    const client = connectBy({ ...noNetworkSettings, certificates });
    const words = /^Error: The agent's certificates cannot be used: .*broken\.pem \(/;
    await assert.rejects(getBy(client, "reads"), words);
    // The deadline of one try, without a retry.
    assert.deepEqual(stage.clock.timers, [60_000]);
  });

  it("ends at the deadline behind a proxy that never responds", async () => {
    const silent = createTcpServer((socket) => void socket.on("error", () => undefined));
    const proxyUrl = `http://127.0.0.1:${await listen(silent)}`;
    const connected = once(silent, "connection");
    const getting = get(networkOf(proxyUrl));
    const [socket] = await connected;
    stage.clock.advance(60_000);
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
    const proxyUrl = `http://127.0.0.1:${await listen(forgetful)}`;
    const client = connectBy(networkOf(proxyUrl, trusted(), "pass word"));
    const connected = once(forgetful, "connection");
    try {
      const forgotten = getBy(client);
      await connected;
      stage.clock.advance(60_000);
      await assert.rejects(forgotten, /timed out after 60 s/);
      assert.equal(await getBy(client), "over tls");
    } finally {
      for (const socket of sockets) socket.destroy();
      forgetful.close();
    }
  });

  it("uses the agent's proxy with its user name, and names a proxy that refuses", async () => {
    assert.equal(await get(throughProxy("pass word")), "over tls");
    assert.equal(proxy.tunnels.at(-1), host);
    await assert.rejects(get(throughProxy("wrong")), /failed: the proxy returned 407/);
  });
});

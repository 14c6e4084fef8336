import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";

/** A company's proxy on loopback: tunnels for those who name the right user, refuses the others. */
export interface SandboxProxy {
  address: URL;
  /** The hosts that tunnels were asked for, with their ports. */
  tunnels: string[];
  close(): Promise<void>;
}

/**
 * Starts a proxy that asks for a user name and a password. A host that has one of `ports` is a service of the sandbox's
 * there.
 */
export async function startProxy(
  user: string,
  password: string,
  ports: ReadonlyMap<string, number> = new Map(),
): Promise<SandboxProxy> {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const tunnels: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on("connect", (request, client: Socket) => {
    const target = new URL(`http://${request.url}`);
    tunnels.push(target.host);
    if (request.headers["proxy-authorization"] !== expected) {
      client.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    // Every name is a service of the sandbox's: who asks for one goes through the proxy, or nowhere.
    const upstream = connect(ports.get(target.hostname) ?? Number(target.port), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(upstream).pipe(client);
    });
    for (const socket of [client, upstream]) sockets.add(socket.on("error", () => undefined));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the proxy is bound to no port");
  return {
    address: new URL(`http://127.0.0.1:${bound.port}/`),
    tunnels,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

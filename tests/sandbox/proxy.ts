import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { listen } from "./listen";

/** A company's proxy on loopback: tunnels for those who name the right user, refuses the others. */
export interface SandboxProxy {
  address: URL;
  /** The hosts that tunnels were asked for, with their ports. */
  tunnels: string[];
  close(): Promise<void>;
}

/**
 * Starts a proxy that asks for a user name and a password. `hosts` has the servers that some names lead to; any other
 * leads to its port on loopback.
 */
export async function startProxy(
  user: string,
  password: string,
  hosts: ReadonlyMap<string, URL> = new Map(),
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
    const upstream = connect(Number((hosts.get(target.host) ?? target).port), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(upstream).pipe(client);
    });
    // A client that leaves before its tunnel is made is in no pipe yet.
    client.once("close", () => upstream.end());
    for (const socket of [client, upstream]) sockets.add(socket.on("error", () => undefined));
  });
  return {
    address: new URL(`http://127.0.0.1:${await listen(server)}/`),
    tunnels,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

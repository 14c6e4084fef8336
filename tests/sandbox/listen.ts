import { once } from "node:events";
import type { Server } from "node:net";

/** Lets a server listen on a free port of this machine, and returns the port. */
export async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  await once(server.listen(0, host), "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server is bound to no port");
  return bound.port;
}

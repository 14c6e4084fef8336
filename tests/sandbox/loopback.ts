import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate, setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { listen } from "./listen";

/** A request as an embedded service received it. */
export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Path and query as they came, undecoded. */
  target: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** How many requests came before it on the same connection. */
  nthOnConnection: number;
}

/** Members that are left out are those of a healthy service's reply. */
export interface Reply {
  status?: number;
  /** How long the service thinks before it answers. */
  delayMilliseconds?: number;
  /** Sends interim answers (100, 102, 103) first. */
  interim?: boolean;
  headers?: Record<string, string>;
  /** The body; a list of pieces is written piece by piece. */
  body?: string | Buffer | Iterable<Buffer> | AsyncIterable<Buffer>;
  /** Instead of ending the answer after that (without a status: of giving any). */
  ending?: "reset" | "hang";
  /** For a connection that the client may keep: it is closed, or the whole answer comes on it once more. */
  afterwards?: "close" | "repeat";
  /** Instead of all this: bytes that need not be HTTP. */
  raw?: string;
}

/** A fault on demand: the reply to requests that match, the first `times` of them, all without. */
export interface Fault {
  when: (request: ReceivedRequest) => boolean;
  /** A function can ask for the answer of a healthy service; then the request takes effect. */
  reply: Reply | ((request: ReceivedRequest, healthy: () => Reply) => Reply);
  times?: number;
}

/** A key and a certificate for a server that speaks TLS. */
export interface ServerIdentity {
  key: string;
  cert: string;
  /** The host that the certificate is for, by which the server is addressed. */
  host: string;
}

/** A service on loopback. */
export interface LoopbackServer {
  address: URL;
  /** Every request so far, in order. */
  requests: ReceivedRequest[];
  /** Faults, which may be added while it runs; the first that matches counts. */
  faults: Fault[];
  /** The open connections, TLS included, on which no request has come yet. */
  unused: ReadonlySet<Socket>;
  /** How many connections are open, those not counted that are about to be closed. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

/** A server on loopback that answers by a function, and by faults before it; over TLS where it has an identity. */
export async function startServer(
  answer: (request: ReceivedRequest) => Reply,
  identity?: ServerIdentity,
): Promise<LoopbackServer> {
  const requests: ReceivedRequest[] = [];
  const faults: Fault[] = [];
  const counts = new WeakMap<Socket, number>();
  const unused = new Set<Socket>();
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    unused.delete(incoming.socket);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const nthOnConnection = counts.get(incoming.socket) ?? 0;
    counts.set(incoming.socket, nthOnConnection + 1);
    const target = incoming.url ?? "/";
    const { pathname, searchParams } = new URL(target, "http://loopback");
    const request: ReceivedRequest = {
      method: incoming.method ?? "",
      path: decodeURIComponent(pathname),
      query: searchParams,
      target,
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString("utf8"),
      nthOnConnection,
    };
    requests.push(request);
    const healthy = () => orError(answer, request);
    const fault = nextFault(request, faults);
    if (fault === undefined) await send(response, healthy());
    else await send(response, typeof fault === "function" ? fault(request, healthy) : fault);
  };
  const server = identity === undefined ? createServer(serve) : createTlsServer(identity, serve);
  server.on(identity === undefined ? "connection" : "secureConnection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  // A connection that a client forgets is not to be freed by the service's patience running out.
  server.keepAliveTimeout = 0;
  const origin = identity === undefined ? "http://127.0.0.1" : `https://${identity.host}`;
  return {
    address: new URL(`${origin}:${await listen(server)}/`),
    requests,
    faults,
    unused,
    async connections() {
      const count = promisify(server.getConnections.bind(server));
      let open = await count();
      for (let turns = 0; open > 0 && turns < 200; turns++) {
        await setImmediate();
        open = await count();
      }
      return open;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** An answer that cannot be made is an error of the service's, not the end of everything around it. */
function orError(answer: (request: ReceivedRequest) => Reply, request: ReceivedRequest): Reply {
  try {
    return answer(request);
  } catch (error) {
    return { status: 500, body: String(error) };
  }
}

function nextFault(request: ReceivedRequest, faults: Fault[]): Fault["reply"] | undefined {
  const match = faults.find((candidate) => (candidate.times ?? 1) > 0 && candidate.when(request));
  if (match?.times !== undefined) match.times--;
  return match?.reply;
}

async function send(response: ServerResponse, reply: Reply): Promise<void> {
  if (reply.delayMilliseconds) await setTimeout(reply.delayMilliseconds);
  if (reply.raw !== undefined) return void response.socket?.end(reply.raw);
  if (reply.interim) {
    response.writeContinue();
    response.writeProcessing();
    response.writeEarlyHints({ link: "</style.css>; rel=preload" });
  }
  if (reply.status !== undefined || reply.ending === undefined) {
    // The machine's date is none that a task under a fake clock could know of; a reply may have one of its own.
    response.sendDate = false;
    response.writeHead(reply.status ?? 200, reply.headers);
    response.flushHeaders();
    const { body = "" } = reply;
    const pieces = typeof body === "string" || Buffer.isBuffer(body) ? [body] : body;
    // A client that has enough closes the connection, which is no fault of the service's.
    await pipeline(Readable.from(pieces), response, { end: false }).catch(() => undefined);
  }
  if (reply.ending === "reset") response.destroy();
  else if (reply.ending === undefined) {
    const { socket } = response;
    response.end(() => {
      if (reply.afterwards === "close") socket?.end();
      if (reply.afterwards === "repeat") socket?.write(bytesOf(reply));
    });
  }
}

/** A plain reply as it stands on the connection. */
function bytesOf({ status = 200, headers, body = "" }: Reply): string {
  const text = String(body);
  const lines = Object.entries({ ...headers, "content-length": Buffer.byteLength(text) });
  return [`HTTP/1.1 ${status} OK`, ...lines.map(([name, value]) => `${name}: ${value}`), "", text].join(
    "\r\n",
  );
}

/** A JSON answer. */
export function json(value: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(value),
  };
}

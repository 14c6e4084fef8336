import { ClientRequest, type IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { HttpClient as RestHttpClient } from "typed-rest-client/HttpClient";
import { agentSecureContext } from "./certificates";
import type { NetworkSettings } from "./network";
import { createPreparedConnection, type PreparedConnection } from "./prepared-connections";

/** One exchange at a time on each connection, over typed-rest-client. Does not retry, redirect or read. */
export interface Transport {
  /**
   * Sends a request and returns the response once its headers have arrived. `signal` ends it at any point.
   * `connecting` may end it as long as nothing can have been sent.
   */
  open(url: URL, exchange: Exchange): Promise<IncomingMessage>;
  /** Begins to make a connection as a request to that URL does. Sends nothing and never throws. */
  prepare(url: URL): PreparedConnection;
  /** Closes all connections, except prepared ones. */
  dispose(): void;
}

/** One request. Without a body, it is a GET. */
export interface Exchange {
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
  connecting?: Connecting | undefined;
}

/** For a request that wants a connection of its own. If none is made in time, the request fails as not sent. */
export interface Connecting {
  /** Fires when the connection has to be made. Undefined if any time will do. */
  by: AbortSignal | undefined;
  /** Called once the connection is made. */
  isWanted: () => boolean;
  /** Used instead of a new connection, if the service has neither closed it nor sent anything. */
  prepared: PreparedConnection | undefined;
}

interface NextRequest {
  signal: AbortSignal | undefined;
  /** Gives the request its socket. `connect` makes a new connection for it. */
  assign: (request: ClientRequest, connect: () => void) => void;
}

/** The signal ends a request, so the library's own time limit is set out of the way. */
const idleMilliseconds = 24 * 3600 * 1000;

/** Keeps up to `maxConnections` connections open. If that is undefined, each request opens its own. */
export function createTransport(network: NetworkSettings, maxConnections: number | undefined): Transport {
  /** Created on demand: it takes longer than a request on loopback. */
  let secureContext: SecureContext | undefined;
  // The library makes a request before get() or post() returns, so this is always the one of that call.
  let next: NextRequest = { signal: undefined, assign: (_, connect) => connect() };
  const rest = new RestHttpClient(
    "pipeline-keeper",
    [
      {
        prepareRequest(options) {
          options.signal = next.signal;
          options.agent = assigning(options.agent, next.assign);
          // An IPv6 address has brackets in a URL, but not in a look-up.
          options.host = options.host?.replace(/[[\]]/g, "");
          // The library's tunnels read connection settings only from their agent.
          secureContext ??= agentSecureContext(network.certificates);
          if (secureContext !== undefined)
            Object.assign(Reflect.get(Object(options.agent), "options"), { secureContext });
        },
        canHandleAuthentication: () => false,
        handleAuthentication: () => Promise.reject(new Error("no challenge is ever answered")),
      },
    ],
    {
      allowRedirects: false,
      allowRetries: false,
      keepAlive: maxConnections !== undefined,
      globalAgentOptions: { keepAlive: false, timeout: idleMilliseconds },
      // The library's tunnels lose track of a queued request; callers limit their number anyway.
      maxSockets:
        network.proxy.proxyUrl === "" && maxConnections !== undefined
          ? maxConnections
          : Number.POSITIVE_INFINITY,
      socketTimeout: idleMilliseconds,
      // The proxy is already chosen. The library would apply NO_PROXY in its own way.
      proxy: { ...network.proxy, proxyBypassHosts: [] },
    },
  );
  return {
    async open(url, { headers, body, signal, connecting }) {
      const unsent = new AbortController();
      const ended = connecting === undefined ? signal : AbortSignal.any([signal, unsent.signal]);
      let socket = await connecting?.prepared?.take();
      next = {
        signal: ended,
        assign(request, connect) {
          if (connecting !== undefined) guard(request, connecting, unsent);
          if (socket === undefined) connect();
          else request.onSocket(socket);
          socket = undefined;
        },
      };
      const pending =
        body === undefined
          ? rest.get(url.href, headers)
          : rest.post(url.href, body, { "content-type": "application/json", ...headers });
      // Without a request, nothing else would close it.
      socket?.destroy();
      return abortable(
        pending.then((response) => response.message),
        ended,
      );
    },
    prepare(url) {
      const connection = createPreparedConnection();
      next = { signal: undefined, assign: (request, connect) => divert(request, connect, connection.hold) };
      rest.get(url.href).catch(() => undefined);
      return connection;
    },
    dispose: () => rest.dispose(),
  };
}

/** An agent, of Node or of the library's tunnels, whose requests get their sockets from `assign`. */
function assigning<T>(agent: T, assign: NextRequest["assign"]): T {
  const addRequest: unknown = Reflect.get(Object(agent), "addRequest");
  if (typeof addRequest !== "function") return agent;
  const value = (request: unknown, ...others: unknown[]) => {
    const connect = () => Reflect.apply(addRequest, agent, [request, ...others]);
    if (request instanceof ClientRequest) assign(request, connect);
    else connect();
  };
  return Object.create(Object(agent), { addRequest: { value } });
}

/** Has a connection made for a request, and hands it to `hold`. The request itself never gets it, and ends. */
function divert(request: ClientRequest, connect: () => void, hold: (socket: Socket) => void): void {
  const end = request.onSocket.bind(request);
  request.onSocket = (socket) => {
    hold(socket);
    request.destroy();
    end(new Socket().destroy());
  };
  connect();
}

/** Ends a request by `unsent` while nothing of it can have been sent: Node holds it back until it is connected. */
function guard(request: ClientRequest, { by, isWanted }: Connecting, unsent: AbortController): void {
  by?.addEventListener("abort", () => {
    if (!isConnected(request.socket)) unsent.abort(notSent("ETIMEDOUT"));
  });
  const check = () => {
    if (!isWanted()) unsent.abort(notSent("the response that allows it became too old while connecting"));
  };
  // Called before Node writes anything: a tunnel is connected by then, any other connection begins to be made.
  request.once("socket", (socket) => {
    check();
    if (!isConnected(socket)) socket.once("connect", check);
  });
}

/** Whether a request with this socket may have been sent; without one, it has not. */
function isConnected(socket: Socket | null): boolean {
  return socket !== null && !socket.connecting && Reflect.get(socket, "secureConnecting") !== true;
}

/** As Node's for a connection that cannot be made: the request was certainly not sent. */
function notSent(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: "connect" });
}

/**
 * Resolves with the response, or rejects with the signal's reason as soon as it fires. The library itself
 * reports nothing while a request waits for its proxy, or after a change of protocol. A response that comes
 * too late is closed.
 */
function abortable(pending: Promise<IncomingMessage>, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    pending
      .then((message) => (signal.aborted ? message.destroy() : resolve(message)), reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

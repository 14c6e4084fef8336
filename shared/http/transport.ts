import { ClientRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { HttpClient as RestHttpClient } from "typed-rest-client/HttpClient";
import { agentSecureContext } from "./certificates";
import type { NetworkSettings } from "./network";

/** One exchange at a time per connection, over typed-rest-client; no retry, no redirect, no reading. */
export interface Transport {
  /**
   * Sends one request and gives the answer as soon as its headers are there. The signal ends it at any point;
   * `connecting` may end it while nothing can have been sent yet.
   */
  open(
    url: URL,
    headers: Record<string, string>,
    body: string | undefined,
    signal: AbortSignal,
    connecting?: Connecting,
  ): Promise<IncomingMessage>;
  /** Closes all connections. */
  dispose(): void;
}

/** What a request wants of its own new connection; without it, the request fails as not sent. */
export interface Connecting {
  /** Fires when the connection has to be made. */
  by: AbortSignal;
  /** Whether the request is still to be sent, asked once the connection is made. */
  isWanted: () => boolean;
}

/** Idle time is no measure of a request, so the library's own is out of the way; the signal is what ends one. */
const idleMilliseconds = 24 * 3600 * 1000;

/**
 * Exchanges by the agent's proxy and certificates: over connections that are kept open, `maxConnections` at most, or
 * where that is undefined over a new connection for each request.
 */
export function createTransport(network: NetworkSettings, maxConnections: number | undefined): Transport {
  /** Made once a request needs it: a context takes longer than a request on loopback. */
  let secureContext: SecureContext | undefined;
  let signalOfNextRequest: AbortSignal | undefined;
  let lastRequest: ClientRequest | undefined;
  const rest = new RestHttpClient(
    "pipeline-keeper",
    [
      {
        // The library calls this within get() or post(), before those return: the signal is that request's.
        prepareRequest(options) {
          options.signal = signalOfNextRequest;
          options.agent = watched(options.agent, (request) => {
            lastRequest = request;
          });
          // An IPv6 address is bracketed in an address, and looked up without.
          options.host = options.host?.replace(/[[\]]/g, "");
          // The library's tunnels take what connections are made with from their agent alone.
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
      // The library's tunnels lose the place of a request that had to queue; callers bound their number anyway.
      maxSockets:
        network.proxy.proxyUrl === "" && maxConnections !== undefined
          ? maxConnections
          : Number.POSITIVE_INFINITY,
      socketTimeout: idleMilliseconds,
      // Which addresses go past the proxy is settled; the library would read NO_PROXY in a way of its own.
      proxy: { ...network.proxy, proxyBypassHosts: [] },
    },
  );
  return {
    async open(url, headers, body, signal, connecting) {
      const unsent = new AbortController();
      signalOfNextRequest = connecting === undefined ? signal : AbortSignal.any([signal, unsent.signal]);
      lastRequest = undefined;
      const answering =
        body === undefined
          ? rest.get(url.href, headers)
          : rest.post(url.href, body, { ...headers, "content-type": "application/json" });
      const request: ClientRequest | undefined = lastRequest;
      if (connecting !== undefined && request !== undefined) guard(request, connecting, unsent);
      return orAborted(
        answering.then((answer) => answer.message),
        signalOfNextRequest,
      );
    },
    dispose: () => rest.dispose(),
  };
}

/** An agent, of Node or of the library's tunnels, that hands over each request which it is given. */
function watched<T>(agent: T, take: (request: ClientRequest) => void): T {
  const addRequest: unknown = Reflect.get(Object(agent), "addRequest");
  if (typeof addRequest !== "function") return agent;
  const value = (request: unknown, ...others: unknown[]) => {
    if (request instanceof ClientRequest) take(request);
    return Reflect.apply(addRequest, agent, [request, ...others]);
  };
  return Object.create(Object(agent), { addRequest: { value } });
}

/** Ends a request by `unsent` while nothing of it can have been sent: Node holds it back until it is connected. */
function guard(request: ClientRequest, { by, isWanted }: Connecting, unsent: AbortController): void {
  by.addEventListener("abort", () => {
    if (!isConnected(request.socket)) unsent.abort(notSent("ETIMEDOUT"));
  });
  const check = () => {
    if (!isWanted()) unsent.abort(notSent("what allowed it grew too old while the connection was made"));
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

/** The error of a request that surely was not sent, as Node gives it for a connection that cannot be made. */
function notSent(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: "connect" });
}

/**
 * The answer, or the signal's reason as soon as it fires: a request that waits for its proxy, or is answered by
 * a change of protocol, tells the library nothing any more. An answer that comes too late is let go of.
 */
function orAborted(answering: Promise<IncomingMessage>, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    answering
      .then((message) => (signal.aborted ? message.destroy() : resolve(message)), reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

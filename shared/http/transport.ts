import { ClientRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { HttpClient as RestHttpClient } from "typed-rest-client/HttpClient";
import { agentSecureContext } from "./certificates";
import type { NetworkSettings } from "./network";

/** One exchange at a time on each connection, over typed-rest-client. Does not retry, redirect or read. */
export interface Transport {
  /**
   * Sends a request and returns the response once its headers have arrived. `signal` ends it at any point.
   * `connecting` may end it as long as nothing can have been sent.
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

/** What a request wants of its own new connection. Without it, the request fails as not sent. */
export interface Connecting {
  /** Fires when the connection has to be made. */
  by: AbortSignal;
  /** Returns whether the request is still to be sent. Called once the connection is made. */
  isWanted: () => boolean;
}

/** The signal ends a request, so the library's own time limit is set out of the way. */
const idleMilliseconds = 24 * 3600 * 1000;

/**
 * Creates a transport that uses the agent's proxy and certificates. It keeps up to `maxConnections`
 * connections open. If that is undefined, each request opens its own.
 */
export function createTransport(network: NetworkSettings, maxConnections: number | undefined): Transport {
  /** Created on demand: it takes longer than a request on loopback. */
  let secureContext: SecureContext | undefined;
  let signalOfNextRequest: AbortSignal | undefined;
  let lastRequest: ClientRequest | undefined;
  const rest = new RestHttpClient(
    "pipeline-keeper",
    [
      {
        // The library calls this before get() or post() returns, so the signal is the one of that request.
        prepareRequest(options) {
          options.signal = signalOfNextRequest;
          options.agent = watched(options.agent, (request) => {
            lastRequest = request;
          });
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
    async open(url, headers, body, signal, connecting) {
      const unsent = new AbortController();
      signalOfNextRequest = connecting === undefined ? signal : AbortSignal.any([signal, unsent.signal]);
      lastRequest = undefined;
      const pending =
        body === undefined
          ? rest.get(url.href, headers)
          : rest.post(url.href, body, { ...headers, "content-type": "application/json" });
      const request: ClientRequest | undefined = lastRequest;
      if (connecting !== undefined && request !== undefined) guard(request, connecting, unsent);
      return abortable(
        pending.then((response) => response.message),
        signalOfNextRequest,
      );
    },
    dispose: () => rest.dispose(),
  };
}

/** Returns an agent, of Node or of the library's tunnels, that hands over each request it is given. */
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

/** Creates the error that Node gives for a connection that cannot be made: the request was certainly not sent. */
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

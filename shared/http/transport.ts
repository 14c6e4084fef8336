import type { IncomingMessage } from "node:http";
import type { SecureContext } from "node:tls";
import { HttpClient as RestHttpClient } from "typed-rest-client/HttpClient";
import { agentSecureContext } from "./certificates";
import type { NetworkSettings } from "./network";

/** One exchange at a time on each connection, over typed-rest-client. Does not retry, redirect or read. */
export interface Transport {
  /**
   * Sends a request and returns the response once its headers have arrived. `signal` ends it at any point.
   * `connectBy` ends it before anything is sent, if its new connection is not made by then.
   */
  open(
    url: URL,
    headers: Record<string, string>,
    body: string | undefined,
    signal: AbortSignal,
    connectBy?: AbortSignal,
  ): Promise<IncomingMessage>;
  /** Closes all connections. */
  dispose(): void;
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
  let agentOfLastRequest: unknown;
  const rest = new RestHttpClient(
    "pipeline-keeper",
    [
      {
        // The library calls this before get() or post() returns, so the signal is the one of that request.
        prepareRequest(options) {
          options.signal = signalOfNextRequest;
          agentOfLastRequest = options.agent;
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
    async open(url, headers, body, signal, connectBy) {
      const unconnected = new AbortController();
      signalOfNextRequest = connectBy === undefined ? signal : AbortSignal.any([signal, unconnected.signal]);
      const pending =
        body === undefined
          ? rest.get(url.href, headers)
          : rest.post(url.href, body, { ...headers, "content-type": "application/json" });
      const agent = agentOfLastRequest;
      connectBy?.addEventListener("abort", () => {
        if (!isConnected(agent)) unconnected.abort(notConnected());
      });
      return abortable(
        pending.then((response) => response.message),
        signalOfNextRequest,
      );
    },
    dispose: () => rest.dispose(),
  };
}

/** Returns whether an agent, Node's or the tunnel library's, has a connection that is ready to send. */
function isConnected(agent: unknown): boolean {
  const sockets: unknown[] = Object.values(Object(Reflect.get(Object(agent), "sockets"))).flat();
  return sockets.some((socket) => {
    const is = (state: string): unknown => Reflect.get(Object(socket), state);
    return is("connecting") === false && is("secureConnecting") !== true;
  });
}

/** Creates the error that Node gives when the operating system's time limit for connecting ends. */
function notConnected(): Error {
  return Object.assign(new Error("not connected in time"), { code: "ETIMEDOUT", syscall: "connect" });
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

import type { IncomingMessage } from "node:http";
import type { SecureContext } from "node:tls";
import { HttpClient as RestHttpClient } from "typed-rest-client/HttpClient";
import { agentSecureContext } from "./certificates";
import type { NetworkSettings } from "./network";

/** One exchange at a time per connection, over typed-rest-client; no retry, no redirect, no reading. */
export interface Transport {
  /**
   * Sends one request and gives the answer as soon as its headers are there. The signal ends it at any point;
   * `connectBy` ends it, before anything is sent, where its own new connection is not made by then.
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
  let agentOfLastRequest: unknown;
  const rest = new RestHttpClient(
    "pipeline-keeper",
    [
      {
        // The library calls this within get() or post(), before those return: the signal is that request's.
        prepareRequest(options) {
          options.signal = signalOfNextRequest;
          agentOfLastRequest = options.agent;
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
    async open(url, headers, body, signal, connectBy) {
      const unconnected = new AbortController();
      signalOfNextRequest = connectBy === undefined ? signal : AbortSignal.any([signal, unconnected.signal]);
      const answering =
        body === undefined
          ? rest.get(url.href, headers)
          : rest.post(url.href, body, { ...headers, "content-type": "application/json" });
      const agent = agentOfLastRequest;
      connectBy?.addEventListener("abort", () => {
        if (!isConnected(agent)) unconnected.abort(notConnected());
      });
      return orAborted(
        answering.then((answer) => answer.message),
        signalOfNextRequest,
      );
    },
    dispose: () => rest.dispose(),
  };
}

/** Whether an agent, of Node or of the library's tunnels, has a connection over which a request can be sent. */
function isConnected(agent: unknown): boolean {
  const sockets: unknown[] = Object.values(Object(Reflect.get(Object(agent), "sockets"))).flat();
  return sockets.some((socket) => {
    const is = (state: string): unknown => Reflect.get(Object(socket), state);
    return is("connecting") === false && is("secureConnecting") !== true;
  });
}

/** The error of a connection that was not made in time, as Node gives it when the system's own patience ends. */
function notConnected(): Error {
  return Object.assign(new Error("not connected in time"), { code: "ETIMEDOUT", syscall: "connect" });
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

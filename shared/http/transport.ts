import type { IncomingMessage } from "node:http";
import { HttpClient as RestHttpClient } from "typed-rest-client/HttpClient";
import type { NetworkSettings } from "../agent";

/** One exchange at a time per connection, over typed-rest-client; no retry, no redirect, no reading. */
export interface Transport {
  /** Sends one request and gives the answer as soon as its headers are there. The signal ends it at any point. */
  open(
    address: URL,
    headers: Record<string, string>,
    body: string | undefined,
    signal: AbortSignal,
  ): Promise<IncomingMessage>;
  /** Closes all connections. */
  dispose(): void;
}

/** Idle time is no measure of a request, so the library's own is out of the way; the signal is what ends one. */
const idleMilliseconds = 24 * 3600 * 1000;

/** Connections that are kept open, `maxConnections` at most, by the agent's proxy and certificates. */
export function createTransport(network: NetworkSettings, maxConnections: number): Transport {
  let signalOfNextRequest: AbortSignal | undefined;
  const rest = new RestHttpClient(
    "pipeline-keeper",
    [
      {
        // The library calls this within get() or post(), before those return: the signal is that request's.
        prepareRequest(options) {
          if (signalOfNextRequest) options.signal = signalOfNextRequest;
        },
        canHandleAuthentication: () => false,
        handleAuthentication: () => Promise.reject(new Error("no challenge is ever answered")),
      },
    ],
    {
      allowRedirects: false,
      allowRetries: false,
      keepAlive: true,
      maxSockets: maxConnections,
      socketTimeout: idleMilliseconds,
      proxy: network.proxy,
      cert: network.certificates,
    },
  );
  return {
    async open(address, headers, body, signal) {
      signalOfNextRequest = signal;
      const answer = await (body === undefined
        ? rest.get(address.href, headers)
        : rest.post(address.href, body, { ...headers, "content-type": "application/json" }));
      return answer.message;
    },
    dispose: () => rest.dispose(),
  };
}

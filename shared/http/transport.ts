import { ClientRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { HttpClient as RestHttpClient } from "typed-rest-client/HttpClient";
import type { IRequestHandler } from "typed-rest-client/Interfaces";
import type { Clock } from "../clock";
import { messageOf } from "../errors";
import { dayMilliseconds } from "../text/time";
import { agentSecureContext, type NetworkSettings } from "./network";
import { divert, guard, whenMade } from "./own-connection";
import { createPreparedConnection, type PreparedConnection, supply } from "./prepared-connections";

interface NextRequest {
  signal: AbortSignal | undefined;
  /**
   * Gives the request its socket. `connect` makes a new connection for it. Its signal ends the wait for a proxy's tunnel,
   * which nothing else can end.
   */
  assign: (request: ClientRequest, connect: (signal?: AbortSignal) => void) => void;
}

/** The signal ends a request, so the library's own time limit is set out of the way. */
const idleMilliseconds = dayMilliseconds;

/** `next` is the request that the library makes just now. */
function openLibrary(network: NetworkSettings, maxConnections: number | undefined, next: () => NextRequest) {
  /** Created on demand: it takes longer than a request on loopback. */
  let secureContext: SecureContext | undefined;
  const handler: IRequestHandler = {
    prepareRequest(options) {
      const { signal, assign } = next();
      options.signal = signal;
      options.agent = assigning(options.agent, assign);
      // An IPv6 address has brackets in a URL, but not in a look-up.
      options.host = options.host?.replace(/[[\]]/g, "");
      // The library's tunnels read connection settings only from their agent.
      secureContext ??= agentSecureContext(network.certificates);
      if (secureContext !== undefined)
        Object.assign(Reflect.get(Object(options.agent), "options"), { secureContext });
    },
    canHandleAuthentication: () => false,
    handleAuthentication: () => Promise.reject(new Error("no challenge is ever answered")),
  };
  return new RestHttpClient("pipeline-keeper", [handler], {
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
  });
}

/**
 * One exchange at a time on each connection, over typed-rest-client. Does not retry, redirect or read. Keeps up to
 * `maxConnections` connections open. If that is undefined, each request opens its own.
 */
export function createTransport(network: NetworkSettings, maxConnections: number | undefined, clock: Clock) {
  // The library makes a request before get() or post() returns, so this is always the one of that call.
  let next: NextRequest = { signal: undefined, assign: (_, connect) => connect() };
  const rest = openLibrary(network, maxConnections, () => next);

  /** Makes a connection as a request to that URL does. The request that it is made for is never sent. */
  const connectTo = (url: URL, signal: AbortSignal) =>
    new Promise<Socket>((resolve, reject) => {
      let isHeld = false;
      const hold = (socket: Socket) => {
        isHeld = true;
        whenMade(socket, signal).then(resolve, reject);
      };
      next = {
        signal: undefined,
        assign: (request, connect) => divert(request, () => connect(signal), hold),
      };
      rest.get(url.href).catch((error: unknown) => {
        if (!isHeld) reject(error);
      });
    });

  return {
    /**
     * Sends a request and returns the response once its headers have arrived. `signal` ends it at any point.
     * `connecting` may end it as long as nothing can have been sent.
     */
    async open(
      url: URL,
      request: {
        headers: Record<string, string>;
        body: string | undefined;
        method?: "PATCH" | "POST" | undefined;
        signal: AbortSignal;
        /** For a connection of its own. If none is made in time, the request fails as not sent. */
        connecting?:
          | {
              /** Fires when the connection has to be made. Undefined if any time will do. */
              by: AbortSignal | undefined;
              /** Called once the connection is made. */
              isWanted: () => boolean;
              /** Waited for and used instead of a new connection, if the service has neither closed it nor sent anything. */
              prepared: PreparedConnection | undefined;
            }
          | undefined;
      },
    ): Promise<IncomingMessage> {
      const { headers, body, method = "POST", signal, connecting } = request;
      const unsent = new AbortController();
      const ended = connecting === undefined ? signal : AbortSignal.any([signal, unsent.signal]);
      let prepared = connecting?.prepared;
      next = {
        signal: ended,
        assign(sent, connect) {
          if (connecting !== undefined) guard(sent, connecting, unsent);
          if (prepared === undefined) connect();
          else
            supply(sent, prepared, connect, ended).catch((error: unknown) =>
              sent.destroy(new Error(messageOf(error))),
            );
          prepared = undefined;
        },
      };
      const pending =
        body === undefined
          ? rest.get(url.href, headers)
          : rest.request(method, url.href, body, { "content-type": "application/json", ...headers });
      // Without a request, nothing else would close it.
      prepared?.close();
      return abortable(
        pending.then((response) => response.message),
        ended,
      );
    },
    /** Begins to make a connection as a request to that URL does. Sends nothing and never throws. */
    prepare: (url: URL) => createPreparedConnection((signal) => connectTo(url, signal), clock),
    /** Closes all connections, except prepared ones. */
    dispose: () => rest.dispose(),
  };
}

/** An agent, of Node or of the library's tunnels, whose requests get their sockets from `assign`. */
function assigning<T>(agent: T, assign: NextRequest["assign"]): T {
  const addRequest: unknown = Reflect.get(Object(agent), "addRequest");
  if (typeof addRequest !== "function") return agent;
  const value = (request: unknown, ...others: unknown[]) => {
    const connect = (signal?: AbortSignal) =>
      Reflect.apply(addRequest, withSignal(agent, signal), [request, ...others]);
    if (request instanceof ClientRequest) assign(request, connect);
    else connect();
  };
  return Object.create(Object(agent), { addRequest: { value } });
}

/** An agent whose requests for a tunnel the signal ends. An agent without a proxy stays as it is. */
function withSignal<T>(agent: T, signal: AbortSignal | undefined): T {
  const proxyOptions: unknown = Reflect.get(Object(agent), "proxyOptions");
  if (signal === undefined || proxyOptions === undefined) return agent;
  return Object.create(Object(agent), { proxyOptions: { value: { ...Object(proxyOptions), signal } } });
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

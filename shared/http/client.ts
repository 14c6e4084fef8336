import type { Readable } from "node:stream";
import { type Clock, wait } from "../clock";
import { decompressed, readBeginning } from "./body";
import { ErrorInBody, type ErrorResponse, HttpError, type HttpProblem } from "./errors";
import type { NetworkSettings } from "./network";
import { problemBehind } from "./network-problem";
import { createPreparedConnections } from "./prepared-connections";
import type { HttpRequest, HttpResponse } from "./request";
import { pauseBeforeRetry } from "./retry";
import { problemOfResponse } from "./service-error";
import { createServiceState } from "./service-state";
import { createTransport } from "./transport";
import { redirectTarget, urlProblem } from "./url";

export interface HttpSettings {
  /** Its name in errors. */
  service: string;
  /** Sent with every request, the credential among them. */
  headers?: Record<string, string>;
  network: NetworkSettings;
  clock: Clock;
  /**
   * The largest number of connections to keep open. By default, each request opens its own: nothing but its
   * own bytes can then be read as its response, and no connection can have been closed before.
   */
  maxConnections?: number | undefined;
  /** A URL as errors show it. By default, they do not. */
  shown?: (url: URL) => string;
  /** Follows redirects to other hosts over https too. Only for a client without a credential. */
  followsToOtherHosts?: boolean;
  /** Called with the headers of each response of the service's own. */
  onResponse?: (header: HttpResponse["header"]) => void;
  /**
   * Whether an error response is the service's own word. By default, every response is. Otherwise, one with a status of
   * success is if `read` can read it, and the headers of any other say nothing about the service.
   */
  isOwnError?: (response: ErrorResponse) => boolean;
}

/** Sends requests to one service, and can make connections before it is known whether they are needed. */
export type HttpClient = ReturnType<typeof createHttpClient>;

function isAnswer(status: number, { answerStatus }: HttpRequest): boolean {
  return (status >= 200 && status < 300) || status === answerStatus;
}

/** A credential never goes to another origin, unless the client has none. */
function mayFollow(
  { origin }: URL,
  location: URL | undefined,
  { followsToOtherHosts = false }: HttpSettings,
): location is URL {
  if (location === undefined) return false;
  return location.origin === origin || (followsToOtherHosts && urlProblem(location.href) === undefined);
}

const maxRedirects = 5;
const maxErrorBytes = 64 * 1024;

/** Starts the timers of one try. The caller must call `end`. */
function startDeadline(clock: Clock, { deadlineSeconds, connectSeconds, signal }: HttpRequest) {
  const controller = new AbortController();
  const connecting = new AbortController();
  const abort = () => controller.abort();
  const cancelTimer = clock.after(deadlineSeconds * 1000, abort);
  const cancelConnectTimer =
    connectSeconds === undefined ? undefined : clock.after(connectSeconds * 1000, () => connecting.abort());
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  return {
    /** Fires when the time is up or the signal of the request fires. */
    signal: controller.signal,
    /** Fires when the connection must have been made; undefined without such a limit. */
    connectBy: connectSeconds === undefined ? undefined : connecting.signal,
    /** Cancels both timers. */
    end() {
      cancelTimer();
      cancelConnectTimer?.();
      signal.removeEventListener("abort", abort);
    },
  };
}

/** Opens requests, and knows for how long the service wants none. */
function createOpening(
  { clock, network, ...settings }: HttpSettings,
  state: ReturnType<typeof createServiceState>,
) {
  const transport = createTransport(network, settings.maxConnections, clock);
  const connections = createPreparedConnections(transport.prepare, clock);
  return {
    connections,
    dispose() {
      connections.close();
      transport.dispose();
    },
    async open(request: HttpRequest, url: URL, { signal, connectBy }: ReturnType<typeof startDeadline>) {
      const { isWanted = () => true, immediate = false, body, method } = request;
      const prepared = immediate ? connections.next(url) : undefined;
      const connecting = (connectBy ?? prepared) && { by: connectBy, isWanted, prepared };
      const headers = {
        ...settings.headers,
        ...request.headers,
        accept: request.accept,
        "accept-encoding": "gzip",
      };
      const message = await transport.open(url, { headers, body, method, signal, connecting });
      const header = (name: string) => [message.headers[name]].flat()[0];
      const arrivedAt = clock.now();
      /** For a response of the service's own. Returns the pause that its headers ask for. */
      const believe = () => {
        settings.onResponse?.(header);
        return state.learn(header, arrivedAt);
      };
      if (settings.isOwnError === undefined) believe();
      return { status: message.statusCode ?? 0, header, message, believe };
    },
  };
}

/** Makes one try at a time, with redirects. */
function createExchange(
  settings: HttpSettings,
  shown: (url: URL) => string,
  state: ReturnType<typeof createServiceState>,
) {
  const { network, clock } = settings;
  const { open, connections, dispose } = createOpening(settings, state);

  /** The body of a response may ask for a pause, too. */
  const ended = (problem: HttpProblem) => {
    if (problem.kind === "status") state.pauseFor(problem.retryAfterSeconds);
    return { problem };
  };

  /** Follows redirects. Adds what it opened to `streams`. */
  async function exchange<T>(
    request: HttpRequest,
    read: (response: HttpResponse) => Promise<T>,
    deadline: ReturnType<typeof startDeadline>,
    streams: Readable[],
  ) {
    let url = request.url;
    for (let redirects = 0; ; redirects++) {
      const { status, header, message, believe } = await open(request, url, deadline);
      streams.push(message);
      if (isAnswer(status, request)) {
        const body = decompressed(message);
        streams.push(body);
        const value = await read({ url, status, header, body }).catch((error: unknown) => {
          if (error instanceof ErrorInBody) believe();
          throw error;
        });
        believe();
        return { value };
      }
      const location = redirectTarget(status, header("location"), url);
      const isFollowed = request.body === undefined && redirects < maxRedirects;
      if (isFollowed && mayFollow(url, location, settings)) {
        // An unread response would keep its connection from the next request.
        message.destroy();
        streams.length = 0;
        url = location;
        continue;
      }
      const redirectsTo = location && network.sanitize(shown(new URL(location.origin)));
      const body = await readBeginning(message, maxErrorBytes);
      const received = { status, header, body, redirectsTo };
      return ended(problemOfResponse(received, settings.isOwnError, network.sanitize, believe));
    }
  }

  return {
    /** Returns the result of `read`, or the problem. */
    async attempt<T>(
      request: HttpRequest,
      read: (response: HttpResponse) => Promise<T>,
    ): Promise<{ value: T } | { problem: HttpProblem }> {
      const deadline = startDeadline(clock, request);
      const streams: Readable[] = [];
      try {
        return await exchange(request, read, deadline, streams);
      } catch (error) {
        request.signal.throwIfAborted();
        return deadline.signal.aborted
          ? { problem: { kind: "timeout", seconds: request.deadlineSeconds } }
          : ended(problemBehind(error, streams));
      } finally {
        deadline.end();
        for (const stream of streams) stream.destroy();
      }
    },
    connections,
    dispose,
  };
}

/** Adds deadlines, retries, redirects and pauses to a transport. */
export function createHttpClient(settings: HttpSettings) {
  const { clock, shown = () => "(URL not shown)" } = settings;
  const state = createServiceState(clock);
  const { attempt, connections, dispose } = createExchange(settings, shown, state);
  return {
    /**
     * Sends a request, retries where its rule allows, and returns the result of `read`. If `read` returns
     * before the end of the body, the transfer ends. Throws `HttpError`, or the reason of the signal.
     */
    async send<T>(request: HttpRequest, read: (response: HttpResponse) => Promise<T>): Promise<T> {
      const method = request.body === undefined ? "GET" : (request.method ?? "POST");
      const what = `${settings.service}: ${method} ${shown(request.url)}`;
      const startedAt = clock.now();
      for (let tries = 1; ; tries++) {
        const paused = request.immediate ? undefined : await state.waitForPause(request.signal);
        if (paused === undefined) await request.turn?.();
        const result = paused === undefined ? await attempt(request, read) : { problem: paused };
        if ("value" in result) return result.value;
        const { problem } = result;
        const soFar = { tries, seconds: (clock.now() - startedAt) / 1000 };
        const pauseSeconds = pauseBeforeRetry(request.retry, problem, soFar, Math.random());
        if (pauseSeconds === undefined) throw new HttpError(what, problem, tries, request.advice(problem));
        await wait(clock, pauseSeconds * 1000, request.signal);
      }
    },
    /** For how many more seconds the service wants no requests; 0 if it accepts them. */
    pauseSeconds: state.pauseSeconds,
    /** How many milliseconds the service's clock is ahead, by its last response with a `Date`. */
    clockDifference: state.clockDifference,
    /**
     * Begins to make connections for the next immediate requests to the origin of a URL. Each is used for one
     * request. Closes those prepared before. Only for a client that keeps no connections.
     */
    prepare: connections.prepare,
    /** Closes the prepared connections that no request has used. */
    closePrepared: connections.close,
    /** Closes all connections. */
    dispose,
  };
}

import type { Readable } from "node:stream";
import { type Clock, wait } from "../clock";
import { decompressed, readBeginning } from "./body";
import { clockDifference } from "./clock-difference";
import { startDeadline } from "./deadline";
import { type ErrorResponse, HttpError, type HttpProblem, Unreadable } from "./errors";
import type { NetworkSettings } from "./network";
import { problemBehind } from "./network-problem";
import { createPreparedConnections } from "./prepared-connections";
import { problemOfResponse } from "./response-problem";
import { pauseBeforeRetry, type RetryRule, retryAfterSeconds, retryLimits } from "./retry";
import { createTransport } from "./transport";
import { redirectTarget, urlProblem } from "./url";

export interface HttpSettings {
  /** Its name in errors. */
  service: string;
  /** Sent with every request, the credential among them. */
  headers: Record<string, string>;
  network: NetworkSettings;
  clock: Clock;
  /**
   * The largest number of connections to keep open. If undefined, each request opens its own: nothing but its
   * own bytes can then be read as its response, and no connection can have been closed before.
   */
  maxConnections: number | undefined;
  /** A URL as errors show it. */
  shown: (url: URL) => string;
  /** Follows redirects to other hosts over https too. Only for a client without a credential. */
  followsToOtherHosts?: boolean;
  /** Called with the headers of each response. */
  onResponse?: (header: HttpResponse["header"]) => void;
  /** Whether an error response has the service's own form. By default, every one counts as the service's. */
  isOwnError?: (response: ErrorResponse) => boolean;
}

/** One request, and how persistently to retry it. */
export interface HttpRequest {
  url: URL;
  accept: string;
  /** Further headers of this request. */
  headers?: Record<string, string>;
  /** To post: JSON, unless the headers have another content type. A request without a body is a GET. */
  body?: string;
  /** Sends the body with this method instead. */
  method?: "PATCH";
  retry: RetryRule;
  /** The time limit of one try, from sending to the last byte used. */
  deadlineSeconds: number;
  /**
   * The time limit for connecting; after that, nothing is sent. Only for a client that keeps no connections.
   */
  connectSeconds?: number;
  /** Called once that connection is made, before anything is sent. If it returns false, nothing is sent. */
  isWanted?: () => boolean;
  /**
   * For the few requests that cannot wait: ignores the pause that an earlier response asked for, and uses a
   * prepared connection if there is one.
   */
  immediate?: boolean;
  /** A status beside those of success whose response is an answer: `read` gets it. */
  answerStatus?: number;
  /** Awaited before each try: counts requests and keeps to a rate. */
  turn?: () => Promise<void>;
  /** For people; empty if they can do nothing. */
  advice: (problem: HttpProblem) => string;
  /** Ends the request, and any wait before a retry, with its reason. */
  signal: AbortSignal;
}

/** A response with a status of success (2xx), or the request's `answerStatus`. Its body is not read yet. */
export interface HttpResponse {
  /** Differs from the request's after redirects. */
  url: URL;
  status: number;
  header(name: string): string | undefined;
  body: Readable;
}

/** Throws `Unreadable` for a status of success other than 200: 206 is a part, 202 is a promise. */
export function expectStatus200({ status }: HttpResponse): void {
  if (status !== 200) throw new Unreadable(`${status} instead of 200`);
}

/** Sends requests to one service, and can make connections before it is known whether they are needed. */
export interface HttpClient {
  /**
   * Sends a request, retries where its rule allows, and returns the result of `read`. If `read` returns
   * before the end of the body, the transfer ends. Throws `HttpError`, or the reason of the signal.
   */
  send<T>(request: HttpRequest, read: (response: HttpResponse) => Promise<T>): Promise<T>;
  /** For how many more seconds the service wants no requests; 0 if it accepts them. */
  pauseSeconds(): number;
  /** Closes all connections. */
  dispose(): void;
  /**
   * Begins to make connections for the next immediate requests to the origin of a URL. Each is used for one
   * request. Closes those prepared before. Only for a client that keeps no connections.
   */
  prepare(url: URL, count: number): void;
  /** Closes the prepared connections that no request has used. */
  closePrepared(): void;
  /** How many milliseconds the service's clock is ahead, by its last response with a `Date`. */
  clockDifference(): number | undefined;
}

function requestedPauseOf(problem: HttpProblem): number {
  return problem.kind === "status" ? (problem.retryAfterSeconds ?? 0) : 0;
}

function isAnswer(status: number, { answerStatus }: Pick<HttpRequest, "answerStatus">): boolean {
  return (status >= 200 && status < 300) || status === answerStatus;
}

/** A credential never goes to another origin, unless the client has none. */
function mayFollow(
  { origin }: URL,
  location: URL | undefined,
  { followsToOtherHosts = false }: Pick<HttpSettings, "followsToOtherHosts">,
): location is URL {
  if (location === undefined) return false;
  return location.origin === origin || (followsToOtherHosts && urlProblem(location.href) === undefined);
}

const maxRedirects = 5;
const maxErrorBytes = 64 * 1024;

/** Adds deadlines, retries, redirects and pauses to a transport. */
export function createHttpClient(settings: HttpSettings): HttpClient {
  const { clock } = settings;
  const transport = createTransport(settings.network, settings.maxConnections, clock);
  const connections = createPreparedConnections(transport.prepare, clock);
  let notBefore = 0;
  let difference: number | undefined;

  const pauseFor = (seconds: number) => {
    notBefore = Math.max(notBefore, clock.now() + seconds * 1000);
  };

  /** Waits as long as the service asked for. Returns a problem if that is too long. */
  async function pauseAsRequested(signal: AbortSignal): Promise<HttpProblem | undefined> {
    while (notBefore > clock.now()) {
      const seconds = (notBefore - clock.now()) / 1000;
      if (seconds > retryLimits.maxTotalSeconds) return { kind: "paused", seconds };
      await wait(clock, seconds * 1000, signal);
    }
    return undefined;
  }

  async function open(
    request: HttpRequest,
    url: URL,
    { signal, connectBy }: ReturnType<typeof startDeadline>,
  ) {
    const { isWanted = () => true, immediate = false } = request;
    const prepared = immediate ? connections.next(url) : undefined;
    const connecting = (connectBy ?? prepared) && { by: connectBy, isWanted, prepared };
    const headers = {
      ...settings.headers,
      ...request.headers,
      accept: request.accept,
      "accept-encoding": "gzip",
    };
    const message = await transport.open(url, {
      headers,
      body: request.body,
      method: request.method,
      signal,
      connecting,
    });
    const header = (name: string) => [message.headers[name]].flat()[0];
    difference = clockDifference(header("date"), clock.now()) ?? difference;
    const pauseSeconds = retryAfterSeconds(header("retry-after"), clock.now());
    if (pauseSeconds !== undefined) pauseFor(pauseSeconds);
    settings.onResponse?.(header);
    return { status: message.statusCode ?? 0, header, message, pauseSeconds };
  }

  /** Makes one try. Returns the result of `read`, or the problem. */
  async function attempt<T>(
    request: HttpRequest,
    read: (response: HttpResponse) => Promise<T>,
  ): Promise<{ value: T } | { problem: HttpProblem }> {
    const deadline = startDeadline(clock, request.deadlineSeconds, request.connectSeconds, request.signal);
    const streams: Readable[] = [];
    try {
      let url = request.url;
      for (let redirects = 0; ; redirects++) {
        const { status, header, message, pauseSeconds } = await open(request, url, deadline);
        streams.push(message);
        if (isAnswer(status, request)) {
          const body = decompressed(message);
          streams.push(body);
          return { value: await read({ url, status, header, body }) };
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
        const { sanitize } = settings.network;
        const redirectsTo = location && sanitize(settings.shown(new URL(location.origin)));
        const body = await readBeginning(message, maxErrorBytes);
        const received = { status, header, body, redirectsTo, pauseSeconds };
        const problem = problemOfResponse(received, settings.isOwnError, sanitize);
        pauseFor(problem.retryAfterSeconds ?? 0);
        return { problem };
      }
    } catch (error) {
      request.signal.throwIfAborted();
      if (deadline.signal.aborted) return { problem: { kind: "timeout", seconds: request.deadlineSeconds } };
      const problem = problemBehind(error, streams);
      pauseFor(requestedPauseOf(problem));
      return { problem };
    } finally {
      deadline.end();
      for (const stream of streams) stream.destroy();
    }
  }

  return {
    async send(request, read) {
      const method = request.body === undefined ? "GET" : (request.method ?? "POST");
      const what = `${settings.service}: ${method} ${settings.shown(request.url)}`;
      const startedAt = clock.now();
      for (let tries = 1; ; tries++) {
        const paused = request.immediate ? undefined : await pauseAsRequested(request.signal);
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
    prepare: connections.prepare,
    closePrepared: connections.close,
    pauseSeconds: () => Math.max(0, (notBefore - clock.now()) / 1000),
    clockDifference: () => difference,
    dispose() {
      connections.close();
      transport.dispose();
    },
  };
}

import type { Readable } from "node:stream";
import type { Clock } from "../clock";
import { oneAtATime, readJsonBody } from "../http/body";
import { createHttpClient, expectStatus200, type HttpRequest, type HttpResponse } from "../http/client";
import { HttpError, type HttpProblem, statusOf } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import { adviceOnIdentity, adviceOnRuns, isCredentialProblem, refuseSignInPage } from "./advice";

/** The credential for the build service, and how to reach the service. */
export interface RequestSettings {
  /** Reads the value of the Authorization header; a new one, if there is any, after the service has rejected the last. */
  authorization: (rejected?: string) => Promise<string>;
  /** For a request that is rejected because of the credential. */
  credentialAdvice: string;
  network: NetworkSettings;
  clock: Clock;
}

/** Turns the JSON of a response into a value. */
type ParseBody<T> = (body: unknown, response: HttpResponse) => T;

/** Sends requests to the build service. All throw `HttpError`, the error of `authorization`, or the reason of the signal. */
export interface Requests {
  /** JSON that describes one run or a few pipelines. */
  json<T>(url: URL, signal: AbortSignal, parse: ParseBody<T>): Promise<T>;
  /** The same, where the service responds with 204 if there is nothing to describe; undefined then. */
  optionalJson<T>(url: URL, signal: AbortSignal, parse: ParseBody<T>): Promise<T | undefined>;
  /** `begins` gets the response before its body. */
  runList<T>(
    url: URL,
    signal: AbortSignal,
    parse: ParseBody<T>,
    begins?: (response: HttpResponse) => void,
  ): Promise<T>;
  log<T>(url: URL, signal: AbortSignal, read: (log: Readable) => Promise<T>): Promise<T>;
  /** Changes something at the service. Sends the request once: after a failure, it may have arrived. */
  act<T>(
    url: URL,
    method: "PATCH" | "POST",
    body: string,
    signal: AbortSignal,
    parse: ParseBody<T>,
  ): Promise<T>;
  /** Closes all connections. */
  dispose(): void;
}

/** The service returns up to 5000 runs a page, of 4 KB each. */
const maxRunListBytes = 24 * 1024 * 1024;
/** A run has up to thousands of logs, or of steps and their errors. */
const maxRunBytes = 4 * 1024 * 1024;
const jsonDeadlineSeconds = 60;
const logDeadlineSeconds = 300;

/** Opens an HTTP client of the build service. The caller must call `dispose`. */
export function createRequests(settings: RequestSettings, maxConnections: number): Requests {
  const http = createHttpClient({
    service: "build service",
    // Makes the service respond with a plain 401 instead of a redirect to its sign-in page.
    headers: { "x-tfs-fedauthredirect": "Suppress" },
    network: settings.network,
    clock: settings.clock,
    maxConnections,
    shown: (url) => url.href,
  });
  // Several at once would take several times the memory.
  const largeBodyTurn = oneAtATime();
  const send = async <T>(
    target: Pick<HttpRequest, "url" | "accept" | "deadlineSeconds" | "signal"> &
      Partial<Pick<HttpRequest, "body" | "method" | "retry">> & { mayBeEmpty?: boolean },
    read: (response: HttpResponse) => Promise<T>,
    adviceOnOther?: (problem: HttpProblem) => string,
  ) => {
    const sendAs = (authorization: string) =>
      http.send(
        {
          ...{ retry: "reads", ...target },
          headers: { authorization },
          advice: (problem) =>
            adviceOnIdentity(problem) ||
            (isCredentialProblem(problem) && settings.credentialAdvice) ||
            (adviceOnOther?.(problem) ?? ""),
        },
        (response) => {
          refuseSignInPage(response);
          if (target.mayBeEmpty !== true || response.status !== 204) expectStatus200(response);
          return read(response);
        },
      );
    // Without time left for the request, there is no point in waiting for its token.
    target.signal.throwIfAborted();
    const authorization = await settings.authorization();
    try {
      return await sendAs(authorization);
    } catch (error) {
      // What acts is sent once.
      const isRead = target.method === undefined && target.body === undefined;
      if (!isRead || !(error instanceof HttpError) || statusOf(error.problem) !== 401) throw error;
      const replacement = await settings.authorization(authorization);
      if (replacement === authorization) throw error;
      return await sendAs(replacement);
    }
  };

  const json = <T>(
    url: URL,
    signal: AbortSignal,
    parse: ParseBody<T>,
    maxBytes: number,
    begins?: (response: HttpResponse) => void,
    adviceOnOther?: (problem: HttpProblem) => string,
  ) =>
    send(
      { url, accept: "application/json", deadlineSeconds: jsonDeadlineSeconds, signal },
      async (response) => {
        // A large body arrives long after the date in its header.
        begins?.(response);
        return parse(await readJsonBody(response.body, maxBytes, largeBodyTurn), response);
      },
      adviceOnOther,
    );

  return {
    json: (url, signal, parse) => json(url, signal, parse, maxRunBytes),
    optionalJson: (url, signal, parse) =>
      send(
        { url, accept: "application/json", deadlineSeconds: jsonDeadlineSeconds, signal, mayBeEmpty: true },
        async (response) =>
          response.status === 204
            ? undefined
            : parse(await readJsonBody(response.body, maxRunBytes, largeBodyTurn), response),
      ),
    runList: (url, signal, parse, begins) => json(url, signal, parse, maxRunListBytes, begins, adviceOnRuns),
    log: (url, signal, read) =>
      send({ url, accept: "text/plain", deadlineSeconds: logDeadlineSeconds, signal }, ({ body }) =>
        read(body),
      ),
    act: (url, method, body, signal, parse) =>
      send(
        {
          ...{ url, accept: "application/json", deadlineSeconds: jsonDeadlineSeconds, signal },
          ...{ body, retry: "never" as const, ...(method === "PATCH" ? { method } : {}) },
        },
        async (response) => parse(await readJsonBody(response.body, maxRunBytes, largeBodyTurn), response),
      ),
    dispose: () => http.dispose(),
  };
}

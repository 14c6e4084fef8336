import type { Readable } from "node:stream";
import { type Clock, wait } from "../clock";
import { oneAtATime, readJsonBody } from "../http/body";
import { createHttpClient, expectStatus200, type HttpRequest, type HttpResponse } from "../http/client";
import { HttpError, type HttpProblem, statusOf } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import {
  adviceOnIdentity,
  adviceOnRuns,
  describeRefusals,
  isCredentialProblem,
  isRefusal,
  refuseSignInPage,
} from "./advice";

/** The credential for the build service, and how to reach the service. */
export interface RequestSettings {
  /** Reads the value of the Authorization header; a new one, if there is any, after the service has rejected the last. */
  authorization: (rejected?: string) => Promise<string>;
  /** For a request that is rejected because of the credential. */
  credentialAdvice: string;
  /** For a first request that is rejected or finds nothing: a sentence on what may be wrong with its address. */
  doubt?: string | undefined;
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
/** The pause after a refusal that may pass. */
const refusedSeconds = 5;

function isNotFound(problem: HttpProblem): boolean {
  return problem.kind === "status" && problem.status === 404;
}

/** The part of a project that one scope of a token opens: `…/_apis/build`. */
function areaOf({ pathname }: URL): string {
  return /^.*?\/_apis\/[^/]*/.exec(pathname)?.[0] ?? pathname;
}

/**
 * Opens an HTTP client of the build service. A refusal after a good response with the same credential may pass, so the request
 * is repeated once. The caller must call `dispose`.
 */
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
  const accepted = new Set<string>();
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
          advice: (problem) => {
            const advice =
              adviceOnIdentity(problem) ||
              (isCredentialProblem(problem) && settings.credentialAdvice) ||
              (adviceOnOther?.(problem) ?? "");
            const { doubt = "" } = settings;
            const isDoubtful = accepted.size === 0 && (isCredentialProblem(problem) || isNotFound(problem));
            return doubt !== "" && isDoubtful ? `${doubt} ${advice}`.trimEnd() : advice;
          },
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
    const area = areaOf(target.url);
    try {
      const value = await sendAs(authorization);
      accepted.add(area);
      return value;
    } catch (error) {
      // What acts is sent once.
      const isRead = target.method === undefined && target.body === undefined;
      if (!isRead || !(error instanceof HttpError) || !isRefusal(error.problem)) throw error;
      const wasAccepted = accepted.has(area);
      const mayBeReplaced = wasAccepted || statusOf(error.problem) === 401;
      const replacement = mayBeReplaced ? await settings.authorization(authorization) : authorization;
      if (replacement === authorization && !wasAccepted) throw error;
      // The client itself waits as long as the service asks.
      if (wasAccepted) await wait(settings.clock, refusedSeconds * 1000, target.signal);
      return await sendAs(replacement).catch((second: unknown) => {
        const isSecond = wasAccepted && second instanceof HttpError && isRefusal(second.problem);
        throw isSecond ? new Error(describeRefusals(second)) : second;
      });
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

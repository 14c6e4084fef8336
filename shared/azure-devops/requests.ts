import type { Readable } from "node:stream";
import { type Clock, wait } from "../clock";
import { oneAtATime, readJsonBody } from "../http/body";
import { createHttpClient, type HttpClient } from "../http/client";
import { HttpError, type HttpProblem, statusOf } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import { expectStatus200, type HttpRequest, type HttpResponse } from "../http/request";
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
  /** Sends a request in a form of its own, whose body is JSON, and reads the JSON of the response. */
  ask<T>(request: Asked, parse: ParseBody<T>): Promise<T>;
  /** Closes all connections. */
  dispose(): void;
}

/** It reads by default, and may be repeated. */
interface Asked
  extends Pick<HttpRequest, "url" | "signal" | "advice">,
    Partial<Pick<HttpRequest, "body" | "method" | "retry" | "headers">> {
  maxBytes: number;
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

type Target = Pick<HttpRequest, "url" | "accept" | "deadlineSeconds" | "signal"> &
  Partial<Pick<HttpRequest, "body" | "method" | "retry" | "headers">> & {
    /** Whether 204 is a response, too. */
    mayBeEmpty?: boolean;
    /** For problems that are not of the credential. */
    advice?: (problem: HttpProblem) => string;
    /** For those of the credential; by default, the settings' own. */
    credentialAdvice?: (problem: HttpProblem) => string;
  };

type Read<T> = (response: HttpResponse) => Promise<T>;

/**
 * Sends requests with the credential. A refusal after a good response with the same credential may pass, so a request that
 * reads is repeated once.
 */
function withCredential(http: HttpClient, settings: RequestSettings) {
  const accepted = new Set<string>();

  const sendAs = <T>(
    authorization: string,
    { mayBeEmpty = false, credentialAdvice = () => settings.credentialAdvice, ...target }: Target,
    read: Read<T>,
  ) =>
    http.send(
      {
        retry: "reads",
        ...target,
        headers: { ...target.headers, authorization },
        advice: (problem) => {
          const advice =
            adviceOnIdentity(problem) ||
            (isCredentialProblem(problem) && credentialAdvice(problem)) ||
            (target.advice?.(problem) ?? "");
          const { doubt = "" } = settings;
          const isDoubtful = accepted.size === 0 && (isCredentialProblem(problem) || isNotFound(problem));
          return doubt !== "" && isDoubtful ? `${doubt} ${advice}`.trimEnd() : advice;
        },
      },
      (response) => {
        refuseSignInPage(response);
        if (!mayBeEmpty || response.status !== 204) expectStatus200(response);
        return read(response);
      },
    );

  async function repeat<T>(refused: HttpError, authorization: string, target: Target, read: Read<T>) {
    const wasAccepted = accepted.has(areaOf(target.url));
    const mayBeReplaced = wasAccepted || statusOf(refused.problem) === 401;
    const replacement = mayBeReplaced ? await settings.authorization(authorization) : authorization;
    if (replacement === authorization && !wasAccepted) throw refused;
    // The client itself waits as long as the service asks.
    if (wasAccepted) await wait(settings.clock, refusedSeconds * 1000, target.signal);
    return sendAs(replacement, target, read).catch((second: unknown) => {
      const isSecond = wasAccepted && second instanceof HttpError && isRefusal(second.problem);
      throw isSecond ? new Error(describeRefusals(second)) : second;
    });
  }

  return async <T>(target: Target, read: Read<T>): Promise<T> => {
    // Without time left for the request, there is no point in waiting for its token.
    target.signal.throwIfAborted();
    const authorization = await settings.authorization();
    try {
      const value = await sendAs(authorization, target, read);
      accepted.add(areaOf(target.url));
      return value;
    } catch (error) {
      const isRead = (target.retry ?? "reads") === "reads";
      if (!isRead || !(error instanceof HttpError) || !isRefusal(error.problem)) throw error;
      return repeat(error, authorization, target, read);
    }
  };
}

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
  const send = withCredential(http, settings);
  // Several at once would take several times the memory.
  const largeBodyTurn = oneAtATime();
  const readBody = ({ body }: HttpResponse, maxBytes = maxRunBytes) =>
    readJsonBody(body, maxBytes, largeBodyTurn);
  const jsonOf = (url: URL, signal: AbortSignal) => ({
    url,
    accept: "application/json",
    deadlineSeconds: jsonDeadlineSeconds,
    signal,
  });
  return {
    json: (url, signal, parse) =>
      send(jsonOf(url, signal), async (response) => parse(await readBody(response), response)),
    optionalJson: (url, signal, parse) =>
      send({ ...jsonOf(url, signal), mayBeEmpty: true }, async (response) =>
        response.status === 204 ? undefined : parse(await readBody(response), response),
      ),
    runList: (url, signal, parse, begins) =>
      send({ ...jsonOf(url, signal), advice: adviceOnRuns }, async (response) => {
        // A large body arrives long after the date in its header.
        begins?.(response);
        return parse(await readBody(response, maxRunListBytes), response);
      }),
    log: (url, signal, read) =>
      send(
        { url, accept: "text/plain", deadlineSeconds: logDeadlineSeconds, signal, mayBeEmpty: true },
        ({ body }) => read(body),
      ),
    act: (url, method, body, signal, parse) =>
      send(
        { ...jsonOf(url, signal), body, retry: "never", ...(method === "PATCH" ? { method } : {}) },
        async (response) => parse(await readBody(response), response),
      ),
    ask: ({ url, signal, maxBytes, advice, ...request }, parse) =>
      send({ ...jsonOf(url, signal), ...request, advice, credentialAdvice: advice }, async (response) =>
        parse(await readBody(response, maxBytes), response),
      ),
    dispose: () => http.dispose(),
  };
}

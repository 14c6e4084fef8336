import type { Readable } from "node:stream";
import type { Clock } from "../clock";
import { oneAtATime, readJsonBody } from "../http/body";
import {
  createHttpClient,
  expectStatus200,
  type HttpRequest,
  type HttpResponse,
  type OpenHttpClient,
} from "../http/client";
import type { HttpProblem } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import { isCredentialProblem, refuseSignInPage } from "./advice";

/** The credential for the build service, and how to reach the service. */
export interface RequestSettings {
  /** The value of the Authorization header. */
  authorization: string;
  /** What to do if that credential does not work. */
  credentialAdvice: string;
  network: NetworkSettings;
  clock: Clock;
  /** Opens the HTTP client; without it, the network is used. */
  openHttp?: OpenHttpClient | undefined;
}

/** What differs between requests for JSON. */
export interface JsonOptions {
  /** The size limit of the body. */
  maxBytes: number;
  /** Returns what to do about a problem other than the credential's; empty if nothing. */
  advice(problem: HttpProblem): string;
  /** Called with the response before its body is read. */
  begins?(response: HttpResponse): void;
}

/** Sends requests to the build service. */
export interface Requests {
  /**
   * Returns the result of `parse` for a JSON response. Without options, the size limit is that for the data
   * of one run. Throws `HttpError`, or the reason of the signal.
   */
  json<T>(
    url: URL,
    signal: AbortSignal,
    parse: (body: unknown, response: HttpResponse) => T,
    options?: JsonOptions,
  ): Promise<T>;
  /** Returns the result of `read`, which gets a log as a stream. Throws like `json`. */
  log<T>(url: URL, signal: AbortSignal, read: (log: Readable) => Promise<T>): Promise<T>;
  /** Closes all connections. */
  dispose(): void;
}

const noAdvice = () => "";
/** A run has up to thousands of logs, or of steps and their errors. */
const forOneRun: JsonOptions = { maxBytes: 4 * 1024 * 1024, advice: noAdvice };
const jsonDeadlineSeconds = 60;
const logDeadlineSeconds = 300;

/** Opens an HTTP client of the build service. The caller must call `dispose`. */
export function createRequests(settings: RequestSettings, maxConnections: number): Requests {
  const { openHttp = createHttpClient } = settings;
  const http = openHttp({
    service: "build service",
    // Makes the service respond with a plain 401 instead of a redirect to its sign-in page.
    headers: { authorization: settings.authorization, "x-tfs-fedauthredirect": "Suppress" },
    network: settings.network,
    clock: settings.clock,
    maxConnections,
    shown: (url) => url.href,
  });
  // Several at once would take several times the memory.
  const largeBodyTurn = oneAtATime();
  const send = <T>(
    target: Pick<HttpRequest, "url" | "accept" | "deadlineSeconds" | "signal">,
    advice: JsonOptions["advice"],
    read: (response: HttpResponse) => Promise<T>,
  ) =>
    http.send(
      {
        ...target,
        retry: "reads",
        advice: (problem) => (isCredentialProblem(problem) && settings.credentialAdvice) || advice(problem),
      },
      (response) => {
        refuseSignInPage(response);
        expectStatus200(response);
        return read(response);
      },
    );

  return {
    json: (url, signal, parse, { maxBytes, advice, begins } = forOneRun) =>
      send(
        { url, accept: "application/json", deadlineSeconds: jsonDeadlineSeconds, signal },
        advice,
        async (response) => {
          // A large body arrives long after the date in its header.
          begins?.(response);
          return parse(await readJsonBody(response.body, maxBytes, largeBodyTurn), response);
        },
      ),
    log: (url, signal, read) =>
      send({ url, accept: "text/plain", deadlineSeconds: logDeadlineSeconds, signal }, noAdvice, ({ body }) =>
        read(body),
      ),
    dispose: () => http.dispose(),
  };
}

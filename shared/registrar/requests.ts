import type { Clock } from "../clock";
import { readJsonBody, readTextBody } from "../http/body";
import { createHttpClient, expectStatus200, type HttpRequest } from "../http/client";
import type { HttpProblem } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import { urlBelow } from "../http/url";
import { registrarAdvice } from "./responses";

/** Which registrar to call, and with which credential. */
export interface ConnectionSettings {
  baseUrl: URL;
  /** The value of the Authorization header. Empty if none is needed. */
  authorization: string;
  /** What to do if the registrar wants a credential and none is given: an imperative clause. */
  credentialAdvice: string;
  network: NetworkSettings;
  clock: Clock;
}

/** The parts of a request that every call chooses itself. */
type CallOptions = Pick<HttpRequest, "signal" | "turn" | "deadlineSeconds"> & {
  /** The segments below `/v1/domains`. */
  path: readonly string[];
};
type GetOptions = CallOptions & Pick<HttpRequest, "retry"> & { query?: string };
type PostOptions = CallOptions &
  Pick<HttpRequest, "immediate" | "connectSeconds" | "isWanted"> & { body: string };

/** Sends HTTP requests to the registrar. Every call throws `HttpError` unless the status is 200. */
export interface RegistrarRequests {
  /** Returns what `parse` makes of the JSON in the response. */
  get<T>(options: GetOptions, parse: (body: unknown) => T): Promise<T>;
  /** Posts a registration request once, never again. Returns what `parse` makes of the response's text. */
  post<T>(options: PostOptions, parse: (text: string) => T): Promise<T>;
  /** The rest, in seconds, of the pause that the registrar asked for. */
  pauseSeconds(): number;
  dispose(): void;
}

const maxBytes = 1024 * 1024;

/** Creates a sender of requests to one registrar. Call `dispose` when it is no longer needed. */
export function createRegistrarRequests(settings: ConnectionSettings): RegistrarRequests {
  const { baseUrl, authorization, credentialAdvice, network, clock } = settings;
  const isAuthorized = authorization !== "";
  const http = createHttpClient({
    service: "registrar",
    headers: isAuthorized ? { authorization } : {},
    network,
    clock,
    // Every request has a connection of its own. On a shared one, a late duplicate of one response could pass
    // for the next response, or a purchase could fail because the connection was just closed.
    maxConnections: undefined,
    shown: (url) => url.href,
  });
  const urlOf = (path: readonly string[], query?: string) =>
    urlBelow(baseUrl, ["v1", "domains", ...path], query);
  const adviceFor = (sendsRequest: boolean) => (problem: HttpProblem) =>
    registrarAdvice(problem, { sendsRequest, isAuthorized, credentialAdvice });
  const accept = "application/json";

  return {
    get: ({ path, query, ...options }, parse) =>
      http.send(
        { accept, advice: adviceFor(false), ...options, url: urlOf(path, query) },
        async (response) => {
          expectStatus200(response);
          return parse(await readJsonBody(response.body, maxBytes));
        },
      ),
    post: ({ path, ...options }, parse) =>
      http.send(
        { accept, advice: adviceFor(true), ...options, url: urlOf(path), retry: "never" },
        async (response) => {
          expectStatus200(response);
          return parse(await readTextBody(response.body, maxBytes));
        },
      ),
    pauseSeconds: http.pauseSeconds,
    dispose: () => http.dispose(),
  };
}

import { type Clock, type Moment, momentOf } from "../clock";
import { readJsonBody, readTextBody } from "../http/body";
import { createHttpClient, type HttpRequest } from "../http/client";
import { HttpError, type HttpProblem, Unreadable } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import { urlBelow } from "../http/url";
import type { Purpose, RateBudget } from "./rate-budget";

/** A credential for a registrar. Not every registrar takes each kind. */
export type RegistrarCredential =
  | { kind: "keyAndSecret"; key: string; secret: string }
  | { kind: "token"; token: string }
  | { kind: "none" };

/** Which registrar to call, with which credential and how often. */
export interface RegistrarSettings {
  baseUrl: URL;
  credential: RegistrarCredential;
  /** What to do if the registrar wants a credential and none is given: an imperative clause. */
  credentialAdvice: string;
  network: NetworkSettings;
  clock: Clock;
  budget: RateBudget;
}

/** What the requests of one registrar have in common. */
export interface RequestRules {
  /** Sent with every request, the credential among them. */
  headers: Record<string, string>;
  /** Returns what a person can do about a problem. `sendsOrder` is true for a request with an order. */
  advice: (problem: HttpProblem, sendsOrder: boolean) => string;
}

/** The parts of a request that every call chooses itself. */
type Call = Pick<HttpRequest, "signal" | "turn" | "deadlineSeconds" | "headers"> & {
  /** The segments below the base URL. */
  path: readonly string[];
};
type GetCall = Call & Pick<HttpRequest, "retry"> & { query?: string };
type PostCall = Call &
  Partial<Pick<HttpRequest, "retry">> &
  Pick<HttpRequest, "immediate" | "connectSeconds" | "isWanted"> & {
    body: string;
    /** Whether the request has an order in it. */
    sendsOrder: boolean;
    /** The statuses that mean success. 200 if none is given. */
    statuses?: readonly number[];
  };

/** Sends HTTP requests to a registrar. Every call throws `HttpError` if the status is not one of success. */
export interface RegistrarRequests {
  /** Returns what `parse` makes of the JSON in the response. */
  get<T>(call: GetCall, parse: (body: unknown) => T): Promise<T>;
  /** Posts JSON, by default once. Returns what `parse` makes of the response's text and status. */
  post<T>(call: PostCall, parse: (text: string, status: number) => T): Promise<T>;
  /** Begins to make connections for that many immediate calls. Closes those prepared before. */
  prepare(count: number): void;
  /** Closes the prepared connections that no call has used. */
  closePrepared(): void;
  /** The rest, in seconds, of the pause that the registrar asked for. */
  pauseSeconds(): number;
  dispose(): void;
}

const maxBytes = 1024 * 1024;

/** Creates a sender of requests to one registrar. Call `dispose` when it is no longer needed. */
export function createRegistrarRequests(
  { baseUrl, network, clock }: RegistrarSettings,
  { headers, advice }: RequestRules,
): RegistrarRequests {
  const http = createHttpClient({
    service: "registrar",
    headers,
    network,
    clock,
    // Every request has a connection of its own. On a shared one, a late duplicate of one response could pass
    // for the next response, or a purchase could fail because the connection was just closed.
    maxConnections: undefined,
    shown: (url) => url.href,
  });
  const accept = "application/json";

  return {
    get: ({ path, query, ...call }, parse) =>
      http.send(
        {
          accept,
          ...call,
          url: urlBelow(baseUrl, path, query),
          advice: (problem) => advice(problem, false),
        },
        async (response) => {
          expectStatus(response.status, [200]);
          return parse(await readJsonBody(response.body, maxBytes));
        },
      ),
    post: ({ path, sendsOrder, statuses = [200], ...call }, parse) =>
      http.send(
        {
          accept,
          retry: "never",
          ...call,
          url: urlBelow(baseUrl, path),
          advice: (problem) => advice(problem, sendsOrder),
        },
        async (response) => {
          expectStatus(response.status, statuses);
          return parse(await readTextBody(response.body, maxBytes), response.status);
        },
      ),
    prepare: (count) => http.prepare(baseUrl, count),
    closePrepared: http.closePrepared,
    pauseSeconds: http.pauseSeconds,
    dispose: () => http.dispose(),
  };
}

/** Throws `Unreadable` for another status of success: 206 is a part, 202 a promise. */
function expectStatus(status: number, expected: readonly number[]): void {
  if (!expected.includes(status)) throw new Unreadable(`${status} instead of ${expected.join(" or ")}`);
}

/** Sends a request whose turn comes from the budget. Returns its result, and when and how long it was sent. */
export async function timed<T>(
  { budget, clock }: Pick<RegistrarSettings, "budget" | "clock">,
  purpose: Purpose,
  signal: AbortSignal,
  send: (turn: () => Promise<void>) => Promise<T>,
): Promise<{ result: T; sentAt: Moment; tookMilliseconds: number }> {
  let sentAt = momentOf(clock);
  const result = await send(async () => {
    await budget.take(purpose, signal);
    sentAt = momentOf(clock);
  });
  return { result, sentAt, tookMilliseconds: clock.now() - sentAt.even };
}

/** The problem behind a failed request. Any other error is thrown on: it does not come from the registrar. */
export function problemOf(error: unknown): HttpProblem {
  if (error instanceof HttpError) return error.problem;
  throw error;
}

/** Why a purchase was not sent although the registrar did not object. */
export const budgetUsedUp = "The request budget of this step is used up for now.";

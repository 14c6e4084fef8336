import { type Clock, type ClockReading, momentOf } from "../clock";
import { messageOf } from "../errors";
import { readJsonBody, readTextBody } from "../http/body";
import { createHttpClient } from "../http/client";
import {
  adviceOnReaching,
  type ErrorResponse,
  type HttpProblem,
  problemOf,
  reasonOf,
  type StatusProblem,
  statusOf,
  Unreadable,
} from "../http/errors";
import type { NetworkSettings } from "../http/network";
import type { HttpRequest, HttpResponse } from "../http/request";
import type { RetryRule } from "../http/retry";
import { urlBelow } from "../http/url";
import { isJsonType } from "./parse";
import { type createPace, type createRateBudget, type Purpose, parseRateLimit } from "./rate-budget";
import type { Ownership, PurchaseResponse, QuoteResponse, ReplayResponse, RequestTimes } from "./registrar";

/** A credential for a registrar. Not every registrar takes each kind. */
export type RegistrarCredential =
  | { kind: "keyAndSecret"; key: string; secret: string }
  | { kind: "token"; token: string }
  | { kind: "none" };

/** A credential, and how to give one. */
export interface GivenCredential {
  credential: RegistrarCredential;
  /** If the registrar wants a credential and none is given: an imperative clause. */
  credentialAdvice: string;
}

export interface RegistrarAccess extends GivenCredential {
  baseUrl: URL;
  network: NetworkSettings;
  clock: Clock;
  budget: ReturnType<typeof createRateBudget>;
}

/** A request that is sent once, unless `retry` allows more, without the path and the deadline of its kind. */
export interface CallOfKind
  extends Pick<HttpRequest, "signal" | "headers" | "immediate" | "connectSeconds" | "isWanted"> {
  retry?: RetryRule;
  /** Waits for a slot of the budget. Undefined for a request that takes none. */
  purpose?: Purpose;
  /** Does not wait for its turn in the pace: only for a purchase that its key repairs if it comes too early. */
  isUnpaced?: boolean;
}

interface Call extends CallOfKind {
  path: readonly string[];
  deadlineSeconds: number;
}

/** Sends HTTP requests to a registrar. Every call throws `HttpError` if the status is not one of success. */
export type RegistrarRequests = ReturnType<typeof createRegistrarRequests>;

const maxBytes = 1024 * 1024;

export function createRegistrarRequests(
  access: RegistrarAccess,
  dialect: {
    /** The segments between the base URL and the paths of the calls. */
    folder: readonly string[];
    headers: Record<string, string>;
    /** Whether an error response is the registrar's own word. Any other one is an intermediary's. */
    isOwnError: (response: ErrorResponse) => boolean;
    /** For a person with an error response; empty if they can do nothing. */
    advice: (problem: StatusProblem, isPost: boolean, access: RegistrarAccess) => string;
    pace: ReturnType<typeof createPace>;
    /** How many connections a purchase takes, with its quote. */
    connections: number;
  },
) {
  const { baseUrl, network, clock, budget } = access;
  const http = createHttpClient({
    service: "registrar",
    headers: dialect.headers,
    network,
    clock,
    // Without `maxConnections`, every request has a connection of its own. On a shared one, a late duplicate of one response
    // could pass for the next response, or a purchase could fail because the connection was just closed.
    shown: (url) => url.href,
    isOwnError: dialect.isOwnError,
    onResponse(header) {
      const limit = parseRateLimit(header);
      if (limit !== undefined) budget.learn(limit);
    },
  });

  function send<T>(
    { path, query, purpose, isUnpaced = false, ...call }: Call & { body?: string; query?: string },
    statuses: readonly number[],
    read: (response: HttpResponse, times: () => RequestTimes) => Promise<T>,
  ): Promise<T> {
    const { immediate = false } = call;
    let sentAt: ClockReading = momentOf(clock);
    const turn = async () => {
      if (purpose !== undefined) await budget.take(purpose, call.signal);
      if (isUnpaced) dialect.pace.count();
      else await dialect.pace.take(immediate, call.signal);
      sentAt = momentOf(clock);
    };
    const request = {
      accept: "application/json",
      retry: "never" as const,
      turn,
      ...call,
      url: urlBelow(baseUrl, [...dialect.folder, ...path], query),
      advice: (problem: HttpProblem) =>
        problem.kind === "status"
          ? dialect.advice(problem, call.body !== undefined, access)
          : adviceWithoutRegistrar(problem),
    };
    const sending = http.send(request, async (response) => {
      // Another status of success is `Unreadable`: 206 is a part, 202 a promise.
      if (!statuses.includes(response.status))
        throw new Unreadable(`${response.status} instead of ${statuses.join(" or ")}`);
      return read(response, () => ({ sentAt, tookMilliseconds: clock.now() - sentAt.even }));
    });
    return sending
      .catch((error: unknown) => {
        if (statusOf(problemOf(error)) === 429) dialect.pace.slowDown(immediate);
        throw error;
      })
      .finally(dialect.pace.answered);
  }

  return {
    get: <T>(call: Call & { query?: string }, parse: (body: unknown, times: RequestTimes) => T): Promise<T> =>
      send(call, [200], async ({ body }, times) => parse(await readJsonBody(body, maxBytes), times())),
    /** Posts JSON. `statuses` mean success: 200 if none is given. */
    post: <T>(
      { statuses = [200], ...call }: Call & { body: string; statuses?: readonly number[] },
      parse: (text: string, times: RequestTimes, status: number) => T,
    ): Promise<T> =>
      send(call, statuses, async ({ body, status, header }, times) => {
        // An empty page of a proxy must not pass for an order without details.
        if (!isJsonType(header("content-type") ?? "application/json"))
          throw new Unreadable(`${status} with something else than JSON`);
        return parse(await readTextBody(body, maxBytes), times(), status);
      }),
    connections: {
      prepare: () => http.prepare(baseUrl, dialect.connections),
      closePrepared: http.closePrepared,
      pauseSeconds: http.pauseSeconds,
      now() {
        const difference = http.clockDifference();
        return difference === undefined ? undefined : clock.now() + difference;
      },
      dispose: () => http.dispose(),
    },
  };
}

/** For a request without a usable response of the registrar's. Empty if there is nothing to say. */
export function adviceWithoutRegistrar(problem: HttpProblem): string {
  if (problem.kind === "intermediary") {
    const doubt =
      problem.said === ""
        ? "This is not the registrar's own response"
        : "This error is not one that the registrar is known for";
    return `${doubt}: a proxy, a gateway or a firewall may have sent it. Check \`apiUrl\`, and whether the agent can reach the registrar.`;
  }
  return adviceOnReaching(problem, "Check that the agent can reach the registrar (proxy, firewall).") ?? "";
}

/** Interprets a rejected request by the problem behind it and its message. Adds the registrar's own reason. */
export function failureAs<T extends PurchaseResponse | QuoteResponse>(
  interpret: (problem: HttpProblem, message: string) => T,
): (error: unknown) => T {
  return (error) => {
    const problem = problemOf(error);
    const reason = problem.kind === "status" ? reasonOf(problem) : "";
    return { ...interpret(problem, messageOf(error)), ...(reason === "" ? {} : { reason }) };
  };
}

/** Interprets a failed repetition of a purchase: whatever it met, the first request may have taken effect (decision 10). */
export function ofRepetition(
  interpret: (problem: HttpProblem, message: string) => PurchaseResponse,
): (problem: HttpProblem, message: string) => ReplayResponse {
  return (problem, message) => {
    const response = interpret(problem, message);
    return response.kind === "unknown" ? response : { kind: "unknown", message };
  };
}

/** Interprets a rejected request by the problem behind it and its message. Throws its error on if the credential is refused. */
export function unlessRefused<T>(
  isCredentialRefused: (problem: HttpProblem) => boolean,
  interpret: (problem: HttpProblem, message: string) => T,
): (error: unknown) => T {
  return (error) => {
    const problem = problemOf(error);
    if (isCredentialRefused(problem)) throw error;
    return interpret(problem, messageOf(error));
  };
}

/** For a record of the account that could not be read. */
export function withoutRecord(
  isCredentialRefused: (problem: HttpProblem) => boolean,
  isNotInAccount: (problem: HttpProblem) => boolean,
): (error: unknown) => Ownership {
  return unlessRefused(isCredentialRefused, (problem, message) =>
    isNotInAccount(problem) ? { kind: "notOwned" } : { kind: "unprovable", message },
  );
}

/** Sends a purchase if the budget has a slot for it now. */
export async function withinBudget(
  { budget }: RegistrarAccess,
  purchase: () => Promise<PurchaseResponse>,
  interpretFailure: (problem: HttpProblem, message: string) => PurchaseResponse,
): Promise<PurchaseResponse> {
  const retryAfterSeconds = budget.tryTake("purchase");
  if (retryAfterSeconds > 0) {
    const message = "The request budget of this step is used up for now.";
    return { kind: "notTaken", message, retryAfterSeconds };
  }
  return purchase().catch(failureAs(interpretFailure));
}

import type { Readable } from "node:stream";
import { type HttpProblem, Unreadable } from "./errors";
import type { RetryRule } from "./retry";

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

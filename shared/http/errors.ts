import { STATUS_CODES } from "node:http";

/** Tells apart only the problems that callers handle differently. */
export type HttpProblem =
  /** Failed before anything was sent: host name, connection, TLS, proxy. */
  | { kind: "notSent"; code: string }
  /** The connection broke after the request may have been sent, or within the response. */
  | { kind: "broken"; code: string }
  | { kind: "timeout"; seconds: number }
  | StatusProblem
  /**
   * An error response that is not the service's own word: a proxy, a gateway or a firewall may have sent it. Whether the
   * service got the request is not known. `said` is what it says, sanitized and perhaps empty. `sender` are the headers
   * that show who sent it, such as "Server: awselb/2.0".
   */
  | ({ kind: "intermediary"; said: string; sender: readonly string[] } & Refusal)
  /** Not sent, because an earlier response asked for a longer pause than is allowed. */
  | { kind: "paused"; seconds: number }
  /** A response with a status of success that cannot be parsed. */
  | { kind: "unreadable"; what: string };

/** A response whose status is not one of success. */
interface Refusal {
  status: number;
  /** The origin that an unfollowed redirect points to, sanitized. */
  redirectsTo: string | undefined;
}

/** Such a response of the service itself. */
export interface StatusProblem extends Refusal, ServiceError {
  kind: "status";
  /** The status that was received, if an error in the body means another one. */
  receivedStatus?: number;
}

/** A service's own explanation of a problem. */
export interface ServiceError {
  /** The pause that the service asks for. */
  retryAfterSeconds: number | undefined;
  /** The service's own code and message; empty if it gave none. */
  serviceCode: string;
  serviceMessage: string;
  /** The service's codes for single fields of the request; absent if it gave none. */
  serviceIssues?: readonly string[];
}

/** An error response, as far as it shows who sent it. */
export interface ErrorResponse {
  status: number;
  /** In lower case, without parameters. Empty if there is none. */
  contentType: string;
  /** Undefined if the body is not JSON. */
  json: unknown;
}

/** The pause that the service itself asked for. Undefined if it asked for none. */
export function requestedSecondsOf(problem: HttpProblem): number | undefined {
  if (problem.kind === "paused") return problem.seconds;
  return problem.kind === "status" ? problem.retryAfterSeconds : undefined;
}

/** Undefined if the problem was another. */
export function statusOf(problem: HttpProblem): number | undefined {
  return problem.kind === "status" ? problem.status : undefined;
}

/** A request that failed. The message says what was requested, what came back and what to do. */
export class HttpError extends Error {
  readonly request: string;
  readonly problem: HttpProblem;

  constructor(request: string, problem: HttpProblem, tries: number, advice: string) {
    const often = tries > 1 ? ` (${tries} tries)` : "";
    super(`${request} ${describeProblem(problem)}${often}.${advice === "" ? "" : ` ${advice}`}`);
    this.request = request;
    this.problem = problem;
  }
}

const networkWords: Record<string, string> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "the host name was not found",
  EAI_AGAIN: "the host name could not be looked up",
  ECONNRESET: "the connection was closed before the response was complete",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the host did not respond",
};

/** Thrown when a response cannot be parsed. The message follows the word "returned". */
export class Unreadable extends Error {}

/** Thrown when the agent's certificates cannot be used. A retry would not help. */
export class UnusableCertificates extends Error {}

/** Thrown by a reader of a response whose status is one of success although its body reports an error. */
export class ErrorInBody extends Error {
  readonly problem: StatusProblem;

  /** `status` is the one that the error means. */
  constructor(error: ServiceError, status = 200) {
    super(error.serviceMessage);
    const received = status === 200 ? {} : { receivedStatus: 200 };
    this.problem = { kind: "status", redirectsTo: undefined, ...error, status, ...received };
  }
}

/** A clause. It holds nothing that could act on the agent. */
export function describeProblem(problem: HttpProblem): string {
  switch (problem.kind) {
    case "notSent":
    case "broken": {
      const words = networkWords[problem.code];
      return words === undefined ? `failed: ${problem.code}` : `failed: ${words} (${problem.code})`;
    }
    case "timeout":
      return `timed out after ${problem.seconds} s`;
    case "paused":
      return `was not sent: the service asked for a pause of ${Math.ceil(problem.seconds)} s`;
    case "unreadable":
      return `returned ${problem.what}`;
    case "status":
      return describeStatus(problem);
    case "intermediary":
      return describeIntermediary(problem);
  }
}

/** The service's own code and message. Empty if it gave neither. */
export function reasonOf(error: ServiceError): string {
  return [error.serviceCode, error.serviceMessage].filter((text) => text !== "").join(": ");
}

function describeStatus(problem: StatusProblem): string {
  const details = reasonOf(problem);
  return describeResponse(
    { ...problem, status: problem.receivedStatus ?? problem.status },
    details === "" ? "" : ` (${details})`,
  );
}

/** A response that says something may be the service's own after all. */
function describeIntermediary(problem: Extract<HttpProblem, { kind: "intermediary" }>): string {
  const { said, sender } = problem;
  const response = describeResponse(problem, said === "" ? "" : ` (${said})`);
  return `${response},${said === "" ? "" : " perhaps"} sent by an intermediary (${sender.join(", ")})`;
}

function describeResponse(
  { status, redirectsTo, retryAfterSeconds }: Refusal & { retryAfterSeconds?: number | undefined },
  details = "",
): string {
  const name = STATUS_CODES[status];
  const redirect = redirectsTo === undefined ? "" : `, a redirect to ${redirectsTo} that was not followed`;
  const pause =
    retryAfterSeconds === undefined ? "" : ` and asked for a pause of ${Math.ceil(retryAfterSeconds)} s`;
  return `returned ${status}${name === undefined ? "" : ` ${name}`}${redirect}${details}${pause}`;
}

/** The problem behind a failed request. Any other error is thrown on: it does not come from a request. */
export function problemOf(error: unknown): HttpProblem {
  if (error instanceof HttpError) return error.problem;
  throw error;
}

/** Whether a request failed with this status. */
export function isStatus(error: unknown, status: number): error is HttpError {
  return error instanceof HttpError && statusOf(error.problem) === status;
}

/** Throws any other error on. */
export function undefinedIfMissing(error: unknown): undefined {
  if (isStatus(error, 404)) return undefined;
  throw error;
}

/** A retry would not change it. */
export function isCertificateProblem(code: string): boolean {
  return /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECODE)_|ERR_TLS_CERT_)/.test(code);
}

export const certificateAdvice =
  "The host's certificate is not trusted. Make the agent trust the authority that issued it, with `--sslcacert` or " +
  "`NODE_EXTRA_CA_CERTS`.";

/**
 * Advice about a service that could not be reached: `otherwise`, unless its certificate is the problem. Undefined for
 * any other problem.
 */
export function adviceOnReaching(problem: HttpProblem, otherwise: string): string | undefined {
  if (problem.kind === "notSent" && isCertificateProblem(problem.code)) return certificateAdvice;
  return ["notSent", "broken", "timeout"].includes(problem.kind) ? otherwise : undefined;
}

import { STATUS_CODES } from "node:http";
import { oneLine, type Sanitize, shorten } from "../text/sanitize";

/** What went wrong with a request, as far as it matters to who called. */
export type HttpProblem =
  /** Failed before anything was sent: name look-up, connection, TLS, proxy. */
  | { kind: "notSent"; code: string }
  /** The connection broke after the request may have been sent, or in the middle of the answer. */
  | { kind: "broken"; code: string }
  | { kind: "timeout"; seconds: number }
  | StatusProblem
  /** Not asked, because an earlier answer wants a longer pause than we may make. */
  | { kind: "paused"; seconds: number }
  /** An answer of good status that cannot be read. */
  | { kind: "unreadable"; what: string };

/** An answer whose status is not one of success. */
export interface StatusProblem {
  kind: "status";
  status: number;
  /** The host that a redirect which was not followed points to, as it may be shown. */
  redirectsTo: string | undefined;
  /** What the service's `Retry-After` asks for. */
  retryAfterSeconds: number | undefined;
  /** The service's own code and message, empty when it gave none. */
  serviceCode: string;
  serviceMessage: string;
}

/** The status of an answer that was none of success; undefined where there was no such answer. */
export function statusOf(problem: HttpProblem): number | undefined {
  return problem.kind === "status" ? problem.status : undefined;
}

/** A request that failed: what was asked of which address, what came back, and what to do about it. */
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
  ECONNRESET: "the connection was closed before the answer was complete",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the host did not answer",
};

/** Thrown by who reads an answer that cannot be understood; `what` follows the word "answered". */
export class Unreadable extends Error {}

/** One clause that says what came back, without anything that the service could act by. */
export function describeProblem(problem: HttpProblem): string {
  switch (problem.kind) {
    case "notSent":
    case "broken": {
      const words = networkWords[problem.code];
      return words === undefined ? `failed: ${problem.code}` : `failed: ${words} (${problem.code})`;
    }
    case "timeout":
      return `was not answered completely within ${problem.seconds} s`;
    case "paused":
      return `was not sent: the service asks to wait ${Math.ceil(problem.seconds)} s`;
    case "unreadable":
      return `answered ${problem.what}`;
    case "status":
      return describeStatus(problem);
  }
}

function describeStatus(problem: StatusProblem): string {
  const name = STATUS_CODES[problem.status];
  const status = `answered ${problem.status}${name === undefined ? "" : ` ${name}`}`;
  const said = [problem.serviceCode, problem.serviceMessage].filter((text) => text !== "").join(": ");
  const elsewhere =
    problem.redirectsTo === undefined ? "" : `, a redirect to ${problem.redirectsTo} that is not followed`;
  const later =
    problem.retryAfterSeconds === undefined
      ? ""
      : `, asking to wait ${Math.ceil(problem.retryAfterSeconds)} s`;
  return `${status}${elsewhere}${said === "" ? "" : ` (${said})`}${later}`;
}

/** Nobody waits a year, whatever a service asks for. */
export const maxAskedSeconds = 366 * 24 * 3600;

/** What a service's error body says of itself. */
export interface ServiceError {
  /** Its `code` or `typeKey`; empty when it gives none. */
  serviceCode: string;
  /** Its `message`, and what it says of single `fields`; empty when it gives none. */
  serviceMessage: string;
  /** Its `retryAfterSec`, or `retry_after` as Discord has it. */
  retryAfterSeconds: number | undefined;
}

/** What a service's error body says of itself, in short and sanitized. */
export function parseServiceError(body: string, sanitize: Sanitize): ServiceError {
  const silent = { serviceCode: "", serviceMessage: "", retryAfterSeconds: undefined };
  try {
    const whole: object = Object(JSON.parse(body));
    // Google wraps what it has to say.
    const inner: unknown = Reflect.get(whole, "error");
    const error: object = typeof inner === "object" && inner !== null ? inner : whole;
    const seconds: unknown = Reflect.get(error, "retryAfterSec") ?? Reflect.get(error, "retry_after");
    const word = (from: object, name: string, maxCharacters: number) => {
      const value: unknown = Reflect.get(from, name);
      return typeof value === "string" || typeof value === "number"
        ? shorten(sanitize(String(value)), maxCharacters).replace(/\.$/, "")
        : "";
    };
    return {
      serviceCode: word(error, "code", 60) || word(error, "typeKey", 60),
      serviceMessage: [word(error, "message", 300), ...fieldWords(error, word)]
        .filter((words) => words !== "")
        .join("; "),
      retryAfterSeconds:
        typeof seconds === "number" && seconds >= 0 ? Math.min(seconds, maxAskedSeconds) : undefined,
    };
  } catch {
    return silent;
  }
}

/** What an error body says of single fields of the request, such as "contactAdmin.phone: bad format". */
function fieldWords(
  error: object,
  word: (from: object, name: string, maxCharacters: number) => string,
): string[] {
  const fields: unknown = Reflect.get(error, "fields");
  return (Array.isArray(fields) ? fields : [])
    .slice(0, maxFields)
    .map((field) => Object(field))
    .map((field) =>
      [word(field, "path", 80), word(field, "message", 200) || word(field, "code", 60)]
        .filter((part) => part !== "")
        .join(": "),
    );
}

const maxFields = 10;

/** The problem behind an error of Node's network modules. */
export function networkProblem(error: unknown): HttpProblem {
  if (error instanceof Error && error.message.startsWith("tunneling socket")) {
    const status = /statusCode=(\d+)/.exec(error.message)?.[1];
    return {
      kind: "notSent",
      code:
        status === undefined
          ? `the proxy cannot be used: ${tunnelCause(error.message)}`
          : `the proxy answered ${status}`,
    };
  }
  return { kind: failedBeforeSending(error) ? "notSent" : "broken", code: codeOf(error) };
}

/** Why there is no tunnel: the code in its text, else the text. Node gives none where a host has several addresses. */
function tunnelCause(message: string): string {
  const [, ...causes] = message.split("cause=");
  const cause = causes.join("cause=");
  const code = /\bE[A-Z_]{3,}\b/.exec(cause)?.[0];
  return code ?? (oneLine(cause).trim() || "no address of its host accepts a connection");
}

/**
 * Whether an error can only come from before a request is sent: from the look-up of the name, from connecting, or
 * from a certificate that was not accepted. Any other may have come after, whatever its code.
 */
function failedBeforeSending(error: unknown): boolean {
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(failedBeforeSending);
  const syscall: unknown = error instanceof Error ? Reflect.get(error, "syscall") : undefined;
  return syscall === "connect" || syscall === "getaddrinfo" || isCertificateProblem(codeOf(error));
}

/** Whether a code tells of a certificate that was not accepted, which another try will not change. */
export function isCertificateProblem(code: string): boolean {
  return /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECODE)_|ERR_TLS_CERT_)/.test(code);
}

/** What to do about a certificate that was not accepted. */
export const certificateAdvice =
  "The host's certificate is not trusted here: give the agent the certificate of its authority.";

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") return code;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return first === undefined ? error.name : codeOf(first);
}

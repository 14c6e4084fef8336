import { STATUS_CODES } from "node:http";
import { oneLine, type Sanitize, shorten } from "../text/sanitize";

/** What went wrong with a request, as far as callers need to know. */
export type HttpProblem =
  /** Failed before anything was sent: host name, connection, TLS, proxy. */
  | { kind: "notSent"; code: string }
  /** The connection broke after the request may have been sent, or within the response. */
  | { kind: "broken"; code: string }
  | { kind: "timeout"; seconds: number }
  | StatusProblem
  /** Not sent, because an earlier response asked for a longer pause than is allowed. */
  | { kind: "paused"; seconds: number }
  /** A response with a status of success that cannot be parsed. */
  | { kind: "unreadable"; what: string };

/** A response whose status is not one of success. */
export interface StatusProblem {
  kind: "status";
  status: number;
  /** The origin that an unfollowed redirect points to, sanitized. */
  redirectsTo: string | undefined;
  /** The pause that the service asks for. */
  retryAfterSeconds: number | undefined;
  /** The service's own code and message; empty if it gave none. */
  serviceCode: string;
  serviceMessage: string;
}

/** Returns the status of a response; undefined if the problem was another. */
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
  ECONNRESET: "the connection was closed before the answer was complete",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the host did not answer",
};

/** Thrown when a response cannot be parsed. The message follows the word "answered". */
export class Unreadable extends Error {}

/** Returns a clause that says what came back. It holds nothing that could act on the agent. */
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
  const details = [problem.serviceCode, problem.serviceMessage].filter((text) => text !== "").join(": ");
  const redirect =
    problem.redirectsTo === undefined ? "" : `, a redirect to ${problem.redirectsTo} that is not followed`;
  const pause =
    problem.retryAfterSeconds === undefined
      ? ""
      : `, asking to wait ${Math.ceil(problem.retryAfterSeconds)} s`;
  return `${status}${redirect}${details === "" ? "" : ` (${details})`}${pause}`;
}

/** An upper limit for any pause that a service asks for: one year. */
export const maxAskedSeconds = 366 * 24 * 3600;

/** The content of an error response. */
export interface ServiceError {
  /** Its `code` or `typeKey`; empty if it has none. */
  serviceCode: string;
  /** Its `message` and its messages about single `fields`; empty if it has none. */
  serviceMessage: string;
  /** Its `retryAfterSec`, or `retry_after` in Discord's case. */
  retryAfterSeconds: number | undefined;
}

/** Parses the body of an error response; every text is sanitized and shortened. */
export function parseServiceError(body: string, sanitize: Sanitize): ServiceError {
  const none = { serviceCode: "", serviceMessage: "", retryAfterSeconds: undefined };
  try {
    const whole: object = Object(JSON.parse(body));
    // Google wraps the error in a member of this name.
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
    return none;
  }
}

/** Returns the messages of an error body about single fields, such as "contactAdmin.phone: bad format". */
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

/** Returns the problem behind an error of Node's network modules. */
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

/**
 * Returns why the proxy gave no tunnel: the error code in the message, or else the message. Node gives none
 * if a host has several IP addresses.
 */
function tunnelCause(message: string): string {
  const [, ...causes] = message.split("cause=");
  const cause = causes.join("cause=");
  const code = /\bE[A-Z_]{3,}\b/.exec(cause)?.[0];
  return code ?? (oneLine(cause).trim() || "no address of its host accepts a connection");
}

/**
 * Returns whether the error must have come before the request was sent: from the name look-up, from
 * connecting, or from a rejected certificate. Any other error may have come after.
 */
function failedBeforeSending(error: unknown): boolean {
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(failedBeforeSending);
  const syscall: unknown = error instanceof Error ? Reflect.get(error, "syscall") : undefined;
  return syscall === "connect" || syscall === "getaddrinfo" || isCertificateProblem(codeOf(error));
}

/** Returns whether a code means a rejected certificate, which a retry would not change. */
export function isCertificateProblem(code: string): boolean {
  return /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECODE)_|ERR_TLS_CERT_)/.test(code);
}

/** What to do about a rejected certificate. */
export const certificateAdvice =
  "The host's certificate is not trusted here: give the agent the certificate of its authority.";

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") return code;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return first === undefined ? error.name : codeOf(first);
}

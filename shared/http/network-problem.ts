import type { Readable } from "node:stream";
import { oneLine } from "../text/sanitize";
import { isCertificateProblem } from "./certificate-problem";
import { UnusableCertificates } from "./certificates";
import { ErrorInBody, type HttpProblem, Unreadable } from "./errors";

/**
 * Returns the problem behind an error of one try, whose streams are given. Throws errors that are not the service's or the network's.
 */
export function problemBehind(error: unknown, streams: readonly Readable[]): HttpProblem {
  if (error instanceof UnusableCertificates) throw error;
  if (error instanceof ErrorInBody) return error.problem;
  if (error instanceof Unreadable) return { kind: "unreadable", what: error.message };
  const code = String(Reflect.get(Object(error), "code"));
  const opening = streams.length === 0;
  const ofTheStream =
    streams.some((stream) => stream.errored !== null) || code === "ERR_STREAM_PREMATURE_CLOSE";
  if (!opening && !ofTheStream) throw error;
  if (code.startsWith("Z_")) return { kind: "unreadable", what: "a body that cannot be decompressed" };
  return networkProblem(error);
}

/** Returns the problem behind an error of Node's network modules. */
export function networkProblem(error: unknown): HttpProblem {
  if (error instanceof Error && error.message.startsWith("tunneling socket")) {
    const status = /statusCode=(\d+)/.exec(error.message)?.[1];
    return {
      kind: "notSent",
      code:
        status === undefined
          ? `the proxy cannot be used: ${tunnelCause(error.message)}`
          : `the proxy returned ${status}`,
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
  return code ?? (oneLine(cause).trim() || "none of its IP addresses accepts a connection");
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

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") return code;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return first === undefined ? error.name : codeOf(first);
}

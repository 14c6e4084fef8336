import type { Readable } from "node:stream";
import { systemErrorCode } from "../errors";
import { oneLine } from "../text/sanitize";
import {
  ErrorInBody,
  type HttpProblem,
  isCertificateProblem,
  Unreadable,
  UnusableCertificates,
} from "./errors";

/** `streams` are those of the try. Throws errors that are not the service's or the network's. */
export function problemBehind(error: unknown, streams: readonly Readable[]): HttpProblem {
  if (error instanceof UnusableCertificates) throw error;
  if (error instanceof ErrorInBody) return error.problem;
  if (error instanceof Unreadable) return { kind: "unreadable", what: error.message };
  const code = systemErrorCode(error);
  const opening = streams.length === 0;
  const ofTheStream =
    streams.some((stream) => stream.errored !== null) || code === "ERR_STREAM_PREMATURE_CLOSE";
  if (!opening && !ofTheStream) throw error;
  if (code.startsWith("Z_")) return { kind: "unreadable", what: "a body that cannot be decompressed" };
  return networkProblem(error);
}

function networkProblem(error: unknown): HttpProblem {
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

/** The error code in the message, or else the message. Node gives none if a host has several IP addresses. */
function tunnelCause(message: string): string {
  const [, ...causes] = message.split("cause=");
  const cause = causes.join("cause=");
  const code = /\bE[A-Z_]{3,}\b/.exec(cause)?.[0];
  return code ?? (oneLine(cause).trim() || "none of its IP addresses accepts a connection");
}

/**
 * The error must have come from the name look-up, from connecting, or from a rejected certificate. Any other may have
 * come after the request was sent.
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

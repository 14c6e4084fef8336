import { jsonOf } from "../json/path";
import { type Sanitize, shorten } from "../text/sanitize";
import type { ErrorResponse, IntermediaryProblem, StatusProblem } from "./errors";
import { parseServiceError } from "./service-error";

/** Interprets an error response: the service's own, or one of something between. */
export function problemOfResponse(
  {
    status,
    header,
    body,
    redirectsTo,
    pauseSeconds,
  }: {
    status: number;
    header(name: string): string | undefined;
    body: string;
    redirectsTo: string | undefined;
    /** The pause that the headers ask for. */
    pauseSeconds: number | undefined;
  },
  isOwnError: ((response: ErrorResponse) => boolean) | undefined,
  sanitize: Sanitize,
): StatusProblem | IntermediaryProblem {
  const contentType = (header("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (isOwnError?.({ status, contentType, json: jsonOf(body) }) === false) {
    const shown = (name: string, value: string) => `${name}: ${shorten(sanitize(value), 60)}`;
    const sender = [
      ...["Server", "Via"].flatMap((name) => {
        const value = header(name.toLowerCase());
        return value === undefined ? [] : [shown(name, value)];
      }),
      contentType === "" ? "no Content-Type" : shown("Content-Type", contentType),
    ];
    return { kind: "intermediary", status, redirectsTo, retryAfterSeconds: pauseSeconds, sender };
  }
  const serviceError = parseServiceError(body, sanitize);
  const retryAfterSeconds = pauseSeconds ?? serviceError.retryAfterSeconds;
  return { kind: "status", status, redirectsTo, ...serviceError, retryAfterSeconds };
}

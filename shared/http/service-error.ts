import { jsonOf } from "../json/path";
import { type Sanitize, shorten } from "../text/sanitize";
import { type ErrorResponse, type HttpProblem, reasonOf, type ServiceError } from "./errors";
import { maxRequestedSeconds } from "./retry";

/** An error response, whose body was read. */
interface ReceivedError {
  status: number;
  header(name: string): string | undefined;
  body: string;
  redirectsTo: string | undefined;
}

/**
 * Interprets an error response: the service's own, or one of something between. `believe` is called if it is the
 * service's own, and returns the pause that its headers ask for.
 */
export function problemOfResponse(
  { status, header, body, redirectsTo }: ReceivedError,
  isOwnError: ((response: ErrorResponse) => boolean) | undefined,
  sanitize: Sanitize,
  believe: () => number | undefined,
): HttpProblem {
  const serviceError = parseServiceError(body, sanitize);
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
    return { kind: "intermediary", status, redirectsTo, said: reasonOf(serviceError), sender };
  }
  const retryAfterSeconds = believe() ?? serviceError.retryAfterSeconds;
  return { kind: "status", status, redirectsTo, ...serviceError, retryAfterSeconds };
}

/** Parses the body of a response; its texts are sanitized. If it is no JSON, its one word, such as Slack's `channel_is_archived`, is the message. */
export function parseServiceError(body: string, sanitize: Sanitize): ServiceError {
  try {
    return serviceErrorOf(JSON.parse(body), sanitize);
  } catch {
    const [word = ""] = /^[a-z]{1,30}(?:[_-][a-z]{1,30}){1,5}$/.exec(body.trim()) ?? [];
    return { serviceCode: "", serviceMessage: sanitize(word), retryAfterSeconds: undefined };
  }
}

/**
 * Every text is sanitized and shortened.
 *
 * - The code is `code`, `typeKey` or `name`, or Mattermost's `id`.
 * - The message is `message`, `error_description` or the text in `error`, and the messages about single `fields` or in
 *   `details` and `errors`.
 * - The issues are the codes in `details`.
 * - The pause is `retryAfterSec`; `retry_after` in Discord's case, `ttlRemaining` in Porkbun's.
 */
export function serviceErrorOf(json: unknown, sanitize: Sanitize): ServiceError {
  const whole: object = Object(json);
  // Google wraps the error in a member of this name.
  const inner: unknown = Reflect.get(whole, "error");
  const error: object = typeof inner === "object" && inner !== null ? inner : whole;
  const word = (from: object, name: string, maxCharacters: number) =>
    wordIn(sanitize, from, name, maxCharacters);
  const details = objectsIn(error, "details");
  const issues = details.map((detail) => word(detail, "issue", 60)).filter((issue) => issue !== "");
  const name = word(error, "name", 60);
  const id = word(error, "id", 60);
  return {
    // GoDaddy's older API gives every error this name.
    serviceCode:
      word(error, "code", 60) ||
      word(error, "typeKey", 60) ||
      (name === "ApiError" ? "" : name) ||
      (id.endsWith(".app_error") ? id : ""),
    ...(issues.length > 0 && { serviceIssues: issues }),
    serviceMessage: [
      word(error, "message", 300) || word(error, "error_description", 300) || word(error, "error", 300),
      ...objectsIn(error, "fields").map((field) => fieldWords(field, sanitize)),
      ...details.map((detail) => detailWords(detail, sanitize)),
      ...textsIn(error, "errors", sanitize),
    ]
      .filter((words) => words !== "")
      .join("; "),
    retryAfterSeconds: requestedSeconds(error),
  };
}

function requestedSeconds(error: object): number | undefined {
  const member = (name: string): unknown => Reflect.get(error, name);
  // Porkbun sends this member with other errors too, where it is about another limit. Without it, its usual limit counts.
  const isRateLimit = member("code") === "RATE_LIMIT_EXCEEDED";
  const remaining = isRateLimit ? (member("ttlRemaining") ?? 10) : undefined;
  const seconds = member("retryAfterSec") ?? member("retry_after") ?? remaining;
  return typeof seconds === "number" && seconds >= 0 ? Math.min(seconds, maxRequestedSeconds) : undefined;
}

/** A text or number in a member, sanitized and shortened; empty if it has none. */
function wordIn(sanitize: Sanitize, from: object, name: string, maxCharacters: number): string {
  const value: unknown = Reflect.get(from, name);
  return typeof value === "string" || typeof value === "number"
    ? shorten(sanitize(String(value)), maxCharacters).replace(/\.$/, "")
    : "";
}

const maxFields = 10;

function objectsIn(error: object, name: string): object[] {
  const list: unknown = Reflect.get(error, name);
  return (Array.isArray(list) ? list : []).slice(0, maxFields).map((item) => Object(item));
}

/** PagerDuty's reasons, such as "Invalid routing key". */
function textsIn(error: object, name: string, sanitize: Sanitize): string[] {
  const list: unknown = Reflect.get(error, name);
  return Array.isArray(list)
    ? Object.keys(list.slice(0, maxFields)).map((index) => wordIn(sanitize, list, index, 200))
    : [];
}

/** Such as "contactAdmin.phone: bad format". */
function fieldWords(field: object, sanitize: Sanitize): string {
  return [
    wordIn(sanitize, field, "path", 80),
    wordIn(sanitize, field, "message", 200) || wordIn(sanitize, field, "code", 60),
  ]
    .filter((part) => part !== "")
    .join(": ");
}

/** Without the value that it may quote, such as "shopper:phone: is required (MISSING_VALUE)". */
function detailWords(detail: object, sanitize: Sanitize): string {
  const issue = wordIn(sanitize, detail, "issue", 60);
  const description = wordIn(sanitize, detail, "description", 200);
  const problem = description === "" || issue === "" ? description || issue : `${description} (${issue})`;
  return [wordIn(sanitize, detail, "field", 80), problem].filter((part) => part !== "").join(": ");
}

import { type Sanitize, shorten } from "../text/sanitize";
import { maxRequestedSeconds } from "./retry";

export interface ServiceError {
  /** Its `code`, `typeKey` or `name`, or Mattermost's `id`; empty if it has none. */
  serviceCode: string;
  /**
   * Its `message`, `error_description` or text in `error`, and its messages about single `fields` or in `details` and `errors`; or
   * the one word of a body that is no JSON, such as Slack's `channel_is_archived`. Empty if it has none.
   */
  serviceMessage: string;
  /** The codes in its `details`; absent if it has none. */
  serviceIssues?: readonly string[];
  /** Its `retryAfterSec`; `retry_after` in Discord's case, `ttlRemaining` in Porkbun's. */
  retryAfterSeconds: number | undefined;
}

/** Every text is sanitized and shortened. */
export function parseServiceError(body: string, sanitize: Sanitize): ServiceError {
  try {
    return serviceErrorOf(JSON.parse(body), sanitize);
  } catch {
    const [word = ""] = /^[a-z]{1,30}(?:[_-][a-z]{1,30}){1,5}$/.exec(body.trim()) ?? [];
    return { serviceCode: "", serviceMessage: sanitize(word), retryAfterSeconds: undefined };
  }
}

/** Every text is sanitized and shortened. */
export function serviceErrorOf(json: unknown, sanitize: Sanitize): ServiceError {
  const whole: object = Object(json);
  // Google wraps the error in a member of this name.
  const inner: unknown = Reflect.get(whole, "error");
  const error: object = typeof inner === "object" && inner !== null ? inner : whole;
  const word: Word = (from, name, maxCharacters) => {
    const value: unknown = Reflect.get(from, name);
    return typeof value === "string" || typeof value === "number"
      ? shorten(sanitize(String(value)), maxCharacters).replace(/\.$/, "")
      : "";
  };
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
      ...objectsIn(error, "fields").map((field) => fieldWords(field, word)),
      ...details.map((detail) => detailWords(detail, word)),
      ...textsIn(error, "errors", word),
    ]
      .filter((words) => words !== "")
      .join("; "),
    retryAfterSeconds: requestedSeconds(error),
  };
}

function requestedSeconds(error: object): number | undefined {
  const member = (name: string): unknown => Reflect.get(error, name);
  // Porkbun sends this member with other errors too, where it is about another limit.
  const isRateLimit = member("code") === "RATE_LIMIT_EXCEEDED";
  const seconds =
    member("retryAfterSec") ?? member("retry_after") ?? (isRateLimit ? member("ttlRemaining") : undefined);
  return typeof seconds === "number" && seconds >= 0 ? Math.min(seconds, maxRequestedSeconds) : undefined;
}

/** A text or number in a member, sanitized and shortened; empty if it has none. */
type Word = (from: object, name: string, maxCharacters: number) => string;

const maxFields = 10;

function objectsIn(error: object, name: string): object[] {
  const list: unknown = Reflect.get(error, name);
  return (Array.isArray(list) ? list : []).slice(0, maxFields).map((item) => Object(item));
}

/** PagerDuty's reasons, such as "Invalid routing key". */
function textsIn(error: object, name: string, word: Word): string[] {
  const list: unknown = Reflect.get(error, name);
  return Array.isArray(list)
    ? Object.keys(list.slice(0, maxFields)).map((index) => word(list, index, 200))
    : [];
}

/** Such as "contactAdmin.phone: bad format". */
function fieldWords(field: object, word: Word): string {
  return [word(field, "path", 80), word(field, "message", 200) || word(field, "code", 60)]
    .filter((part) => part !== "")
    .join(": ");
}

/** Without the value that it may quote, such as "shopper:phone: is required (MISSING_VALUE)". */
function detailWords(detail: object, word: Word): string {
  const issue = word(detail, "issue", 60);
  const description = word(detail, "description", 200);
  const problem = description === "" || issue === "" ? description || issue : `${description} (${issue})`;
  return [word(detail, "field", 80), problem].filter((part) => part !== "").join(": ");
}

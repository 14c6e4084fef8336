import { type Sanitize, shorten } from "../text/sanitize";
import { maxRequestedSeconds } from "./retry";

/** The content of an error response. */
export interface ServiceError {
  /** Its `code` or `typeKey`; empty if it has none. */
  serviceCode: string;
  /** Its `message` and its messages about single `fields`; empty if it has none. */
  serviceMessage: string;
  /** Its `retryAfterSec`; `retry_after` in Discord's case, `ttlRemaining` in Porkbun's. */
  retryAfterSeconds: number | undefined;
}

/** Parses the body of an error response; every text is sanitized and shortened. */
export function parseServiceError(body: string, sanitize: Sanitize): ServiceError {
  try {
    return serviceErrorOf(JSON.parse(body), sanitize);
  } catch {
    return { serviceCode: "", serviceMessage: "", retryAfterSeconds: undefined };
  }
}

/** Returns what the JSON of an error response says; every text is sanitized and shortened. */
export function serviceErrorOf(json: unknown, sanitize: Sanitize): ServiceError {
  const whole: object = Object(json);
  // Google wraps the error in a member of this name.
  const inner: unknown = Reflect.get(whole, "error");
  const error: object = typeof inner === "object" && inner !== null ? inner : whole;
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
    retryAfterSeconds: requestedSeconds(error),
  };
}

/** Returns the pause, in seconds, that an error body asks for. Undefined if it asks for none. */
function requestedSeconds(error: object): number | undefined {
  const member = (name: string): unknown => Reflect.get(error, name);
  // Porkbun sends this member with other errors too, where it is about another limit.
  const isRateLimit = member("code") === "RATE_LIMIT_EXCEEDED";
  const seconds =
    member("retryAfterSec") ?? member("retry_after") ?? (isRateLimit ? member("ttlRemaining") : undefined);
  return typeof seconds === "number" && seconds >= 0 ? Math.min(seconds, maxRequestedSeconds) : undefined;
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

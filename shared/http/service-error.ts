import { type Sanitize, shorten } from "../text/sanitize";
import { maxRequestedSeconds } from "./retry";

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
        typeof seconds === "number" && seconds >= 0 ? Math.min(seconds, maxRequestedSeconds) : undefined,
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

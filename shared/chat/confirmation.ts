import { namedError } from "../json/named-error";
import { jsonOf, memberAt, scalarText } from "../json/path";

/** A response of a chat to a message. */
export interface ChatResponse {
  status: number;
  /** Without spaces around it. */
  text: string;
  /** Undefined if the text is no JSON. `findObjection` has checked that it names no error. */
  json: unknown;
}

/**
 * The reason why a response does not confirm a message; empty if it does. Chats, and gateways in front of them,
 * respond with 200 to many messages that they never post.
 */
export function findObjection(
  status: number,
  response: string,
  confirms: (response: ChatResponse) => boolean,
): string {
  const text = response.trim();
  if (/^<(?:!|\?|[a-z])/i.test(text)) return "an HTML page";
  const json = jsonOf(text);
  const error = namedError(json);
  if (error !== undefined) return error;
  // A 203 was changed on its way; a 206 is only a part.
  if ([200, 201, 202, 204].includes(status) && confirms({ status, text, json })) return "";
  return text === "" ? "an empty response" : text;
}

export function isOk({ text }: ChatResponse): boolean {
  return /^"?ok"?$/i.test(text);
}

export function saysSuccess({ json }: ChatResponse): boolean {
  return ["ok", "success"].some((name) => /^true$/i.test(scalarText(memberAt(json, [name]))));
}

export function hasText({ json }: ChatResponse, name: string): boolean {
  const value = memberAt(json, [name]);
  return typeof value === "string" && value !== "";
}

import { namedError } from "../json/named-error";

/** A response of good status to a message that was posted. */
export interface PostResponse {
  status: number;
  text: string;
}

/** Whether a response is one by which a product confirms that it took the message. */
export type Confirmation = (response: PostResponse) => boolean;

/**
 * What a response says against a message, in short; empty when it is one of the product's confirmations and names no
 * error. Chats, and gateways in front of them, answer 200 to much that was never posted.
 */
export function findObjection(response: PostResponse, confirmations: readonly Confirmation[]): string {
  const text = response.text.trim();
  if (/^<(?:!|\?|[a-z])/i.test(text)) return "an HTML page";
  const error = namedError(jsonOf(text));
  if (error !== undefined) return error;
  if (isWholeStatus(response) && confirmations.some((confirms) => confirms(response))) return "";
  return text === "" ? "an empty response" : text;
}

/** A 203 was changed on its way, and a 206 is a part of something. */
function isWholeStatus({ status }: PostResponse): boolean {
  return [200, 201, 202, 204].includes(status);
}

/** No body. */
export const isEmpty: Confirmation = ({ text }) => text.trim() === "";

/** `ok`. */
export const isOk: Confirmation = ({ text }) => /^"?ok"?$/i.test(text.trim());

/** JSON that is no mere text; `findObjection` has seen that it names no error. */
export const isJson: Confirmation = ({ text }) => {
  const json = jsonOf(text);
  return json !== undefined && typeof json !== "string";
};

/** A JSON object; the same. */
export const isJsonObject: Confirmation = ({ text }) => {
  const json = jsonOf(text);
  return typeof json === "object" && json !== null && !Array.isArray(json);
};

/** The `1` of Teams' old connectors. */
export const isOne: Confirmation = ({ text }) => text.trim() === "1";

/** A JSON object that says `ok` or `success`. */
export const saysSuccess: Confirmation = ({ text }) =>
  ["ok", "success"].some((name) => /^true$/i.test(String(memberOf(jsonOf(text), name))));

/** A JSON object with a text of that name. */
export function hasText(name: string): Confirmation {
  return ({ text }) => {
    const value = memberOf(jsonOf(text), name);
    return typeof value === "string" && value !== "";
  };
}

function memberOf(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null ? Reflect.get(json, name) : undefined;
}

/** The value of a JSON text; undefined when it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}

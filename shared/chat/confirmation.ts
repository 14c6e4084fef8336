import { namedError } from "../json/named-error";
import { jsonOf, memberAt } from "../json/path";

interface PostResponse {
  status: number;
  text: string;
}

export type ConfirmationTest = (response: PostResponse) => boolean;

/**
 * The reason why a response does not confirm a message; empty if it does. Chats, and gateways in front of them,
 * respond with 200 to many messages that they never post.
 */
export function findObjection(response: PostResponse, confirmations: readonly ConfirmationTest[]): string {
  const text = response.text.trim();
  if (/^<(?:!|\?|[a-z])/i.test(text)) return "an HTML page";
  const error = namedError(jsonOf(text));
  if (error !== undefined) return error;
  if (isWholeStatus(response) && confirmations.some((confirms) => confirms(response))) return "";
  return text === "" ? "an empty response" : text;
}

/** A 203 was changed on its way; a 206 is only a part. */
function isWholeStatus({ status }: PostResponse): boolean {
  return [200, 201, 202, 204].includes(status);
}

export const isEmpty: ConfirmationTest = ({ text }) => text.trim() === "";

export const isOk: ConfirmationTest = ({ text }) => /^"?ok"?$/i.test(text.trim());

/** The response is JSON other than a text. `findObjection` has checked that it names no error. */
export const isJson: ConfirmationTest = ({ text }) => {
  const json = jsonOf(text);
  return json !== undefined && typeof json !== "string";
};

/** The response is a JSON object. `findObjection` has checked that it names no error. */
export const isJsonObject: ConfirmationTest = ({ text }) => {
  const json = jsonOf(text);
  return typeof json === "object" && json !== null && !Array.isArray(json);
};

/** The response is the `1` of Teams' old connectors. */
export const isOne: ConfirmationTest = ({ text }) => text.trim() === "1";

export const saysSuccess: ConfirmationTest = ({ text }) =>
  ["ok", "success"].some((name) => /^true$/i.test(String(memberAt(jsonOf(text), [name]))));

export function hasText(name: string): ConfirmationTest {
  return ({ text }) => {
    const value = memberAt(jsonOf(text), [name]);
    return typeof value === "string" && value !== "";
  };
}

import { type ErrorResponse, Unreadable } from "../http/errors";
import { jsonOf, memberAt } from "../json/path";

/** Whether an error response is JSON by its content type, and has a text in each of these members. */
export function hasTexts({ contentType, json }: ErrorResponse, ...names: readonly string[]): boolean {
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  return isJsonType(contentType) && names.every((name) => isText(memberAt(json, [name])));
}

/** Whether a content type, with or without parameters, is that of JSON. */
export function isJsonType(contentType: string): boolean {
  return /^(application|text)\/([\w.-]+\+)?json *(;|$)/i.test(contentType.trim());
}

/** Parses the text of a 200 response. Throws `Unreadable` if it is not JSON. */
export function parseJson(text: string, otherwise = "200 with incomplete or invalid JSON"): unknown {
  const json = jsonOf(text);
  if (json === undefined) throw new Unreadable(otherwise);
  return json;
}

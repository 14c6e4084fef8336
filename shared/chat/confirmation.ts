/** A response with a status of success to a posted message. */
export interface PostResponse {
  status: number;
  text: string;
}

/** Returns whether a response is one of those that confirm a message. */
export type Confirmation = (response: PostResponse) => boolean;

/**
 * Returns why a response does not confirm a message; empty if it does. Chats, and gateways in front of them,
 * respond with 200 to many messages that they never post.
 */
export function findObjection(response: PostResponse, confirmations: readonly Confirmation[]): string {
  const text = response.text.trim();
  if (/^<(?:!|\?|[a-z])/i.test(text)) return "an HTML page";
  const error = findError(jsonOf(text));
  if (error !== undefined) return error;
  if (isWholeStatus(response) && confirmations.some((confirms) => confirms(response))) return "";
  return text === "" ? "an empty response" : text;
}

/** A 203 was changed on its way; a 206 is only a part. */
function isWholeStatus({ status }: PostResponse): boolean {
  return [200, 201, 202, 204].includes(status);
}

/** The response has no body. */
export const isEmpty: Confirmation = ({ text }) => text.trim() === "";

/** The response is `ok`. */
export const isOk: Confirmation = ({ text }) => /^"?ok"?$/i.test(text.trim());

/** The response is any JSON; `findObjection` has checked that it names no error. */
export const isJson: Confirmation = ({ text }) => jsonOf(text) !== undefined;

/** The response is text that does not report a failure. */
export const isFriendlyText: Confirmation = ({ text }) =>
  jsonOf(text) === undefined && !/fail|error|denied|forbidden|invalid|not found|unauthori[sz]ed/i.test(text);

/** The response is a JSON object with `ok` or `success` true. */
export const saysSuccess: Confirmation = ({ text }) =>
  ["ok", "success"].some((name) => /^true$/i.test(String(memberOf(jsonOf(text), name))));

/** The response is a JSON object with a text of that name. */
export function hasText(name: string): Confirmation {
  return ({ text }) => {
    const value = memberOf(jsonOf(text), name);
    return typeof value === "string" && value !== "";
  };
}

/** The ways in which JSON names an error, by member name in lower case without separators. */
const errorNames: readonly { names: readonly string[]; isError: (value: unknown) => boolean }[] = [
  {
    names: ["ok", "success", "succeeded", "issuccess", "issuccessstatuscode"],
    isError: (value) => value !== null && /^(?:false|no|0)$/i.test(String(value)),
  },
  {
    names: ["error", "errors", "errormessage", "errmsg", "errordescription", "exception"],
    isError: isSomething,
  },
  {
    names: ["code", "errcode", "errorcode", "errno", "ret", "retcode", "statuscode"],
    isError: (value) => isValue(value) && !/^(?:0*|2\d\d|ok|success|succeeded|none)$/i.test(String(value)),
  },
  {
    names: ["status", "result", "outcome"],
    isError: (value) =>
      typeof value === "number"
        ? value >= 400
        : typeof value === "string" && /^(?:err|fail|inval|denied|reject|unauthor|forbid)/i.test(value),
  },
];

/** Returns the error that JSON names; undefined if it names none. In a list, the first error of an entry. */
function findError(json: unknown): string | undefined {
  if (json === false) return "false";
  if (Array.isArray(json)) return json.map(findError).find((error) => error !== undefined);
  if (typeof json !== "object" || json === null) return undefined;
  for (const [key, value] of Object.entries(json)) {
    const name = key.toLowerCase().replace(/[-_]/g, "");
    if (errorNames.some(({ names, isError }) => names.includes(name) && isError(value)))
      return reasonOf(json) ?? (isValue(value) ? `${key} ${value}` : `${key} ${JSON.stringify(value)}`);
  }
  return undefined;
}

/** Returns the message of a JSON object that names an error. */
function reasonOf(json: object): string | undefined {
  const error = memberOf(json, "error");
  return [
    memberOf(error, "message"),
    ...["message", "msg", "errmsg", "error_message", "error_description"].map((name) => memberOf(json, name)),
    error,
  ].find((text): text is string => typeof text === "string" && text !== "");
}

/** Returns whether a member for an error holds one; it is often present but empty. */
function isSomething(error: unknown): boolean {
  if (typeof error === "object" && error !== null) return Object.keys(error).length > 0;
  return isValue(error) ? !/^(?:|0|ok|success|none|no error|false|no)$/i.test(String(error)) : error === true;
}

function isValue(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function memberOf(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null ? Reflect.get(json, name) : undefined;
}

/** Returns the value of a JSON text; undefined if it is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}

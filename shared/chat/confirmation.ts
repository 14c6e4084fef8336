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

/** JSON of whatever kind; `findObjection` has seen that it names no error. */
export const isJson: Confirmation = ({ text }) => jsonOf(text) !== undefined;

/** A sentence that tells of no failure. */
export const isFriendlyText: Confirmation = ({ text }) =>
  jsonOf(text) === undefined && !/fail|error|denied|forbidden|invalid|not found|unauthori[sz]ed/i.test(text);

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

/** How JSON names an error, by what its members are called, in lower case and without separators. */
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

/** The error that JSON names, undefined when it names none; of a list, the first that one of its entries does. */
function namedError(json: unknown): string | undefined {
  if (json === false) return "false";
  if (Array.isArray(json)) return json.map(namedError).find((error) => error !== undefined);
  if (typeof json !== "object" || json === null) return undefined;
  for (const [key, value] of Object.entries(json)) {
    const name = key.toLowerCase().replace(/[-_]/g, "");
    if (errorNames.some(({ names, isError }) => names.includes(name) && isError(value)))
      return reasonIn(json) ?? (isValue(value) ? `${key} ${value}` : `${key} ${JSON.stringify(value)}`);
  }
  return undefined;
}

/** What a JSON object that names an error says of it in words. */
function reasonIn(json: object): string | undefined {
  const error = memberOf(json, "error");
  return [
    memberOf(error, "message"),
    ...["message", "msg", "errmsg", "error_message", "error_description"].map((name) => memberOf(json, name)),
    error,
  ].find((text): text is string => typeof text === "string" && text !== "");
}

/** Whether an error is there: many responses have an empty place for one. */
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

/** The value of a JSON text; undefined when it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}

import { scalarText } from "./path";

/**
 * The error that a JSON response reports though its status is one of success, as services and gateways do; undefined
 * if none.
 */
export function namedError(json: unknown): string | undefined {
  return errorIn(json, 0);
}

/** Deeper than that, nobody names an error. */
const maxLevels = 3;

/** How JSON names an error, by what its members are called, in lower case and without separators. */
const errorNames: readonly { names: readonly string[]; isError: (value: unknown) => boolean }[] = [
  {
    names: ["ok", "success", "succeeded", "issuccess", "issuccessstatuscode"],
    isError: (value) => /^(?:false|no|0)$/i.test(scalarText(value)),
  },
  {
    names: ["error", "errors", "errormessage", "errmsg", "errordescription", "exception", "fault"],
    isError: isSomething,
  },
  {
    names: ["code", "errcode", "errorcode", "errno", "ret", "retcode", "statuscode"],
    isError: (value) => isValue(value) && !/^(?:0*|2\d\d|ok|success|succeeded|none)$/i.test(String(value)),
  },
  {
    names: ["status", "result", "outcome"],
    isError: (value) =>
      (/^\d+$/.test(scalarText(value)) && Number(value) >= 400) ||
      (typeof value === "string" && /^(?:err|fail|inval|denied|reject|unauthor|forbid)/i.test(value)),
  },
  {
    names: ["message", "msg", "title", "detail"],
    isError: (value) => typeof value === "string" && tellsOfFailure(value),
  },
];

function tellsOfFailure(text: string): boolean {
  return /fail|error|denied|forbidden|invalid|not found|unauthori[sz]ed|bad gateway|expired/i.test(text);
}

/** The first one that an element of a list or a member reports. */
function errorIn(json: unknown, level: number): string | undefined {
  if (json === false) return "false";
  if (typeof json !== "object" || json === null || level > maxLevels) return undefined;
  if (!Array.isArray(json)) {
    const error = errorOf(json);
    if (error !== undefined) return error;
  }
  for (const member of Object.values(json)) {
    const isNested = typeof member === "object" && member !== null;
    const error = isNested ? errorIn(member, level + 1) : undefined;
    if (error !== undefined) return error;
  }
  return undefined;
}

function errorOf(json: object): string | undefined {
  for (const [key, value] of Object.entries(json)) {
    const name = key.toLowerCase().replace(/[-_]/g, "");
    if (errorNames.some(({ names, isError }) => names.includes(name) && isError(value)))
      return reasonIn(json) ?? (isValue(value) ? `${key} ${value}` : `${key} ${JSON.stringify(value)}`);
  }
  return undefined;
}

/** In words. */
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

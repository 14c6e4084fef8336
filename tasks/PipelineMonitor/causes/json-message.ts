import { isFooter } from "./shapes/footers";

/** Members that have a message, the most telling first. */
const said = [
  "msg",
  "message",
  "Message",
  "errorMessage",
  "error_description",
  "detail",
  "stderr",
  "stdout",
  "error",
  "err",
  "reason",
  "title",
];

const beginning = /\{\s*(?:\\?["'{]|$)|\[\s*(?:\{|$)/;

/**
 * A message with JSON, as Azure and Ansible write it: replaced by what its innermost part says. `behind` are the lines after
 * it, if the JSON has many. Empty if the JSON is cut and no part of it says anything.
 */
export function messageInJson(message: string, behind: readonly string[]): string {
  const at = message.search(beginning);
  if (at === -1) return message;
  const before = message
    .slice(0, at)
    .replace(/[\s:=>-]+$/, "")
    .trim();
  for (const text of [message.slice(at), [message.slice(at), ...behind].join("\n")]) {
    const inner = saidIn(parsed(text.slice(0, endOfJson(text))));
    // A few words may say less than those before it.
    const isShort = inner !== undefined && inner.length < shortText && before !== "" && !isFooter(before);
    if (inner !== undefined) return isShort ? `${before}: ${inner}` : inner;
  }
  // What is complete, and says nothing, is part of the message.
  if (endOfJson(message.slice(at)) !== undefined) return message;
  const whole = [message.slice(at), ...behind].join("\n");
  const last = [
    ...whole.matchAll(
      /\\?["'](?:msg|message|Message|error_description)\\?["']\s*:\s*\\?"(?!\s*\{\s*\\)((?:[^"\\]|\\(?!").)+)\\?"/g,
    ),
  ].at(-1)?.[1];
  return last ?? (isFooter(before) ? "" : before);
}

/** The message without JSON that is cut. */
export function withoutCutJson(message: string): string {
  const at = message.search(beginning);
  const isWhole = at === -1 || endOfJson(message.slice(at)) !== undefined;
  return isWhole ? message : messageInJson(message, []);
}

const shortText = 30;

/** Members that repeat what was asked for. */
const asked = ["invocation", "module_args", "request", "parameters"];

/** Where the first object or list of a text ends; undefined if it is cut. */
function endOfJson(text: string): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted && sign === "\\") at++;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === "{" || sign === "[")) depth++;
    else if (!isQuoted && (sign === "}" || sign === "]") && --depth === 0) return at + 1;
  }
  return undefined;
}

function parsed(text: string): unknown {
  for (const one of [text, text.replaceAll('\\"', '"')])
    try {
      return JSON.parse(one);
    } catch {}
  return undefined;
}

function saidIn(value: unknown): string | undefined {
  if (typeof value === "string") {
    const nested = /^\s*[{[]/.test(value) ? saidIn(parsed(value)) : undefined;
    if (nested !== undefined) return nested;
    const line = value
      .split(/\r?\n/)
      .map((one) => one.trim())
      .find((one) => one !== "" && !isFooter(one));
    return line;
  }
  if (Array.isArray(value)) return value.map(saidInner).find((one) => one !== undefined);
  if (typeof value !== "object" || value === null) return undefined;
  const members = Object.entries(value).filter(([key]) => !asked.includes(key));
  const inner = members.map(([, one]) => saidInner(one)).find((one) => one !== undefined);
  const own = () => said.map((name) => saidIn(members.find(([key]) => key === name)?.[1]));
  return inner ?? own().find((one) => one !== undefined);
}

function saidInner(value: unknown): string | undefined {
  return typeof value === "object" ? saidIn(value) : undefined;
}

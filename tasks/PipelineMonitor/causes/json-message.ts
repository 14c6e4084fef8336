import { isFooter } from "./footers";

/** Members that have a message, the most telling first, and those that have one further inside. */
const said = ["msg", "message", "Message", "error_description", "detail", "stderr", "stdout"];

/**
 * A message with JSON, as Azure and Ansible write it: replaced by what its innermost part says. `behind` are the lines after
 * it, if the JSON has many. JSON that is cut is left out.
 */
export function messageInJson(message: string, behind: readonly string[]): string {
  const at = message.search(/[{[]\s*(?:\\?"|$)/);
  if (at === -1) return message;
  const before = message.slice(0, at).trim();
  for (const text of [message.slice(at), [message.slice(at), ...behind].join("\n")]) {
    const inner = saidIn(parsed(text));
    if (inner !== undefined) return inner;
  }
  const last = [...message.slice(at).matchAll(/"(?:msg|message|Message)"\s*:\s*"((?:[^"\\]|\\.)*)"/g)].at(
    -1,
  )?.[1];
  return last ?? (before === "" ? message : before);
}

/** What stands behind the end of the JSON does not count. */
function parsed(text: string): unknown {
  for (const end of [text.length, text.lastIndexOf("}") + 1]) {
    try {
      return JSON.parse(text.slice(0, end));
    } catch {}
  }
  return undefined;
}

function saidIn(value: unknown): string | undefined {
  if (typeof value === "string") {
    if (/^\s*[{[]/.test(value)) return saidIn(parsed(value)) ?? undefined;
    const line = value
      .split(/\r?\n/)
      .find((one) => one.trim() !== "")
      ?.trim();
    return line === undefined || isFooter(line) ? undefined : line;
  }
  if (Array.isArray(value)) return value.map(saidIn).find((one) => one !== undefined);
  if (typeof value !== "object" || value === null) return undefined;
  const members = Object.entries(value);
  const inner = members
    .filter(([, one]) => typeof one === "object")
    .map(([, one]) => saidIn(one))
    .find((one) => one !== undefined);
  const own = said
    .map((name) => saidIn(members.find(([key]) => key === name)?.[1]))
    .find((one) => one !== undefined);
  return inner ?? own;
}

const [esc, bell, longEsc] = ["\u001B", "\u0007", "\u009B"];
/**
 * What terminals take for a command: a colour, a title. Node's own pattern for them takes time by the square of a text that
 * is made for it.
 */
const terminalCommands = new RegExp(
  `(?:${esc}\\[|${longEsc})[0-?]*[ -/]*[@-~]|${esc}\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\)|${esc}[@-Z\\\\^_]`,
  "g",
);

/**
 * One printable line out of any text: line breaks become spaces, control and invisible characters go, and
 * the agent finds no logging command in it. The agent looks for `##vso[` by a comparison that passes over
 * invisible characters, so they are removed before the command is broken by a space that can be seen.
 */
export function oneLine(text: string): string {
  // Nearly every line is plain, and the expressions below take long to make.
  if (/^[ -~]*$/.test(text) && !text.includes("##")) return text;
  return text
    .replace(terminalCommands, "")
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ")
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/##(?=(?:vso)?\[)/gi, "# #");
}

/** A JSON value with every text in it, keys included, sanitized. */
export function sanitizedJson(value: unknown, sanitize: Sanitize): unknown {
  if (typeof value === "string") return sanitize(value);
  if (Array.isArray(value)) return value.map((member) => sanitizedJson(member, sanitize));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [sanitize(key), sanitizedJson(member, sanitize)]),
  );
}

declare const mark: unique symbol;

/**
 * A text that may be shown, posted and kept: one harmless line, without secrets and concealed texts. Only a function of
 * the type `Sanitize` makes one, and only such a text can be cut: half a secret is not recognized as one.
 */
export type Sanitized = string & { readonly [mark]: true };
export type Sanitize = (text: string) => Sanitized;

/** The way into every sink for text from outside: `redact` takes secrets and concealed texts out of one harmless line. */
export function createSanitizer(redact: (text: string) => string): Sanitize {
  return (text) => {
    const line = redact(oneLine(text));
    markAsSanitized(line);
    return line;
  };
}

function markAsSanitized(_text: string): asserts _text is Sanitized {}

/** The text without blanks around it, or its first characters and an ellipsis, `maxCharacters` in all. */
export function shorten(text: Sanitized, maxCharacters: number): string {
  const whole = text.trim();
  // Half of a surrogate pair at the cut would print as a broken character.
  return whole.length <= maxCharacters
    ? whole
    : `${whole.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The first characters of a text, whole words only: half of one could be half a secret. */
export function wholeWords(text: string, maxCharacters: number): string {
  let end = Math.min(text.length, maxCharacters);
  if (end < text.length) while (end > 0 && /\S/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A text, number or such of a user's file as an error shows it: as JSON, but only the length of a long one. */
export function quoted(value: unknown, maxCharacters: number): string {
  const json = JSON.stringify(value);
  return json.length <= maxCharacters ? json : `a text of ${String(value).length} characters`;
}

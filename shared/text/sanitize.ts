const [esc, bell, longEsc] = ["\u001B", "\u0007", "\u009B"];
/**
 * Terminal commands, such as colours and titles. Node's own pattern takes quadratic time for a malicious
 * text.
 */
const terminalCommands = new RegExp(
  `(?:${esc}\\[|${longEsc})[0-?]*[ -/]*[@-~]|` +
    `${esc}\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\)|${esc}[@-Z\\\\^_]`,
  "g",
);

export function withoutTerminalCommands(text: string): string {
  return text.replace(terminalCommands, "");
}

/**
 * Any text as one printable line. Line breaks become spaces; control and invisible characters are removed; logging
 * commands of the agent are broken by a space. The agent ignores invisible characters when it looks for `##vso[`, so
 * they are removed first.
 */
export function oneLine(text: string): string {
  // Nearly every line is plain, and the patterns below are slow to compile.
  if (/^[ -~]*$/.test(text) && !text.includes("##")) return text;
  return withoutTerminalCommands(text)
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ")
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/##(?=(?:vso)?\[)/gi, "# #");
}

/**
 * Equal for names that people cannot tell apart, such as those that differ by the invisible character behind an emoji: a memory has
 * names without it.
 */
export function comparedName(name: string): string {
  return oneLine(name).normalize();
}

/** Keys included. */
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
 * A text that may be shown, posted and kept: one line, without secrets and concealed texts. Only a `Sanitize`
 * function creates one. Only such a text may be cut, because half a secret is no longer recognized.
 */
export type Sanitized = string & { readonly [mark]: true };
export type Sanitize = (text: string) => Sanitized;

/** Every text from outside passes through it. `redact` removes secrets and concealed texts from a line. */
export function createSanitizer(redact: (text: string) => string): Sanitize {
  return (text) => {
    const line = redact(oneLine(text));
    markAsSanitized(line);
    return line;
  };
}

function markAsSanitized(_text: string): asserts _text is Sanitized {}

/** Without spaces around it; `maxCharacters` include the ellipsis. */
export function shorten(text: Sanitized, maxCharacters: number): string {
  const whole = text.trim();
  // Half of a surrogate pair would print as a broken character.
  return whole.length <= maxCharacters
    ? whole
    : `${whole.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The same for a name: those of one list differ at their ends, too. */
export function shortenName(text: Sanitized, maxCharacters: number): string {
  const whole = text.trim();
  const end = Math.floor(maxCharacters * 0.4);
  return whole.length <= maxCharacters
    ? whole
    : `${shorten(text, maxCharacters - end)}${whole.slice(whole.length - end).replace(/^[\uDC00-\uDFFF]/, "")}`;
}

/** Half a word could be half a secret. */
export function wholeWords(text: string, maxCharacters: number): string {
  let end = Math.min(text.length, maxCharacters);
  if (end < text.length) while (/\S/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A value of a user's file as errors show it: as JSON, or only the length if it is long. */
export function quoted(value: unknown, maxCharacters: number): string {
  const json = JSON.stringify(value);
  return json.length <= maxCharacters ? json : `a text of ${String(value).length} characters`;
}

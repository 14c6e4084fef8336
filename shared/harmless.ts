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

/** The text itself, or its first characters and an ellipsis, `maxCharacters` in all. */
export function shortened(text: string, maxCharacters: number): string {
  // Half of a surrogate pair at the cut would print as a broken character.
  return text.length <= maxCharacters
    ? text
    : `${text.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

import { redactCredentials } from "../../../shared/text/redact";
import { type Sanitize, shorten, wholeWords } from "../../../shared/text/sanitize";
import type { CauseLine } from "../issue/links";

const maxCharacters = 8000;
/** A message can have megabytes. Nothing after this many characters is ever shown. */
const readCharacters = 64 * 1024;
const shownCharacters = 200;
const charactersBefore = 80;

/** Removes text that looks like another system's credential, too. */
export function safeLine(text: string, sanitize: Sanitize): string {
  const line = sanitize(wholeWords(text, readCharacters).replace("##[error]", ""));
  return shorten(sanitize(redactCredentials(line)), maxCharacters);
}

/**
 * Secrets are removed before the text is cut, because half a secret cannot be recognized. A long line that the
 * agent did not mark keeps the part around the word.
 */
export function fitToShow(causeLine: CauseLine, sanitize: Sanitize): CauseLine {
  const safe = (line: string) => safeLine(line, sanitize);
  const text = safe(causeLine.text);
  return {
    ...causeLine,
    text: causeLine.isMarked ? text : around("error", text),
    ending: safe(causeLine.ending),
    before: causeLine.before.map(safe),
  };
}

function around(word: string, line: string): string {
  const at = line.indexOf(word);
  return line.length <= shownCharacters || at <= charactersBefore
    ? line
    : `…${line.slice(at - charactersBefore)}`;
}

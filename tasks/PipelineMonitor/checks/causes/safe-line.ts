import { redactCredentials } from "../../../../shared/text/redact";
import { type Sanitize, shorten, wholeWords } from "../../../../shared/text/sanitize";
import type { CauseLine } from "./cause";

/** How much of a line is looked at, and shown. */
const maxCharacters = 8000;
/** A message can be megabytes: what lies so far behind is never shown. */
const readCharacters = 64 * 1024;
const shownCharacters = 200;
const charactersBefore = 80;

/** A line of a service, sanitized, and without what looks like a credential of somebody else. */
export function safeLine(text: string, sanitize: Sanitize): string {
  const line = sanitize(wholeWords(text, readCharacters).replace("##[error]", ""));
  return shorten(sanitize(redactCredentials(line)), maxCharacters);
}

/**
 * What a log says, fit to be shown. What is secret goes before anything is cut off: of half a secret nobody knows that it
 * is one. Of a long line that the agent did not mark, what stands around the word is left.
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

/** A line, or of a long one what stands around a word. */
function around(word: string, line: string): string {
  const at = line.indexOf(word);
  return line.length <= shownCharacters || at <= charactersBefore
    ? line
    : `…${line.slice(at - charactersBefore)}`;
}

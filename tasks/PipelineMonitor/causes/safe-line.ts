import { redactCredentials } from "../../../shared/text/redact";
import { type Sanitize, shorten, wholeWords } from "../../../shared/text/sanitize";

const maxCharacters = 8000;
/** A message can have megabytes. Nothing after this many characters is ever shown. */
const readCharacters = 64 * 1024;

/** A line with its indentation, and without what looks like a credential. */
export function safeText(text: string, sanitize: Sanitize): string {
  return sanitize(redactCredentials(sanitize(wholeWords(text, readCharacters))));
}

/** Removes text that looks like another system's credential, too. */
export function safeLine(text: string, sanitize: Sanitize): string {
  const line = sanitize(wholeWords(text, readCharacters).replace("##[error]", ""));
  return shorten(sanitize(redactCredentials(line)), maxCharacters);
}

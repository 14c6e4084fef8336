import { redactSecrets } from "../text/redact";
import { createSanitizer, oneLine } from "../text/sanitize";

/** Shorter texts would hide parts of other words. */
const minConcealedCharacters = 4;

/** Text as it may be printed: no secret, each line one harmless line. */
export function createPrinter() {
  const secrets = new Set<string>();
  const concealed = new Set<string>();
  const redact = (text: string) => redactSecrets(text, [...secrets, ...concealed]);
  return {
    secrets,
    conceal(text: string): void {
      if (text.length >= minConcealedCharacters) concealed.add(text);
    },
    redact,
    sanitize: createSanitizer(redact),
    safe: (text: string) => redactSecrets(text.split("\n").map(oneLine).join("\n"), secrets),
  };
}

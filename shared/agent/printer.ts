import { redactSecrets } from "../text/redact";
import { createSanitizer, oneLine } from "../text/sanitize";

/** Hiding shorter texts would hide parts of other words. */
const minConcealedCharacters = 4;

/** Creates what makes texts safe to print: no secrets, no commands to the agent, no control characters. */
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

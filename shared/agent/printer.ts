import { redactSecrets } from "../text/redact";
import { createSanitizer, oneLine } from "../text/sanitize";

/** Hiding shorter texts would hide parts of other words. */
const minConcealedCharacters = 4;
/** Shorter numbers are years, prices and counts. */
const minConcealedDigits = 7;

/** The forms in which a service may repeat a person's text: another case, URL-encoded, a number by its digits alone. */
function concealedForms(text: string): string[] {
  const digits = text.replace(/\D/g, "");
  const forms = [text, text.toLowerCase(), text.toUpperCase(), encodeURIComponent(text)];
  return [
    ...forms.filter((form) => form.length >= minConcealedCharacters),
    ...(/^\+[\d.]+$/.test(text) && digits.length >= minConcealedDigits ? [digits] : []),
  ];
}

/** Makes texts safe to print: no secrets, no commands to the agent, no control characters. */
export function createPrinter() {
  const secrets = new Set<string>();
  const concealed = new Set<string>();
  const redact = (text: string) => redactSecrets(text, [...secrets, ...concealed]);
  return {
    secrets,
    conceal(text: string): void {
      for (const form of concealedForms(text)) concealed.add(form);
    },
    redact,
    sanitize: createSanitizer(redact),
    safe: (text: string) => redactSecrets(text.split("\n").map(oneLine).join("\n"), secrets),
  };
}

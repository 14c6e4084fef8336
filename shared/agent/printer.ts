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

/** Hides concealed texts. One that is only a part of a revealed text stays, such as a name within a domain. */
function hide(text: string, concealed: Iterable<string>, [name, ...others]: Iterable<string>): string {
  if (name === undefined) return redactSecrets(text, concealed);
  // A text around the name, such as an e-mail address at the domain, is hidden with it.
  const around = [...concealed].filter(
    (form) => form.length > name.length && form.toLowerCase().includes(name),
  );
  const outside = around.reduce((rest, form) => rest.replace(new RegExp(escaped(form), "gi"), "***"), text);
  const parts = outside.split(new RegExp(`(?<![a-z\\d-])(${escaped(name)})(?![a-z\\d-])`, "i"));
  return parts.map((part, at) => (at % 2 === 1 ? part : hide(part, concealed, others))).join("");
}

/** As a part of a regular expression. */
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Makes texts safe to print: no secrets, no commands to the agent, no control characters. */
export function createPrinter() {
  const secrets = new Set<string>();
  const concealed = new Set<string>();
  const revealed = new Set<string>();
  return {
    secrets,
    conceal(text: string): void {
      for (const form of concealedForms(text)) concealed.add(form);
    },
    reveal: (text: string) => void revealed.add(text),
    sanitize: createSanitizer((text) => hide(redactSecrets(text, secrets), concealed, revealed)),
    safe: (text: string) => redactSecrets(text.split("\n").map(oneLine).join("\n"), secrets),
  };
}

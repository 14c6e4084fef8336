/** Shorter texts are no secrets, and hiding them would hide half of what is printed. */
const minCharacters = 4;

/**
 * The forms in which a secret may show up in output: as it is, URL-encoded, in base64, and in base64 behind
 * the colon of a Basic credential. The agent's masker knows only some of them.
 */
export function secretForms(secret: string): string[] {
  const lines = secret.split(/[\r\n]/).filter((line) => line.length >= minCharacters);
  const forms = lines.flatMap((line) => [
    line,
    encodeURIComponent(line),
    Buffer.from(line).toString("base64"),
    Buffer.from(`:${line}`).toString("base64"),
  ]);
  return [...new Set(forms)];
}

/** The text with every given secret replaced by three asterisks, the longest first. */
export function redacted(text: string, secrets: Iterable<string>): string {
  return [...secrets]
    .sort((one, other) => other.length - one.length)
    .reduce((safe, secret) => safe.replaceAll(secret, "***"), text);
}

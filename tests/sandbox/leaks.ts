import type { StepResult } from "./agent";

const anyCase = (text: string) => [text.toLowerCase(), text.toUpperCase()];

/** The forms in which a credential is looked for; wider than those that the product knows of. */
function leakForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // A credential inside of a longer text in base64, wherever it begins: eight of its bytes are a leak already.
  const inside = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const groups = encoded.slice(0, 4 * Math.floor((before + bytes.length) / 3)).match(/.{4}/g) ?? [];
    const own = before === 0 ? groups : groups.slice(1);
    return own.slice(0, -2).map((_, at) => own.slice(at, at + 3).join(""));
  });
  const derived = [
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    ...anyCase(bytes.toString("hex")),
    ...anyCase(bytes.toString("hex").replace(/../g, "%$&")),
    ...anyCase(secret),
    [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
    ...inside,
  ];
  return [secret, ...derived.filter((form) => form.length >= 8)];
}

/**
 * Where the secrets were found in what a step left to be seen: output, log, issues, outputs, files, and the
 * `places` that a test adds. The commands that tell the agent what to hide are no leak.
 */
export function leaks(
  step: StepResult,
  secrets: readonly string[],
  places: Record<string, string> = {},
): string[] {
  const shown = (text: string) =>
    text
      .split("\n")
      .filter((line) => !line.startsWith("##vso[task.setsecret]"))
      .join("\n");
  const searched: Record<string, string> = {
    "standard output": shown(step.stdout),
    "standard error": shown(step.stderr),
    issues: JSON.stringify(step.issues),
    outputs: JSON.stringify(step.outputs),
    ...Object.fromEntries(step.filesLeft),
    ...places,
  };
  return Object.entries(searched).flatMap(([place, text]) =>
    secrets.flatMap((secret) =>
      leakForms(secret)
        .filter((form) => text.includes(form))
        .map((form) => `${form} in ${place}`),
    ),
  );
}

import type { StepResult } from "./agent";

/** The forms in which a credential is looked for; wider than those that the product knows of. */
function leakForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // A credential inside of a longer text in base64, wherever it begins; the outermost characters depend on the rest.
  const inside = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes, Buffer.alloc(2)])
      .toString("base64")
      .slice(offset === 0 ? 0 : 4, -4),
  );
  const derived = [
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
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

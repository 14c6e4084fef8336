/**
 * Problems that the user must fix before anything is sent: in inputs, configuration or credential. The
 * message lists them all, each with the path of what it is about.
 */
export class InputErrors extends Error {
  override readonly name = "InputErrors";
  constructor(problems: readonly string[]) {
    const listed = atMost(problems, 100).map((problem) => `- ${problem}`);
    super(problems.length === 1 ? problems[0] : [`${problems.length} things to mend:`, ...listed].join("\n"));
  }
}

/**
 * Returns whether an error is `InputErrors`. It goes by the name, because the command-line tools are a bundle
 * of their own, with a class of their own.
 */
export function isInputErrors(error: unknown): error is InputErrors {
  return error instanceof Error && error.name === "InputErrors";
}

/** Returns the texts, but at most `count` of them, with a last line that counts the others. */
export function atMost(texts: readonly string[], count: number): readonly string[] {
  return texts.length <= count
    ? texts
    : [...texts.slice(0, count), `and ${texts.length - count} more like these`];
}

/** Throws `InputErrors` if there are any problems. */
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new InputErrors(problems);
}

/** Returns the message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns a problem if a value still reads `$(NAME)`, as the agent leaves variables that do not exist.
 * `where` names the input or environment variable.
 */
export function unresolvedVariable(where: string, value: string): string | undefined {
  const name = /\$\(([^()]+)\)/.exec(value)?.[1];
  return name === undefined
    ? undefined
    : `${where}: still reads $(${name}), so there is no variable of that name here. ` +
        `Define it, or take the line out; map a secret variable in the step under \`env:\``;
}

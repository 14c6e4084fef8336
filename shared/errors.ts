/**
 * What the user must mend before anything is sent: inputs, configuration, credential. One message lists every
 * problem, each with the path of what it is about.
 */
export class InputErrors extends Error {
  constructor(problems: readonly string[]) {
    const listed = atMost(problems, 100).map((problem) => `- ${problem}`);
    super(problems.length === 1 ? problems[0] : [`${problems.length} things to mend:`, ...listed].join("\n"));
  }
}

/** Texts, or the first `count` of more and a line that says how many others there are: a person reads no thousands. */
export function atMost(texts: readonly string[], count: number): readonly string[] {
  return texts.length <= count
    ? texts
    : [...texts.slice(0, count), `and ${texts.length - count} more like these`];
}

/** Throws `InputErrors` when there is any problem. */
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new InputErrors(problems);
}

/** The text of a thing caught, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * A problem when a value still reads `$(NAME)`: the agent leaves a variable that does not exist as it stands.
 * `where` names the input or environment variable.
 */
export function unresolvedVariable(where: string, value: string): string | undefined {
  const name = /\$\(([^()]+)\)/.exec(value)?.[1];
  return name === undefined
    ? undefined
    : `${where}: still reads $(${name}), so there is no variable of that name here. ` +
        `Define it, or take the line out; map a secret variable in the step under \`env:\``;
}

/**
 * What the user must mend before anything is sent: inputs, configuration, credential. One message lists every
 * fault, each with the path of what it is about.
 */
export class InputErrors extends Error {
  constructor(faults: readonly string[]) {
    const listed = atMost(faults, 100).map((fault) => `- ${fault}`);
    super(faults.length === 1 ? faults[0] : [`${faults.length} things to mend:`, ...listed].join("\n"));
  }
}

/** Texts, or the first `count` of more and a line that says how many others there are: a person reads no thousands. */
export function atMost(texts: readonly string[], count: number): readonly string[] {
  return texts.length <= count
    ? texts
    : [...texts.slice(0, count), `and ${texts.length - count} more like these`];
}

/** Throws `InputErrors` when there is any fault. */
export function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new InputErrors(faults);
}

/** The text of a thing caught, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * A fault when a value still reads `$(NAME)`: the agent leaves a variable that does not exist as it stands.
 * `where` names the input or environment variable.
 */
export function unresolvedVariable(where: string, value: string): string | undefined {
  const name = /\$\(([^()]+)\)/.exec(value)?.[1];
  return name === undefined
    ? undefined
    : `${where}: still reads $(${name}), so there is no variable of that name here. ` +
        `Define it, or take the line out; map a secret variable in the step under \`env:\``;
}

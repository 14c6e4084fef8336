/**
 * Problems that the user must fix before anything is sent: in inputs, configuration or credential. The
 * message lists them all, each with the path that it is about.
 */
export class InputErrors extends Error {
  override readonly name = "InputErrors";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.length === 1 ? problems[0] : renderProblems(problems, ":"));
    this.problems = problems;
  }
}

/** Renders a headline that counts problems and ends in `ending`, then the list. */
export function renderProblems(problems: readonly string[], ending: string): string {
  const headline = `${problems.length} problem${problems.length === 1 ? "" : "s"} found${ending}`;
  return [headline, ...atMost(problems, 100).map((problem) => `- ${problem}`)].join("\n");
}

export function isInputErrors(error: unknown): error is InputErrors {
  return error instanceof InputErrors;
}

/** A last line counts the texts that are left out. */
export function atMost(texts: readonly string[], count: number): readonly string[] {
  return texts.length <= count ? texts : [...texts.slice(0, count), `and ${texts.length - count} more`];
}

/** Throws `InputErrors` if there are any problems. */
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new InputErrors(problems);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's code for an error, such as ENOENT. */
export function systemErrorCode(error: unknown): string {
  return String(Reflect.get(Object(error), "code"));
}

/**
 * A value still reads `$(NAME)` if the variable does not exist: the agent leaves such macros alone. `where` is the
 * input or environment variable; `advice` is the agent's.
 */
export function unresolvedVariable(where: string, value: string, advice: string): string | undefined {
  const name = /\$\(([^()]+)\)/.exec(value)?.[1];
  return name === undefined ? undefined : `${where}: still reads $(${name}), ${advice}`;
}

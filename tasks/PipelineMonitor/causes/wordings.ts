import { builtInCauses } from "./built-in";
import type { Cause } from "./cause";

/** The function gets the match of the wording's group. */
type Wording = [RegExp, (named: string) => Cause];

const lostAgent = (agent: string): Cause => ({ kind: "lostAgent", agent });
const undefinedVariable = (variable: string): Cause => ({ kind: "undefinedVariable", variable });

/** Wordings that mean their cause in any line of a log. */
const wordings: Wording[] = [
  [
    /stopped hearing from (?:the )?(?:agent|runner|worker):?\s{1,9}['"]?(.{1,100}?)['"]?(?:[.,;](?:\s|$)|\s{0,9}$)/i,
    lostAgent,
  ],
  [/stopped hearing from (?:the |an )?(?:agent|runner|worker)/i, () => lostAgent("")],
  [/(?:agent|runner):?\s{1,9}['"]?(.{1,100}?)['"]? lost communication with the server/i, lostAgent],
  [/because (?:the )?agent ['"]?(.{1,100}?)['"]? did not renew the lock/i, lostAgent],
  [
    /ran longer than the maximum time|exceeded the maximum (?:allowed|execution) time|the (?:task|step|job|run) (?:has )?timed out/i,
    () => ({ kind: "timeOut" }),
  ],
  [
    // The service itself also cancels runs, such as that of a pull request that has changed since.
    /\b(?:run|build|job|pipeline|deployment) (?:was|has been) cancell?ed by (?!Microsoft\.|Azure |Project Collection|.{0,100}Build Service)/i,
    () => ({ kind: "cancelled", isCertain: true }),
  ],
  [
    /no space left on device|not enough space on the disk|\bENOSPC\b|(?:insufficient|not enough|out of) disk space/i,
    () => ({ kind: "noSpace" }),
  ],
  [/(?<![\w$])([A-Za-z_]\w*): unbound variable/, undefinedVariable],
  [/(?<![\w$])([A-Za-z_]\w*): parameter null or not set/, undefinedVariable],
  [/variable '\$?(?:env:)?(\w+)' cannot be retrieved because it has not been set/i, undefinedVariable],
];

const builtIn = builtInCauses.flatMap(({ kind, name, wordings: all }) =>
  all.map((wording): Wording => [wording, () => ({ kind, name })]),
);

const missing =
  "(?:(?:is|was|are) (?:not (?:set|defined|found)|undefined|unset|empty|blank|missing|null)" +
  "|(?:must|should) be (?:set|defined)|(?:cannot|can't|must not|may not) be (?:empty|null|blank)" +
  "|has not been (?:set|defined)|not (?:set|defined|found))";

/**
 * The agent leaves the macro of a variable that does not exist. In a line that it did not mark, the same text may
 * be a shell command.
 */
const unresolvedMacro: Wording = [/\$\(([A-Za-z_][\w.-]*)\)/, undefinedVariable];

/**
 * Wordings that mean their cause only in the line that says why a run failed. Other lines may mention them in
 * passing.
 */
const wordingsOfTheLine: Wording[] = [
  [new RegExp(`environment variable:? ['"\`$]*([A-Za-z_]\\w*)['"\`]* ${missing}`, "i"), undefinedVariable],
  [/missing (?:required )?environment variables?:? ['"`$]*([A-Za-z_]\w*)/i, undefinedVariable],
  [new RegExp(`\\b[Vv]ariable ['"\`$]*([A-Z][A-Z0-9_]+)['"\`]* ${missing}`), undefinedVariable],
];

/** Those of any line, in one pattern each for those in which case matters and does not: to look for in a whole log. */
const anywhere = [...wordings, ...builtIn];
export const namesCause: readonly RegExp[] = ["g", "gi"].map(
  (flags) =>
    new RegExp(
      anywhere
        .filter(([{ ignoreCase }]) => ignoreCase === flags.includes("i"))
        .map(([{ source }]) => `(?:${source})`)
        .join("|"),
      flags,
    ),
);

/** The cause that a line means wherever it stands. */
export function causeAnywhere(line: string): Cause | undefined {
  return causeBy(anywhere, line);
}

/** The cause that a line means that says why a run failed. Knows only English wordings. */
export function causeIn(line: string, isMarked: boolean): Cause | undefined {
  return causeBy(
    [...wordings, ...(isMarked ? [unresolvedMacro] : []), ...builtIn, ...wordingsOfTheLine],
    line,
  );
}

export function isTimeOut(message: string): boolean {
  return causeIn(message, true)?.kind === "timeOut";
}

function causeBy(known: readonly Wording[], line: string): Cause | undefined {
  for (const [wording, cause] of known) {
    const match = wording.exec(line);
    if (match !== null) return cause(match[1] ?? "");
  }
  return undefined;
}

/**
 * The agent does not replace the `$(name)` of a variable that does not exist, so the shell runs a command of that
 * name, and does not find it. `script` are the lines that may be the script.
 */
export function macroCommandIn(line: string, script: readonly string[]): Cause | undefined {
  const command = /\b(\w+): (?:command )?not found/.exec(line)?.[1];
  return command !== undefined && script.some((other) => other.includes(`$(${command})`))
    ? undefinedVariable(command)
    : undefined;
}

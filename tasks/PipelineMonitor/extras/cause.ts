import type { Part } from "../../../shared/chat/message";

/** A cause of failures that has a name. */
export type Cause =
  | { kind: "lostAgent"; agent: string }
  | { kind: "timeOut" }
  | { kind: "cancelled" }
  | { kind: "noSpace" }
  | { kind: "undefinedVariable"; variable: string };

/** A wording, and the cause that it tells of by what its group holds. */
type Wording = [RegExp, (named: string) => Cause];

const lostAgent = (agent: string): Cause => ({ kind: "lostAgent", agent });
const undefinedVariable = (variable: string): Cause => ({ kind: "undefinedVariable", variable });

/** Wordings that mean their cause in whatever line of a log they stand. */
const wordings: Wording[] = [
  [
    /stopped hearing from (?:the )?(?:agent|runner|worker):?\s+['"]?(.+?)['"]?(?:[.,;](?:\s|$)|\s*$)/i,
    lostAgent,
  ],
  [/stopped hearing from (?:the |an )?(?:agent|runner|worker)/i, () => lostAgent("")],
  [/(?:agent|runner):?\s+['"]?(.{1,100}?)['"]? lost communication with the server/i, lostAgent],
  [/because (?:the )?agent ['"]?(.{1,100}?)['"]? did not renew the lock/i, lostAgent],
  [
    /ran longer than the maximum time|exceeded the maximum (?:allowed|execution) time|the (?:task|step|job|run) (?:has )?timed out/i,
    () => ({ kind: "timeOut" }),
  ],
  [
    /\b(?:run|build|job|pipeline|deployment) (?:was|has been) cancell?ed by\b/i,
    () => ({ kind: "cancelled" }),
  ],
  [
    /no space left on device|not enough space on the disk|\bENOSPC\b|(?:insufficient|not enough|out of) disk space/i,
    () => ({ kind: "noSpace" }),
  ],
  [/\b(\w+): unbound variable/, undefinedVariable],
  [/\b(\w+): parameter null or not set/, undefinedVariable],
  [/variable '\$?(?:env:)?(\w+)' cannot be retrieved because it has not been set/i, undefinedVariable],
];

const missing =
  "(?:(?:is|was|are) (?:not (?:set|defined|found)|undefined|unset|empty|blank|missing|null)" +
  "|(?:must|should) be (?:set|defined)|(?:cannot|can't|must not|may not) be (?:empty|null|blank)" +
  "|has not been (?:set|defined)|not (?:set|defined|found))";

/** Wordings that mean it in the line that tells why a run failed; elsewhere they may be by the way. */
const wordingsOfTheLine: Wording[] = [
  [/\$\(([A-Za-z_][\w.-]*)\)/, undefinedVariable],
  [new RegExp(`environment variable:? ['"\`$]*([A-Za-z_]\\w*)['"\`]* ${missing}`, "i"), undefinedVariable],
  [/missing (?:required )?environment variables?:? ['"`$]*([A-Za-z_]\w*)/i, undefinedVariable],
  [new RegExp(`\\b[Vv]ariable ['"\`$]*([A-Z][A-Z0-9]*_?[A-Z0-9_]+)['"\`]* ${missing}`), undefinedVariable],
];

/** A cause, and the line that tells it. */
export interface ToldCause {
  cause: Cause;
  line: string;
}

/**
 * The named cause that a line tells of, or that the lines before it do, the nearest first; undefined when there is none.
 * A wording of another language than English is not known.
 */
export function causeOf(line: string, before: readonly string[] = []): ToldCause | undefined {
  const lines = [...before].reverse();
  return (
    matching([...wordings, ...wordingsOfTheLine], line) ??
    lines.map((earlier) => matching(wordings, earlier)).find((told) => told !== undefined) ??
    commandOfMacro([line, ...lines])
  );
}

function matching(known: readonly Wording[], line: string): ToldCause | undefined {
  for (const [wording, cause] of known) {
    const match = wording.exec(line);
    if (match !== null) return { cause: cause(match[1] ?? ""), line };
  }
  return undefined;
}

/** The agent leaves the `$(name)` of a variable that does not exist, and the shell then runs a command of that name. */
function commandOfMacro(lines: readonly string[]): ToldCause | undefined {
  for (const line of lines) {
    const command = /\b(\w+): (?:command )?not found/.exec(line)?.[1];
    if (command !== undefined && lines.some((other) => other.includes(`$(${command})`)))
      return { cause: undefinedVariable(command), line };
  }
  return undefined;
}

/** A cause in words; it begins in lower case, and has no full stop. */
export function causeParts(cause: Cause): Part[] {
  switch (cause.kind) {
    case "lostAgent":
      return cause.agent === ""
        ? [{ words: "agent lost" }]
        : [{ words: "agent " }, { name: cause.agent }, { words: " lost" }];
    case "timeOut":
      return [{ words: "time-out" }];
    case "cancelled":
      return [{ words: "cancelled by a person" }];
    case "noSpace":
      return [{ words: "no space left" }];
    case "undefinedVariable":
      return [
        { words: "variable " },
        { name: cause.variable },
        { words: " looks undefined: check the indentation of `variables` in the pipeline definition" },
      ];
  }
}

/** Whether a line that is marked as an error only says that there was one. */
export function isSilent(text: string): boolean {
  return /exited with code|exit code \d|^the operation was cancell?ed/i.test(text);
}

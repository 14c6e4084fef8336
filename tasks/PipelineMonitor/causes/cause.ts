import type { Text } from "../../../shared/chat/message";
import { builtInCauses } from "./built-in";
import { isSilent } from "./endings";
import type { Reason } from "./reason-in";

/** The line of a log that says why its run failed. */
export interface CauseLine {
  /** Without its time and its `##[error]`. */
  text: string;
  /** Its number in the log, counted from 1. */
  number: number;
  /**
   * The marked line, if it only says that there was an error and `text` is an earlier line; otherwise empty.
   */
  ending: string;
  certainty: Reason["certainty"];
  /** Whether the agent itself marked the line as an error. */
  isMarked: boolean;
  /** Lines before it; not all of them are kept. */
  before: string[];
  /** The number of the first of them. */
  beforeNumber: number;
}

/** The service does not tell which of them it was. */
const refusals = {
  approval: "rejected or expired",
  "manual validation": "rejected or expired",
  check: "failed or expired",
  lock: "not obtained",
};

export type Cause =
  | { kind: "lostAgent"; agent: string }
  | { kind: "timeOut" }
  /** `isCertain` is true if a line says so, and false if it is only likely. */
  | { kind: "cancelled"; isCertain: boolean }
  | { kind: "noSpace" }
  /** A stage did not begin, because people or checks did not let it. */
  | { kind: "refused"; what: keyof typeof refusals; stage: string }
  /** Nothing says why. */
  | { kind: "failedPart"; part: "step" | "job" | "stage"; name: string }
  | { kind: "undefinedVariable"; variable: string }
  | { kind: (typeof builtInCauses)[number]["kind"]; name: string }
  /** The configuration names it. */
  | { kind: "knownIssue"; name: string };

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

/** A cause, and the line that names it. */
interface FoundCause {
  cause: Cause;
  line: string;
  /** The configuration's entry for it; undefined if it does not name it. */
  known?: KnownIssue;
}

/**
 * The cause that the configuration names comes first, wherever its text is. If the line only says that there was an error,
 * searches the lines before it, the nearest first, except warnings. Knows only English wordings. Undefined if no cause is
 * found.
 */
export function findCause(
  { text, ending, isMarked, before }: Pick<CauseLine, "text" | "ending" | "isMarked" | "before">,
  issues: readonly KnownIssue[] = [],
): FoundCause | undefined {
  const lines = before.filter((line) => !line.includes("##[warning]")).reverse();
  const known = findKnown([text, ending, ...lines], issues);
  if (known !== undefined) return known;
  const found = findWording(
    [...wordings, ...(isMarked ? [unresolvedMacro] : []), ...builtIn, ...wordingsOfTheLine],
    text,
  );
  if (found !== undefined) return found;
  if (ending === "" && !isSilent(text)) return findMacroCommand([text], before);
  return (
    lines.map((line) => findWording([...wordings, ...builtIn], line)).find((cause) => cause !== undefined) ??
    findMacroCommand([text, ...lines], before)
  );
}

export function isTimeOut(message: string): boolean {
  const found = findCause({ text: message, ending: "", isMarked: true, before: [] });
  return found?.cause.kind === "timeOut";
}

function findKnown(lines: readonly string[], issues: readonly KnownIssue[]): FoundCause | undefined {
  for (const known of issues) {
    const line = lines.find((one) => one.includes(known.contains));
    if (line !== undefined) return { cause: { kind: "knownIssue", name: known.name }, line, known };
  }
  return undefined;
}

function findWording(known: readonly Wording[], line: string) {
  for (const [wording, cause] of known) {
    const match = wording.exec(line);
    if (match !== null) return { cause: cause(match[1] ?? ""), line };
  }
  return undefined;
}

/**
 * The agent does not replace the `$(name)` of a variable that does not exist, so the shell runs a command of that
 * name, and does not find it.
 */
function findMacroCommand(lines: readonly string[], script: readonly string[]) {
  for (const line of lines) {
    const command = /\b(\w+): (?:command )?not found/.exec(line)?.[1];
    if (command !== undefined && script.some((other) => other.includes(`$(${command})`)))
      return { cause: undefinedVariable(command), line };
  }
  return undefined;
}

/** Begins in lower case and has no full stop. */
export function causeName(cause: Cause): Text[] {
  switch (cause.kind) {
    case "lostAgent":
      return cause.agent === ""
        ? [{ words: "agent lost" }]
        : [{ words: "agent " }, { name: cause.agent }, { words: " lost" }];
    case "timeOut":
      return [{ words: "time-out" }];
    case "cancelled":
      return [{ words: `canceled${byWhom(cause)}` }];
    case "noSpace":
      return [{ words: "no space left" }];
    case "refused": {
      const ofStage = cause.stage === "" ? [] : [{ words: " of stage " }, { name: cause.stage }];
      return [{ words: cause.what }, ...ofStage, { words: ` ${refusals[cause.what]}` }];
    }
    case "failedPart":
      return [{ words: `${cause.part} ` }, { name: cause.name }, { words: " failed" }];
    case "undefinedVariable":
      return [{ words: "variable " }, { name: cause.variable }, { words: " is not defined" }];
    case "knownIssue":
      return [{ name: cause.name }];
    default:
      return [{ words: cause.name }];
  }
}

/** Follows that a run was canceled. */
export function byWhom({ isCertain }: { isCertain: boolean }): string {
  return isCertain ? " by a person" : ", probably by a person";
}

/** The name of a cause, and what to do. */
export function causeParts(cause: Cause): Text[] {
  if (cause.kind !== "undefinedVariable") return causeName(cause);
  const advice = " seems to be undefined: check the indentation of variables in the pipeline definition";
  return [{ words: "variable " }, { name: cause.variable }, { words: advice }];
}

/** A failure that the team has named. */
export interface KnownIssue {
  contains: string;
  name: string;
  /** Whether the failed jobs may be run again once. */
  mayRetry: boolean;
  /** In place of those of the pipeline; undefined if they stay. */
  owner: string | undefined;
  runbook: URL | undefined;
}

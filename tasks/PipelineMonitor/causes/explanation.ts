import type { Part } from "../../../shared/chat/message";
import type { Explanation, Issue } from "../issue/issue";
import { byWhom, causeName, causeParts } from "./cause";
import { isSilent } from "./endings";
import { type FailureReason, isGuess } from "./reason";
import { withoutIncidentals } from "./same-cause";

/** Follows a line: `Why: agent build-07 lost ("…").` */
function sentenceOf({ cause, line, ending }: FailureReason): Part[] {
  const behindLine = ending === "" ? [] : [{ words: " … " }, { name: ending }];
  const quoted = line === "" ? [] : [{ words: '"' }, { name: line }, ...behindLine, { words: '"' }];
  if (cause === undefined && quoted.length === 0) return [];
  if (cause === undefined) return [{ words: "Why: " }, ...quoted, { words: "." }];
  const behind = quoted.length === 0 ? [] : [{ words: " (" }, ...quoted, { words: ")" }];
  return [{ words: "Why: " }, ...causeParts(cause), ...behind, { words: "." }];
}

/** The texts about a reason. */
export interface ExplanationOptions {
  /** Whether each failure is explained, and not only those that the team has named. */
  explains: boolean;
  /** Whether runs with the same cause are told together. */
  groups: boolean;
  /** Whether lines of logs may leave Azure DevOps. */
  quotes: boolean;
}

export function explanationOf(
  reason: FailureReason,
  { limits }: Pick<Issue, "limits">,
  { explains, groups, quotes }: ExplanationOptions,
): Explanation {
  // Whatever is told of a log's line is made from this.
  const told = quotes ? reason : { ...reason, line: "", ending: "" };
  // A run that waited or took too long has a line of its own, whatever the reason of its failure.
  const isGrouped = groups && limits === undefined;
  const { owner, runbook, mayRetry } = reason.known ?? {};
  return {
    // Who names a cause wants to read it.
    sentence: explains || reason.known !== undefined ? sentenceOf(told) : [],
    line: told.line,
    name: reason.cause === undefined ? [] : causeName(reason.cause),
    group: isGrouped ? groupOf(reason, told.line) : undefined,
    cause: causeOf(reason),
    kind: reason.cause?.kind,
    ...slotsOf(reason.cause),
    ...(mayRetry === true ? { mayRetry } : {}),
    ...(owner === undefined ? {} : { owner }),
    ...(runbook === undefined ? {} : { runbook }),
  };
}

/** How a message arranges it. */
function slotsOf(cause: FailureReason["cause"]): Pick<Explanation, "byWhom" | "isLeading" | "isOfTeam"> {
  if (cause?.kind === "cancelled") return { byWhom: byWhom(cause) };
  if (cause?.kind === "lostAgent") return { isLeading: true };
  return cause?.kind === "knownIssue" ? { isOfTeam: true } : {};
}

/** The exit code is in the ending if another line says more. A line that is a guess may be another one each time. */
function causeOf({ cause, line, ending }: FailureReason): string {
  if (cause !== undefined) return JSON.stringify(cause);
  return withoutIncidentals(isGuess({ line, ending }) ? ending : `${line} ${ending}`.trim());
}

function groupOf({ cause, line, ending }: FailureReason, told: string): Explanation["group"] {
  // Two unnamed agents may be different ones.
  if (cause?.kind === "lostAgent" && cause.agent === "") return undefined;
  // Another pipeline has other approvals and steps, whatever their names.
  if (cause?.kind === "refused" || cause?.kind === "failedPart") return undefined;
  if (cause !== undefined) return { key: JSON.stringify(cause), title: causeParts(cause) };
  // A line that replaces an uninformative one is only likely to be the cause.
  if (line === "" || ending !== "" || isSilent(line)) return undefined;
  const title =
    told === "" ? [{ words: "same line in their logs" }] : [{ words: '"' }, { name: told }, { words: '"' }];
  return { key: `line ${line}`, title };
}

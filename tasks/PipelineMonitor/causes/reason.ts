import type { TimelineError } from "../../../shared/azure-devops/timeline";
import type { Part } from "../../../shared/chat/message";
import type { Explanation, Issue } from "../issue/issue";
import {
  byWhom,
  type Cause,
  type CauseLine,
  causeName,
  causeParts,
  findCause,
  type KnownIssue,
} from "./cause";
import { isSilent } from "./endings";
import type { Reason } from "./reason-in";
import { withoutIncidentals } from "./same-cause";

/** Why a run failed: a named cause, a line that says it, or both. */
export interface FailureReason {
  cause: Cause | undefined;
  /** Empty if no line says it. */
  line: string;
  /** A later line that only says that there was an error; otherwise empty. */
  ending: string;
  /** How sure it is that the line is the reason; undefined if it is no line of the log. */
  certainty?: Reason["certainty"];
  /** The number of the line in the log; undefined if the log does not have it. */
  number?: number;
  /** The configuration's entry for the cause; undefined if it does not name it. */
  known?: KnownIssue | undefined;
}

/**
 * The first of these that exists: a cause that the team has named, a cause that the log names, a cause that the timeline
 * names, a line of the log and an error of the timeline that say more than that there was one, a line of the log that is only
 * the last before the end, and any of them. `timeline` has the errors of what failed; undefined if it is unknown.
 */
export function findReason(
  result: string,
  causeLine: CauseLine | undefined,
  timeline: readonly TimelineError[] | undefined,
  issues: readonly KnownIssue[] = [],
): FailureReason | undefined {
  const [ofLog] = (causeLine === undefined ? [] : [ofCauseLine(causeLine, issues)]).filter(isSaid);
  const ofTimeline = (timeline ?? []).map((error) => ofTimelineError(error, issues)).filter(isSaid);
  const found =
    [...(ofLog === undefined ? [] : [ofLog]), ...ofTimeline].find(({ known }) => known !== undefined) ??
    (ofLog?.cause !== undefined ? ofLog : undefined) ??
    ofTimeline.find(({ cause }) => cause !== undefined) ??
    (ofLog !== undefined && !isSilent(ofLog.line) && !isGuess(ofLog) ? ofLog : undefined) ??
    ofTimeline.find(({ line }) => !isSilent(line)) ??
    ofLog ??
    ofTimeline[0];
  // If a person cancels a run, nothing says more than that. A time-out, or a lost agent, leaves an error.
  const isCancelled =
    result === "canceled" && timeline !== undefined && ofTimeline.every(({ line }) => isSilent(line));
  const cancelled: Cause | undefined = isCancelled ? { kind: "cancelled", isCertain: false } : undefined;
  if (found === undefined && cancelled === undefined) return undefined;
  return { line: "", ending: "", ...found, cause: found?.cause ?? cancelled };
}

/** Whether the line is only the last that a program printed before it failed, or only says that it did. */
function isGuess({ certainty }: FailureReason): boolean {
  return certainty === "output" || certainty === "footer";
}

/** An error can be a marker without a text. */
function isSaid({ cause, line }: FailureReason): boolean {
  return cause !== undefined || line !== "";
}

/** If the line only says that there was an error, the earlier line that names the cause comes before it. */
function ofCauseLine(causeLine: CauseLine, issues: readonly KnownIssue[]): FailureReason {
  const { text, ending, number, certainty, before, beforeNumber } = causeLine;
  const found = findCause(causeLine, issues);
  const { cause, line = text, known } = found ?? {};
  if (line === text || line === ending) return { cause, line: text, ending, certainty, number, known };
  return {
    cause,
    line,
    known,
    ending: ending === "" ? text : ending,
    number: beforeNumber + before.lastIndexOf(line),
  };
}

function ofTimelineError({ message, agent }: TimelineError, issues: readonly KnownIssue[]): FailureReason {
  const { cause, known } = findCause({ text: message, ending: "", isMarked: true, before: [] }, issues) ?? {};
  const isUnnamed = cause?.kind === "lostAgent" && cause.agent === "";
  return { cause: isUnnamed ? { ...cause, agent } : cause, line: message, ending: "", known };
}

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
function causeOf(reason: FailureReason): string {
  const { cause, line, ending } = reason;
  if (cause !== undefined) return JSON.stringify(cause);
  return withoutIncidentals(isGuess(reason) && ending !== "" ? ending : `${line} ${ending}`.trim());
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

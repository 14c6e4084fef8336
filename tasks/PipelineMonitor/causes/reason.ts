import type { TimelineError } from "../../../shared/azure-devops/timeline";
import type { Part } from "../../../shared/chat/message";
import type { KnownIssue } from "../config/entries";
import type { ConfigContent } from "../config/schema";
import type { Explanation, Issue } from "../issue/issue";
import type { CauseLine } from "../issue/links";
import { type Cause, causeName, causeParts, findCause, isSilent } from "./cause";
import { withoutIncidentals } from "./same-cause";

/** Why a run failed, by its log and its timeline: a named cause, a line that says it, or both. */
export interface FailureReason {
  cause: Cause | undefined;
  /** Empty if no line says it. */
  line: string;
  /** A later line that only says that there was an error; otherwise empty. */
  ending: string;
  /** The number of the line in the log; undefined if the log does not have it. */
  number?: number;
  /** What the configuration says of the cause; undefined if it does not name it. */
  known?: KnownIssue | undefined;
}

/**
 * True if the log of a failed run names no cause, or none that the team has named, if it has named some. The agent
 * may have been lost before it could name one, or the
 * log's error may belong to an earlier step and not be the reason.
 */
export function needsTimeline(causeLine: CauseLine | undefined, issues: readonly KnownIssue[] = []): boolean {
  const found = causeLine && findCause(causeLine, issues);
  return found === undefined || (issues.length > 0 && found.known === undefined);
}

/**
 * The first of these that exists: a cause that the team has named, a cause that the log names, a cause that the
 * timeline names, the line of the
 * log, and an error of the timeline, preferably one that says more than that there was one. `timeline` is
 * undefined if it was not requested or could not be read.
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
    ofLog ??
    ofTimeline.find(({ line }) => !isSilent(line)) ??
    ofTimeline[0];
  // If a person cancels a run, nothing says more than that. A time-out, or a lost agent, leaves an error.
  const isCancelled =
    result === "canceled" && timeline !== undefined && ofTimeline.every(({ line }) => isSilent(line));
  const cancelled: Cause | undefined = isCancelled ? { kind: "cancelled", isCertain: false } : undefined;
  if (found === undefined && cancelled === undefined) return undefined;
  return { line: "", ending: "", ...found, cause: found?.cause ?? cancelled };
}

/** An error can be a marker without a text. */
function isSaid({ cause, line }: FailureReason): boolean {
  return cause !== undefined || line !== "";
}

/** If the line only says that there was an error, the earlier line that names the cause comes before it. */
function ofCauseLine(causeLine: CauseLine, issues: readonly KnownIssue[]): FailureReason {
  const { text, ending, number, before, beforeNumber } = causeLine;
  const found = findCause(causeLine, issues);
  const { cause, line = text, known } = found ?? {};
  if (line === text || line === ending) return { cause, line: text, ending, number, known };
  return {
    ...{ cause, line, known },
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

export function explanationOf(
  reason: FailureReason,
  { limits }: Pick<Issue, "limits">,
  { explain_failures = false, group_causes = false, quote_logs = true }: Partial<ConfigContent>,
): Explanation {
  // Whatever is told of a log's line is made from this.
  const told = quote_logs ? reason : { ...reason, line: "", ending: "" };
  // A run that waited or took too long has a line of its own, whatever the reason of its failure.
  const isGrouped = group_causes && limits === undefined;
  const { owner, runbook } = reason.known ?? {};
  return {
    // Who names a cause wants to read it.
    sentence: explain_failures || reason.known !== undefined ? sentenceOf(told) : [],
    line: told.line,
    name: reason.cause === undefined ? [] : causeName(reason.cause),
    group: isGrouped ? groupOf(reason, told.line) : undefined,
    cause: causeOf(reason),
    kind: reason.cause?.kind,
    ...(owner === undefined ? {} : { owner }),
    ...(runbook === undefined ? {} : { runbook }),
  };
}

/** The exit code is in the ending if another line says more. */
function causeOf({ cause, line, ending }: FailureReason): string {
  return cause === undefined ? withoutIncidentals(`${line} ${ending}`.trim()) : JSON.stringify(cause);
}

function groupOf({ cause, line, ending }: FailureReason, told: string): Explanation["group"] {
  // Two unnamed agents may be different ones.
  if (cause?.kind === "lostAgent" && cause.agent === "") return undefined;
  if (cause !== undefined) return { key: JSON.stringify(cause), title: causeParts(cause) };
  // A line that replaces an uninformative one is only likely to be the cause.
  if (line === "" || ending !== "" || isSilent(line)) return undefined;
  const title =
    told === "" ? [{ words: "same line in their logs" }] : [{ words: '"' }, { name: told }, { words: '"' }];
  return { key: `line ${line}`, title };
}

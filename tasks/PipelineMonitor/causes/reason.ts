import type { TimelineError } from "../../../shared/azure-devops/timeline";
import { type Cause, type CauseLine, findCause } from "./cause";
import { isSilent } from "./endings";
import { saysFailure } from "./failure-line";
import type { KnownIssue } from "./known-issue";

/** Why a run failed: a named cause, a line that says it, or both. */
export interface FailureReason {
  cause: Cause | undefined;
  /** Empty if no line says it. */
  line: string;
  /** A later line that only says that there was an error; otherwise empty. */
  ending: string;
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

/** Whether the line is only the last that a program printed before it failed. */
export function isGuess({ line, ending }: Pick<FailureReason, "line" | "ending">): boolean {
  return ending !== "" && !saysFailure(line);
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

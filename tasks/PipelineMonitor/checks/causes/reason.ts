import type { TimelineError } from "../../../../shared/azure-devops/timeline";
import type { Part } from "../../../../shared/chat/message";
import type { OptionalSettings } from "../../config/parse";
import type { Explanation, FailedRunFinding } from "../../rules/finding";
import { type Cause, type CauseLine, causeParts, findCause, isSilent } from "./cause";

/** Why a run failed, as far as its log and its timeline tell: a cause that has a name, a line that says it, or both. */
export interface FailureReason {
  cause: Cause | undefined;
  /** Empty when nothing says it. */
  line: string;
  /** A line that follows on it, and only says that there was an error; else empty. */
  ending: string;
}

/**
 * Whether the timeline of a failed run has to be asked why it failed: its log names no cause. The agent may have been lost
 * before it could say so, and an earlier step have left an error that was none of the run's.
 */
export function needsTimeline(causeLine: CauseLine | undefined): boolean {
  return causeLine === undefined || findCause(causeLine) === undefined;
}

/**
 * Why a run with a result failed: by a named cause of its log; else by one of its timeline, which `undefined` stands for
 * when it was not asked or could not be read; else by the line of its log that tells; else by the first error of its
 * timeline that says more than that there was one.
 */
export function findReason(
  result: string,
  causeLine: CauseLine | undefined,
  timeline: readonly TimelineError[] | undefined,
): FailureReason | undefined {
  const ofLog = causeLine && ofCauseLine(causeLine);
  const ofTimeline = (timeline ?? []).map(ofTimelineError);
  const found =
    (ofLog?.cause !== undefined ? ofLog : undefined) ??
    ofTimeline.find(({ cause }) => cause !== undefined) ??
    ofLog ??
    ofTimeline.find(({ line }) => !isSilent(line)) ??
    ofTimeline[0];
  // Whoever cancels a run leaves nothing behind that tells more; a time-out, or an agent that did not come, does.
  const isCancelled =
    result === "canceled" && timeline !== undefined && ofTimeline.every(({ line }) => isSilent(line));
  const cancelled: Cause | undefined = isCancelled ? { kind: "cancelled", isCertain: false } : undefined;
  if (found === undefined && cancelled === undefined) return undefined;
  return { line: "", ending: "", ...found, cause: found?.cause ?? cancelled };
}

/** What the line says; where it only says that there was an error, the line before it that tells the cause stands in front. */
function ofCauseLine(causeLine: CauseLine): FailureReason {
  const { text, ending } = causeLine;
  const found = findCause(causeLine);
  return found !== undefined && found.line !== text
    ? { cause: found.cause, line: found.line, ending: ending === "" ? text : ending }
    : { cause: found?.cause, line: text, ending };
}

function ofTimelineError({ message, agent }: TimelineError): FailureReason {
  const cause = findCause({ text: message, ending: "", isMarked: true, before: [] })?.cause;
  const isUnnamed = cause?.kind === "lostAgent" && cause.agent === "";
  return { cause: isUnnamed ? { ...cause, agent } : cause, line: message, ending: "" };
}

/** A reason as it stands behind a line: `Why: agent build-07 lost ("…").` */
function sentenceOf({ cause, line, ending }: FailureReason): Part[] {
  const behindLine = ending === "" ? [] : [{ words: " … " }, { name: ending }];
  const quoted = line === "" ? [] : [{ words: '"' }, { name: line }, ...behindLine, { words: '"' }];
  if (cause === undefined) return [{ words: "Why: " }, ...quoted, { words: "." }];
  const behind = quoted.length === 0 ? [] : [{ words: " (" }, ...quoted, { words: ")" }];
  return [{ words: "Why: " }, ...causeParts(cause), ...behind, { words: "." }];
}

/** A reason as the report shows it, as far as the configuration asks for it. */
export function explanationOf(
  reason: FailureReason,
  finding: FailedRunFinding,
  { explainFailures, groupCauses }: Pick<OptionalSettings, "explainFailures" | "groupCauses">,
): Explanation {
  // A run that waited or took too long has a line of its own, whatever it failed by.
  const isGrouped = groupCauses && finding.kind === "status";
  return {
    sentence: explainFailures ? sentenceOf(reason) : [],
    group: isGrouped ? groupOf(reason) : undefined,
  };
}

/** What groups runs of the same cause; undefined for a cause that a run shares with no other. */
function groupOf({ cause, line, ending }: FailureReason): Explanation["group"] {
  // Two agents without a name need not be the same.
  if (cause?.kind === "lostAgent" && cause.agent === "") return undefined;
  if (cause !== undefined) return { key: JSON.stringify(cause), title: causeParts(cause) };
  // A line that stands for one that says nothing is likely to be the cause, and no more.
  if (line === "" || ending !== "" || isSilent(line)) return undefined;
  return { key: `line ${line}`, title: [{ words: '"' }, { name: line }, { words: '"' }] };
}

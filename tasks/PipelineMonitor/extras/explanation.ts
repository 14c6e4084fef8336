import type { TimelineError } from "../../../shared/build-timeline";
import type { Part } from "../../../shared/chat/message";
import { oneLine } from "../../../shared/harmless";
import { withoutCredentials } from "../../../shared/secrets";
import { type Cause, causeOf, causeParts, isSilent } from "./cause";
import type { TellingLine } from "./telling-line";

/** Why a run failed, as far as its log and its timeline tell: a cause that has a name, a line that says it, or both. */
export interface Explanation {
  cause: Cause | undefined;
  /** Empty when nothing says it. */
  line: string;
  /** A line that follows on it, and only says that there was an error; else empty. */
  ending: string;
}

/**
 * Whether the timeline of a failed run has to be asked why it failed: its log lacks the line that the agent marks as an
 * error, as when the agent was lost, or the run was cancelled, which a time-out does as well as a person.
 */
export function needsTimeline(result: string, telling: TellingLine | undefined): boolean {
  if (telling === undefined || !telling.isMarked) return true;
  return result === "canceled" && causeOf(telling.text, telling.before) === undefined;
}

/**
 * Why a run with a result failed: by the marked line of its log; else by a named cause of its timeline, which `undefined`
 * stands for when it was not asked or not readable; else by the first `error` of its log; else by the first error of its
 * timeline that says more than that there was one.
 */
export function explain(
  result: string,
  telling: TellingLine | undefined,
  timeline: readonly TimelineError[] | undefined,
): Explanation | undefined {
  const ofLog = telling && ofTellingLine(telling);
  const ofTimeline = (timeline ?? []).map(ofTimelineError);
  const named = ofTimeline.find(({ cause }) => cause !== undefined);
  // Who cancels a run leaves no error of the run's own behind; a time-out or a lost agent does.
  const cancelled =
    result === "canceled" && timeline !== undefined ? { kind: "cancelled" as const } : undefined;
  const told =
    (ofLog?.cause !== undefined ? ofLog : undefined) ??
    named ??
    ofLog ??
    ofTimeline.find(({ line }) => !isSilent(line)) ??
    ofTimeline[0];
  if (told === undefined && cancelled === undefined) return undefined;
  return { line: "", ending: "", ...told, cause: told?.cause ?? cancelled };
}

/** What the line says; where it only says that there was an error, the line before it that tells the cause stands in front. */
function ofTellingLine({ text, ending, before }: TellingLine): Explanation {
  const told = causeOf(text, before);
  return told !== undefined && told.line !== text && isSilent(text)
    ? { cause: told.cause, line: oneLine(told.line).trim(), ending: text }
    : { cause: told?.cause, line: text, ending };
}

function ofTimelineError({ message, agent }: TimelineError): Explanation {
  const line = oneLine(message.replace("##[error]", "")).trim();
  const cause = causeOf(line)?.cause;
  const isUnnamed = cause?.kind === "lostAgent" && cause.agent === "";
  return { cause: isUnnamed ? { ...cause, agent } : cause, line, ending: "" };
}

/** An explanation fit to be shown: without what `redact` knows to be secret, and without what looks like a credential. */
export function fitToShow(explanation: Explanation, redact: (text: string) => string): Explanation {
  const safe = (text: string) => withoutCredentials(redact(text));
  return { ...explanation, line: safe(explanation.line), ending: safe(explanation.ending) };
}

/** An explanation as it stands behind a message: `Why: agent build-07 lost ("…").` */
export function explanationParts({ cause, line, ending }: Explanation): Part[] {
  const behindLine = ending === "" ? [] : [{ words: " … " }, { name: ending }];
  const quoted = line === "" ? [] : [{ words: '"' }, { name: line }, ...behindLine, { words: '"' }];
  if (cause === undefined) return [{ words: "Why: " }, ...quoted, { words: "." }];
  const behind = quoted.length === 0 ? [] : [{ words: " (" }, ...quoted, { words: ")" }];
  return [{ words: "Why: " }, ...causeParts(cause), ...behind, { words: "." }];
}

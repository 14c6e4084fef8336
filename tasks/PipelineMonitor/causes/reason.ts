import type { TimelineError } from "../../../shared/azure-devops/timeline";
import type { Part } from "../../../shared/chat/message";
import { type Explanation, type Issue, runOf } from "../issue/issue";
import { byWhom, type Cause, causeName, causeParts, type KnownIssue } from "./cause";
import type { NamedCause } from "./cause-search";
import { type Reason, reasonIn } from "./reason-in";
import { withoutIncidentals } from "./same-cause";
import { isFooter } from "./shapes/footers";
import { causeIn, macroCommandIn } from "./wordings";

/** Why a run failed: a named cause, a message that says it, or both. */
export interface FailureReason {
  cause: Cause | undefined;
  /** Empty if no line says it. */
  line: string;
  /** Told behind it; empty if nothing is. */
  more?: string;
  /** Where in the sources it happened; empty if that is unknown. */
  place?: string;
  /** Another line that belongs to it: one that only says that there was an error, or that names the cause; otherwise empty. */
  ending: string;
  /** How sure it is that the line is the reason. */
  certainty?: Reason["certainty"];
  /** The number of the line in the log; undefined if the log does not have it. */
  number?: number;
  /** The log that has the line; undefined if none has. */
  logId?: number | undefined;
  /** The configuration's entry for the cause; undefined if it does not name it. */
  known?: KnownIssue | undefined;
}

/** The logs of the steps that failed, without secrets. */
export interface LogEvidence {
  /** In the log of the step that failed first. */
  reason: Reason | undefined;
  /** The lines before it. */
  before: readonly string[];
  logId?: number | undefined;
  /** In any of the logs. */
  named: (NamedCause & { logId?: number | undefined }) | undefined;
}

/**
 * The first of these that exists: a cause that the team has named, a cause that a log names, a cause that the timeline
 * names, a line of the log and an error of the timeline that say more than that there was one, a line of the log that is only
 * the last before the end, and any of them. `timeline` has the errors of what failed; undefined if it is unknown.
 */
export function findReason(
  result: string,
  log: LogEvidence | undefined,
  timeline: readonly TimelineError[] | undefined,
  issues: readonly KnownIssue[] = [],
): FailureReason | undefined {
  const [ofLog] = (log === undefined ? [] : [ofLogs(log)]).filter(isSaid);
  const ofTimeline = (timeline ?? []).map((error) => ofTimelineError(error, issues)).filter(isSaid);
  const found =
    [...(ofLog === undefined ? [] : [ofLog]), ...ofTimeline].find(({ known }) => known !== undefined) ??
    (ofLog?.cause !== undefined ? ofLog : undefined) ??
    ofTimeline.find(({ cause }) => cause !== undefined) ??
    (ofLog !== undefined && !isUnsaid(ofLog) ? ofLog : undefined) ??
    ofTimeline.find((one) => !isUnsaid(one)) ??
    ofLog ??
    ofTimeline[0];
  // If a person cancels a run, nothing says more than that. A time-out, or a lost agent, leaves an error.
  const isCancelled = result === "canceled" && timeline !== undefined && ofTimeline.every(isUnsaid);
  const cancelled: Cause | undefined = isCancelled ? { kind: "cancelled", isCertain: false } : undefined;
  if (found === undefined && cancelled === undefined) return undefined;
  return { line: "", ending: "", ...found, cause: found?.cause ?? cancelled };
}

/** Whether the line is only the last that a program printed before it failed, or only says that it did. */
export function isUnsaid({ certainty }: FailureReason): boolean {
  return certainty === "output" || certainty === "footer";
}

/** An error can be a marker without a text. */
function isSaid({ cause, line }: FailureReason): boolean {
  return cause !== undefined || line !== "";
}

/** A cause of another line stands beside the reason, and in its place if that says nothing or the team has named the cause. */
function ofLogs({ reason, before, logId, named }: LogEvidence): FailureReason {
  const { message = "", isMarked = false, ending = "" } = reason ?? {};
  const own: FailureReason = { ...reason, line: message, ending, logId, cause: undefined };
  const cause = [message, ending].map((line) => causeIn(line, isMarked || line === ending)).find(Boolean);
  if (named === undefined || (named.known === undefined && cause !== undefined))
    return { ...own, cause: cause ?? macroCommandIn(message, before) };
  const ofNamed = { cause: named.cause, known: named.known };
  if (named.number === reason?.number && named.logId === logId) return { ...own, ...ofNamed };
  const isAbove = named.known !== undefined || reason === undefined || isUnsaid(own);
  return isAbove
    ? {
        ...ofNamed,
        line: named.line,
        ending: ending || message,
        number: named.number,
        logId: named.logId,
        certainty: "sure",
      }
    : { ...own, ...ofNamed, ending: named.line };
}

function ofTimelineError({ message, agent }: TimelineError, issues: readonly KnownIssue[]): FailureReason {
  const known = issues.find(({ contains }) => message.includes(contains));
  const cause: Cause | undefined =
    known === undefined ? causeIn(message, true) : { kind: "knownIssue", name: known.name };
  const isUnnamed = cause?.kind === "lostAgent" && cause.agent === "";
  const reason = cause === undefined ? reasonIn([{ text: message, isMarked: true, number: 1 }]) : undefined;
  return {
    cause: isUnnamed ? { ...cause, agent } : cause,
    line: reason?.message ?? message,
    ending: "",
    known,
    place: reason?.place ?? "",
    certainty: reason?.certainty ?? (isFooter(message) ? "footer" : "marked"),
  };
}

function quoteOf({ line, more = "" }: FailureReason): string {
  return [line, more].filter((text) => text !== "").join(" … ");
}

/** Follows a line: `Why: agent build-07 lost ("…").` */
function sentenceOf(reason: FailureReason): Part[] {
  const { cause, line, place = "", ending } = reason;
  const behindLine = ending === "" ? [] : [{ words: " … " }, { name: ending }];
  const at = place === "" ? "" : ` (${place})`;
  const quoted =
    line === "" ? [] : [{ words: '"' }, { name: quoteOf(reason) + at }, ...behindLine, { words: '"' }];
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
  { limits, about }: Pick<Issue, "limits" | "about">,
  { explains, groups, quotes }: ExplanationOptions,
): Explanation {
  // Whatever is told of a log's line is made from this.
  const told = quotes ? reason : { ...reason, line: "", more: "", place: "", ending: "" };
  // A run that waited or took too long has a line of its own, whatever the reason of its failure.
  const isGrouped = groups && limits === undefined;
  const { owner, runbook, mayRetry } = reason.known ?? {};
  return {
    // Who names a cause wants to read it.
    sentence: explains || reason.known !== undefined ? sentenceOf(told) : [],
    line: quoteOf(told),
    ...(told.place === undefined || told.place === "" ? {} : { sourcePlace: told.place }),
    name: reason.cause === undefined ? [] : causeName(reason.cause),
    group: isGrouped ? groupOf(reason, told.line) : undefined,
    cause: identityOf(reason, about),
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

/** A reason that is only a guess is another one each time. */
function identityOf(reason: FailureReason, about: Issue["about"]): string {
  const { cause, line, certainty } = reason;
  if (cause !== undefined && cause.kind !== "failedPart") return JSON.stringify(cause);
  const isGuess = ["guess", "hint", "warning", "effect"].includes(certainty ?? "");
  if (cause === undefined && !isGuess && !isUnsaid(reason)) return withoutIncidentals(line);
  const { id, finishTime = 0 } = runOf({ about }) ?? {};
  return `guess of run ${id} at ${finishTime}`;
}

function groupOf({ cause, line, ending, certainty }: FailureReason, told: string): Explanation["group"] {
  // Two unnamed agents may be different ones.
  if (cause?.kind === "lostAgent" && cause.agent === "") return undefined;
  // Another pipeline has other approvals and steps, whatever their names.
  if (cause?.kind === "refused" || cause?.kind === "failedPart") return undefined;
  if (cause !== undefined) return { key: JSON.stringify(cause), title: causeParts(cause) };
  // A line that replaces an uninformative one is only likely to be the cause.
  const isUnclear = certainty === "output" || certainty === "footer" || certainty === "effect";
  if (line === "" || ending !== "" || isUnclear) return undefined;
  const title =
    told === "" ? [{ words: "same line in their logs" }] : [{ words: '"' }, { name: told }, { words: '"' }];
  return { key: `line ${line}`, title };
}

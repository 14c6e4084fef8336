import type { Run } from "../../../shared/azure-devops/records";

/** What a known problem is: it decides what its end is called. */
export type ProblemKind = "failure" | "limit" | "missed";

/** A problem of a pipeline that a message has reported, and that has not ended since. Times are in seconds since 1970. */
export interface KnownProblem {
  /** The fingerprint of the pipeline's name. */
  pipeline: string;
  /** The id of the pipeline's definition; undefined if it is unknown. */
  definitionId?: number | undefined;
  /** The fingerprint of the pipeline, of what is wrong with its runs, and of the cause. */
  key: string;
  /** The same without the cause. */
  verdict: string;
  kind: ProblemKind;
  /** When the first of its runs finished. */
  since: number;
  /** When the last of its runs finished. */
  lastSeen: number;
  /** When a message reported it last. */
  reportedAt: number;
}

/** A problem without runs, such as too few of them. It is known as long as each report finds it again. */
export interface KnownState {
  key: string;
  reportedAt: number;
}

/** What the last report of this monitor knew about a project. Times are in seconds since 1970. */
export interface Memory {
  /** It covers what happened before this time. */
  until: number;
  problems: readonly KnownProblem[];
  states: readonly KnownState[];
  /** The attempts of runs that it reported, or held back, in its last hours; see `attemptOf`. */
  reportedRuns: readonly string[];
}

/** Returns what an attempt of a run is known by. A run that is run again keeps its id, and finishes later. */
export function attemptOf({ id, finishTime = 0 }: Pick<Run, "id" | "finishTime">): string {
  return `${id}:${finishTime}`;
}

/** Returns when an attempt finished, in seconds since 1970. */
export function finishOf(attempt: string): number {
  return Number(attempt.split(":")[1]);
}

/** When a known problem is repeated. */
export interface RemindRule {
  /** In seconds since 1970. */
  now: number;
  remindSeconds: number;
}

/** A monitor may start this much earlier than the one that reported a problem, and repeat it all the same. */
export const earlyReminderSeconds = 300;

/** Returns from when on a problem that was reported at a time is repeated. */
export function repeatedFrom(reportedAt: number, { remindSeconds }: RemindRule): number {
  return reportedAt + Math.max(0, remindSeconds - earlyReminderSeconds);
}

/** Returns whether a problem that was reported before this report is not repeated yet. */
export function isHeldBack(reportedAt: number, rule: RemindRule): boolean {
  return reportedAt < rule.now && rule.now < repeatedFrom(reportedAt, rule);
}

import type { Run } from "../../../shared/azure-devops/records";
import type { Part } from "../../../shared/chat/message";
import type { LogChoice } from "./log-choice";
import { hasSucceeded, type Problem } from "./rules";

/** What is wrong with a run, a pipeline or the list of runs, as found by the rules or an optional check. */
export type Finding = Problem | CheckFinding;

/**
 * What an optional check found. It holds everything that the report shows, so the report knows no check by
 * name.
 */
export interface CheckFinding {
  kind: "check";
  /** The severity; 0 is the most severe, as in a chat message. */
  rank: number;
  /** The run that the finding is about, or else the pipeline. */
  subject: { run: Run } | { pipeline: string };
  /** Whether logs can explain it. A run that has not started has none. */
  hasLogs: boolean;
  /** What is wrong. Follows the name of the pipeline or run; has no full stop. */
  sentence: readonly Part[];
}

/** Where a finding's links lead. */
export interface Links {
  /** The page of the run; undefined if its id is unknown. */
  runPage: URL | undefined;
  /** The log that explains it; undefined if none was found. */
  log: URL | undefined;
  /** A note on the search for the log, such as that one could not be read; empty if there is none. */
  note: string;
  /** How the log was chosen; undefined if none was searched for, or the logs could not be listed. */
  choice?: LogChoice | undefined;
}

/** Why a run failed, as the report shows it. */
export interface Explanation {
  /** A complete sentence; empty if only the group shows the cause. */
  sentence: readonly Part[];
  /** What it shares with other runs of the same cause; undefined if the run has a line of its own. */
  group: { key: string; title: readonly Part[] } | undefined;
}

/** A finding with its links. */
export interface Issue {
  finding: Finding;
  links: Links;
  /** Undefined if the cause is unknown, or the check is not enabled. */
  explanation?: Explanation | undefined;
  /** How the run compares with those before it; empty if that is unknown, or the check is not enabled. */
  news?: string;
}

/** A finding of the rules about a run that finished and failed. */
export type FailedRunFinding = Extract<Problem, { run: Run }>;

/** Returns whether a finding of the rules is about a failed run. */
export function isOfFailedRun(finding: Finding): finding is FailedRunFinding {
  return "run" in finding && !hasSucceeded(finding.run);
}

/** Returns the run that a finding is about, as the service listed it; undefined if it is about none. */
export function runOf(finding: Finding): Run | undefined {
  if ("run" in finding) return finding.run;
  return finding.kind === "check" && "run" in finding.subject ? finding.subject.run : undefined;
}

import type { Run } from "../../../shared/azure-devops/records";
import type { Line, Part, Severity } from "../../../shared/chat/message";
import type { Importance } from "../config/alerts";
import type { LogChoice } from "./log-choice";
import { hasSucceeded, type Problem } from "./rules";

/** What is wrong with a run, a pipeline or the list of runs, as found by the rules or an optional check. */
export type Finding = Problem | CheckFinding;

/** The limits that a run crossed, in seconds. */
export interface CrossedLimits {
  maxSeconds?: number;
  minSeconds?: number;
  maxWaitSeconds?: number;
}

/**
 * What an optional check found. It holds everything that the report shows, so the report knows no check by
 * name.
 */
export interface CheckFinding {
  kind: "check";
  /** The severity; 0 is the most severe, as in a chat message. */
  rank: number;
  severity: Severity;
  /** What follows a number of such findings in the title of a message: "2 stuck". */
  tally: string;
  /** The run that the finding is about, or else the pipeline. */
  subject: { run: Run } | { pipeline: string };
  /** Whether logs can explain it. A run that has not started has none. */
  hasLogs: boolean;
  /** When a run was due that did not start, in seconds since 1970; undefined for other findings. */
  missedAt?: number;
  /** The limits that the run crossed. */
  limits?: CrossedLimits;
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
  /** What two failures for the same reason have in common: the named cause, or the line without its numbers. */
  cause?: string;
}

/** Who looks after a pipeline, what to do, and how important its issues are. */
export interface IssueAlert {
  /** The name of the owner; empty if there is none, or the message mentions them. */
  owner: string;
  runbook: URL | undefined;
  importance: Importance;
}

/** A finding with its links. */
export interface Issue {
  finding: Finding;
  links: Links;
  /** Undefined if the cause is unknown, or the check is not enabled. */
  explanation?: Explanation | undefined;
  /** How the run compares with those before it; empty if that is unknown, or the check is not enabled. */
  news?: readonly Part[];
  /** Undefined if the configuration says nothing about it. */
  alert?: IssueAlert;
}

/** A line of the report that is not an issue, such as a pipeline that works again, and what it is about. */
export interface Note extends Line {
  /** The name of the pipeline; undefined if it is about none. */
  pipeline?: string | undefined;
  /** When it happened, in seconds since 1970; undefined if it has no time. */
  at?: number | undefined;
  /** How the title of a message counts such notes: "2 mutes ended". Recoveries are counted anyway. */
  tally?: { thing: string; what: string };
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

/** Returns the name of the pipeline that a finding is about; undefined if it is about none, or the name is unknown. */
export function pipelineNameOf(finding: Finding): string | undefined {
  if (finding.kind === "unreadable") return finding.record.pipeline;
  if (finding.kind === "check" && "pipeline" in finding.subject) return finding.subject.pipeline;
  return runOf(finding)?.pipeline;
}

import type { Run } from "../../../shared/azure-devops/records";
import type { Part } from "../../../shared/chat/message";
import type { LogChoice } from "./log-choice";
import { hasSucceeded, type Problem } from "./rules";

/** What is wrong with a run, a pipeline, or the list of runs: by the rules, or by an optional check. */
export type Finding = Problem | CheckFinding;

/** What an optional check found. It carries all that the report shows, so that the report knows no check by name. */
export interface CheckFinding {
  kind: "check";
  /** 0 is the most severe, as in a chat message. */
  rank: number;
  /** A run of that pipeline, where the finding is about one. */
  subject: { run: Run } | { pipeline: string };
  /** Whether logs can explain it: a run that has not begun has none. */
  hasLogs: boolean;
  /** What is wrong, as it stands behind the name of the pipeline or run; without a full stop. */
  sentence: readonly Part[];
}

/** Where a finding's links lead. */
export interface Links {
  /** The page of the run; undefined when its id is not known. */
  runPage: URL | undefined;
  /** The log that explains it; undefined when there is none or none was found. */
  log: URL | undefined;
  /** What the report says about the search for the log, such as that one could not be read; empty for nothing. */
  note: string;
  /** How the log was chosen; undefined when none was sought, or the logs could not be listed. */
  choice?: LogChoice | undefined;
}

/** Why a run failed, as the report shows it. */
export interface Explanation {
  /** A sentence of its own; empty where only its group shows it. */
  sentence: readonly Part[];
  /** What groups it with other runs of the same cause; undefined where it shares a line with none. */
  group: { key: string; title: readonly Part[] } | undefined;
}

/** A finding with its links. */
export interface Issue {
  finding: Finding;
  links: Links;
  /** Undefined where the cause is not known, or not asked for. */
  explanation?: Explanation | undefined;
  /** What the run is compared with those before it; empty where that is not known, or not asked for. */
  news?: string;
}

/** A finding of the rules about a run that finished, and failed. */
export type FailedRunFinding = Extract<Problem, { run: Run }>;

/** Whether a finding of the rules is about a run that failed. */
export function isOfFailedRun(finding: Finding): finding is FailedRunFinding {
  return "run" in finding && !hasSucceeded(finding.run);
}

/** The run that a finding is about, as the service listed it; undefined where it is about none. */
export function runOf(finding: Finding): Run | undefined {
  if ("run" in finding) return finding.run;
  return finding.kind === "check" && "run" in finding.subject ? finding.subject.run : undefined;
}

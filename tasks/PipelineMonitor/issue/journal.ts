import type { Run } from "../../../shared/azure-devops/records";
import type { State } from "../../../shared/journal/content-schema";
import type { KnownSchedule } from "./schedules";

/** A run that has finished. Its branch and its pipeline are those of its place in the journal. */
export interface PastRun extends Pick<Run, "id" | "status" | "result" | "queueTime" | "startTime"> {
  finishTime: number;
  reason: string | undefined;
  /** Whether its commit differs from that of the run before; undefined if that is unknown. */
  isOtherCommit: boolean | undefined;
  /** 1, unless it was run again. */
  attempt: number;
  /** The kind of its cause, such as lostAgent; undefined if it has none, or nobody looked. */
  cause?: string | undefined;
}

/** Runs in a row that all succeeded, or all did not. */
export interface Streak {
  isGood: boolean;
  count: number;
  /** When the first of them finished, in seconds since 1970. */
  since: number;
}

export interface BranchJournal {
  /** Such as refs/heads/main; empty if it is unknown. */
  branch: string;
  /** The last ones, in the order in which they finished. */
  runs: readonly PastRun[];
  /** The streak that ended with the run before these. */
  older: Streak | undefined;
  /** Whether nobody knows what came before all of these. */
  isCut: boolean;
  /** The beginning of the commit of its last run, and how runs of it ended; empty if it is unknown. */
  commit: string;
  commitResults: readonly ("failed" | "passed")[];
  /** Whether the rules did not see its last run, and nobody has dealt with that since they do. */
  isOut: boolean;
}

/** How many runs were queued in it, how many of these the rules saw, and how many of those did not succeed. */
export interface Hour {
  state: State;
  queued: number;
  checked: number;
  failed: number;
  /** As of a day. */
  flaky: number;
}

/** Times are in seconds. */
export interface Day {
  state: State;
  runs: number;
  failures: number;
  /** The runs that have a time, and their times. */
  timedRuns: number;
  totalSeconds: number;
  /** Computed from the runs of the day that the journal still has. */
  medianSeconds: number;
  longestSeconds: number;
  longestWaitSeconds: number;
  /** The id of the run that waited longest; 0 if none did. */
  longestWaitId: number;
  /** How many commits there are on which runs failed and passed. */
  flakyCommits: number;
}

/** `times` are those of the runs that a schedule started. */
export interface PipelineJournal extends KnownSchedule {
  branches: readonly BranchJournal[];
  /** Whether its earlier runs were looked up, so that they are not looked up again. */
  isRead: boolean;
  /** Keyed by the hour since 1970 in which runs were queued or due. */
  hours: ReadonlyMap<number, Hour>;
  /** The same by the day since 1970, in the configured time zone. */
  days: ReadonlyMap<number, Day>;
}

/** The runs of a project. Times are in seconds since 1970. */
export interface ProjectJournal {
  /** For people; empty before it is written for the first time. */
  name: string;
  url: string;
  /** Runs that finished from this time on are known, except in the gaps; undefined before the first report. */
  since: number | undefined;
  gaps: readonly (readonly [from: number, until: number])[];
  /** Whether the runs before the first report were read. */
  isFilled: boolean;
  /** When a report named the given schedules that contradict the runs. */
  contradictedAt: number;
  /** Keyed by `pipelineKey`. */
  pipelines: ReadonlyMap<string, PipelineJournal>;
}

export const emptyJournal: ProjectJournal = {
  name: "",
  url: "",
  since: undefined,
  gaps: [],
  isFilled: false,
  contradictedAt: 0,
  pipelines: new Map(),
};

/** Keyed by the fingerprint of each project's URL. */
export type Journal = ReadonlyMap<string, ProjectJournal>;

/** Two folders may have pipelines of one name. */
export function pipelineKey({ definitionId, pipeline }: Pick<Run, "pipeline" | "definitionId">): string {
  return String(definitionId ?? pipeline.normalize());
}

/** Enough to tell two commits apart. */
export function shortCommit({ commit }: Pick<Run, "commit">): string | undefined {
  return commit?.slice(0, 12);
}

export function hourOf(seconds: number): number {
  return Math.floor(seconds / 3600);
}

import { createHash } from "node:crypto";
import type { BuildService } from "../../../shared/azure-devops/client";
import type { Run } from "../../../shared/azure-devops/records";
import type { KnownSchedules } from "./schedules";

/** Decides how the end of a problem is worded. */
export type ProblemKind = "failure" | "limit" | "missed";

/**
 * A pipeline has one problem at most on each branch, and one with its schedule: another problem replaces it. Times
 * are in seconds since 1970.
 */
export interface KnownProblem {
  /** The fingerprint of the pipeline and branch. */
  row: string;
  /** The fingerprint of the problem and its cause. */
  key: string;
  kind: ProblemKind;
  /** When the first of its runs finished. */
  since: number;
  /** When the last of its runs finished. */
  lastSeen: number;
  /** When a message reported it last; 0 if none did, or it must be reported again. */
  reportedAt: number;
  /** Whether a message has reported a problem here since all was well, so that its end is reported too. */
  wasTold: boolean;
  /** Left out of the message until silence ends: the run to look at again, and the name of its pipeline. */
  held?: { runId?: number | undefined; pipeline: string } | undefined;
}

/** A problem of the present, such as too few runs. It is known as long as each report finds it again. */
export interface KnownState {
  key: string;
  reportedAt: number;
  /** `runId` or `isOfProject` is set if the end of the state is told. */
  runId?: number | undefined;
  isOfProject?: boolean | undefined;
}

/** An issue that waits for business hours. Until they begin, every report follows it as if it had been posted. */
export interface Waiting {
  /** Of what has the same, the latest waits. */
  key: string;
  pipeline: string;
  /** When it happened, in seconds since 1970. */
  at: number;
  /** Undefined for a missed run. */
  runId?: number | undefined;
}

/** Times are in seconds since 1970. */
export interface ProjectMemory {
  /** They cover what happened before this time. */
  until: number;
  /** They cover runs that got stuck before this time. */
  wholeUntil: number;
  /** They cover runs that were due before this time and are missing; `wholeUntil` without it. */
  dueUntil?: number | undefined;
  /**
   * Issues that they have told, held back or silenced, as far as a later report may find them again; see
   * `happeningOf`.
   */
  seen: readonly string[];
  problems: readonly KnownProblem[];
  states: readonly KnownState[];
  waiting?: readonly Waiting[] | undefined;
  /** Undefined if none are learned. */
  schedules?: KnownSchedules | undefined;
}

/** An alert that a report has opened at the paging service, or closed. */
export interface KnownAlert {
  /** Its key at the service. */
  key: string;
  /** The fingerprint of its project. */
  project: string;
  /** The name of its pipeline; undefined for one about the project. */
  pipeline?: string | undefined;
  /** When its problem happened, in seconds since 1970. */
  at?: number | undefined;
  /** Whether it lasts only as long as each report finds it. */
  isState?: boolean | undefined;
  /** Whether the service did not confirm it. Then the next report opens it again, or closes it. */
  isUnsure?: boolean | undefined;
  /** Alerts that are not known may be open from a time that is not remembered. */
  isClosed?: boolean | undefined;
}

/** A monitor's knowledge of its reports to one target, such as a chat channel. */
export interface Memory {
  /** By the fingerprint of each project's URL. */
  projects: ReadonlyMap<string, ProjectMemory>;
  /** Reports cover the projects that are not among these before this time, in seconds since 1970. */
  othersUntil: number;
  /** The projects that could not be read, by their fingerprints; `allOthers` if they could not be listed. */
  unread: readonly KnownState[];
  /** Mutes that ended until this time were told, in seconds since 1970. */
  mutesUntil?: number | undefined;
  /** The last day of which the run limits were told, in seconds since 1970. */
  limitsUntil?: number | undefined;
  /** For paging. */
  alerts?: readonly KnownAlert[] | undefined;
}

export interface Memories {
  /** By the fingerprint of each target. */
  byTarget: ReadonlyMap<string, Memory>;
  /** The last week of which the digest was told, in seconds since 1970. */
  digestUntil?: number | undefined;
  /** Undefined if no report has counted runs. */
  metrics?: Counted | undefined;
}

/** For metrics. */
export interface Counted {
  /** The runs that finished before this time, in seconds since 1970. */
  until: number;
  /** Why those failed that finished since, as their report found it: the kind of the cause, by `attemptOf`. */
  causes: Readonly<Record<string, string>>;
}

/** Names in the report what could not be compared. */
export const whatWasReported = "what earlier messages reported";

/** The monitor's own pipeline. A tag marks those of its runs that delivered their report. */
export interface OwnPipeline {
  service: Pick<BuildService, "taggedRuns" | "attachments" | "dispose">;
  definitionId: string;
  /** The id of this run. */
  runId: string;
  /** Such as refs/heads/main; empty if it is unknown. */
  branch: string;
  /** The tag of this monitor's runs. No other monitor in the same pipeline uses it. */
  tag: string;
}

/**
 * Attachments of a run have fingerprints in place of names where they can, because everybody who sees the run can
 * read them.
 */
export function fingerprint(parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

export function projectFingerprint({ project }: { project: URL }): string {
  return fingerprint([project.href]);
}

/** Identifies the step's own webhook in the memory. */
export const ownTarget = fingerprint(["own"]);

/** Stands for all projects but the own one if they could not be listed. */
export const allOthers = fingerprint(["others"]);

/** Identifies an attempt of a run. A run that is run again keeps its id, and finishes later. */
export function attemptOf({ id, finishTime = 0 }: Pick<Run, "id" | "finishTime">): string {
  return `${id}:${finishTime}`;
}

/** Identifies a missed run by the time when it was due. */
export function missedAt(pipeline: string, at: number): string {
  return `${fingerprint([pipeline])}:${at}`;
}

/** Identifies a pipeline's missed runs in the memory: a schedule has only a name. */
export function missedRow(name: string): string {
  return fingerprint([name.normalize(), "missed"]);
}

/**
 * Identifies a pipeline's runs of one branch in the memory. The id outlives the name, and tells pipelines in two
 * folders apart.
 */
export function rowOf({ pipeline, definitionId, branch = "" }: Run): string {
  return fingerprint([definitionId ?? pipeline, branch]);
}

import { createHash } from "node:crypto";
import type { BuildService } from "../../../shared/azure-devops/client";

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

/** What a report of this monitor knows about a project. Times are in seconds since 1970. */
export interface Memory {
  /** It covers what happened before this time. */
  until: number;
  problems: readonly KnownProblem[];
  /** Problems without runs, such as too few of them. They are known as long as each report finds them again. */
  states: readonly Pick<KnownProblem, "key" | "reportedAt">[];
  /** The attempts of runs that it reported, or held back, in its last hours; see `attemptOf`. */
  reportedRuns: readonly string[];
}

/** Names in the report what could not be compared. */
export const whatWasReported = "what earlier messages reported";

/** The monitor's own pipeline. Tags on its runs say which of them delivered their report. */
export interface OwnPipeline {
  service: Pick<BuildService, "taggedRuns" | "run" | "attachments" | "dispose">;
  definitionId: string;
  /** The id of this run. */
  runId: string;
  /** The tag of this monitor's runs. No other monitor in the same pipeline uses it. */
  tag: string;
}

/** What a monitor's report knows, by the fingerprint of each project's URL. */
export type Memories = ReadonlyMap<string, Memory>;

/**
 * Returns a short fingerprint of parts. Tags and attachments of a run hold it in place of names, because everybody who sees
 * the run can read them.
 */
export function fingerprint(parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

/** Returns what tags and attachments know a project by. */
export function projectFingerprint({ project }: { project: URL }): string {
  return fingerprint([project.href]);
}

/** Stands for all projects but the own one in the tag of those that could not be read. */
export const allOthers = "others";

/** Returns the tag of a run that has also checked for stuck and missing runs, which are reported only once. */
export function wholeTag(tag: string): string {
  return `${tag}-whole`;
}

/** Returns the tag that holds the fingerprint of a project that could not be read. */
export function unreadTag(tag: string, project: string): string {
  return `${tag}-unread-${project}`;
}

/** Returns the tag that holds the digest of the runs that finished in the last minutes before a run started. */
export function seenTag(tag: string, digest: string): string {
  return `${tag}-seen-${digest}`;
}

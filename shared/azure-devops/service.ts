import type { Readable } from "node:stream";
import type { HookSubscription } from "./hook-subscriptions";
import type { PipelineCode } from "./pipelines";
import type { Log, RunRecord, TaggedRun } from "./records";
import type { Timeline } from "./timeline";
import type { WorkItem, WorkItemType } from "./work-item-records";

/** Reads the pipelines of a project. */
export interface ProjectPipelines {
  /** Whether a pipeline can start: enabled, paused or disabled; empty if the service does not tell. */
  queueStatus(definitionId: number, signal: AbortSignal): Promise<string>;
  /** The present name of a pipeline; undefined if the service does not tell. */
  pipelineName(definitionId: number, signal: AbortSignal): Promise<string | undefined>;
  pipelineCode(definitionId: number, signal: AbortSignal): Promise<PipelineCode>;
  /** Whether a repository in Azure Repos has a branch, such as refs/heads/main, which takes the scope Code (read). */
  hasBranch(repository: string, branch: string, signal: AbortSignal): Promise<boolean>;
  /** The YAML of a pipeline at its default branch, which takes the scope Code (read); undefined if its code is not in Azure Repos. */
  pipelineYaml(definitionId: number, signal: AbortSignal): Promise<string | undefined>;
  /** Each folder may have one pipeline of that name. */
  pipelinesNamed(name: string, signal: AbortSignal): Promise<number[]>;
  /** Reads those of all pipelines of the project, up to 10,000. */
  pipelineNames(signal: AbortSignal): Promise<string[]>;
}

/** A repository as a pipeline knows it. */
export interface Repository {
  /** As the service names its kinds: TfsGit, GitHub, and more. */
  type: string;
  /** The owner and name of a repository on GitHub. */
  id: string;
  /** Empty if the service does not tell. */
  defaultBranch: string;
  /** The id of the service connection by which the service reads it; empty if it needs none. */
  connection: string;
}

/** Where the YAML of a pipeline is. */
export interface PipelineSource {
  definitionId: number;
  pipeline: string;
  /** Its path in the repository, without a slash at its beginning. */
  yaml: string;
  repository: Repository;
}

/** Reads files next to the YAML of pipelines. */
export interface RepositoryReader {
  /** Only pipelines that have YAML, whatever kind of repository has it. */
  pipelineSources(definitionIds: readonly number[], signal: AbortSignal): Promise<PipelineSource[]>;
  /** A file at the default branch, which takes the scope Code (read) in Azure Repos; undefined if it does not exist. */
  repositoryFile(repository: Repository, path: string, signal: AbortSignal): Promise<string | undefined>;
}

/** Reads the runs of a project, its pipelines, timelines and logs. */
export interface ProjectRuns extends ProjectPipelines, RepositoryReader {
  /** Yields the runs since a time, each once, page by page. Throws if the list cannot be read to its end. */
  runsSince(minTime: Date, signal: AbortSignal): AsyncGenerator<RunRecord[]>;
  /** How many milliseconds the service's clock is ahead, by the first page of a list; undefined before. */
  clockDifference(): number | undefined;
  /** Yields the queued and running runs, whatever their age; otherwise like `runsSince`. */
  unfinishedRuns(signal: AbortSignal): AsyncGenerator<RunRecord[]>;
  /**
   * Yields the runs in any state that were queued since a second, of one pipeline or all; otherwise like
   * `runsSince`.
   */
  runsQueuedSince(since: number, signal: AbortSignal, definitionId?: number): AsyncGenerator<RunRecord[]>;
  /** The runs of a pipeline that finished by the end of a second since 1970, newest first. */
  lastRuns(definitionId: number, until: number, count: number, signal: AbortSignal): Promise<RunRecord[]>;
  /** One run, which a list may not have yet; undefined if the project, whose id may be given, has none of that id. */
  run(runId: number, signal: AbortSignal, projectId?: string): Promise<RunRecord | undefined>;
  /** The service hooks of the organization that call a URL when a run has completed. Takes a permission that few identities have. */
  hookSubscriptions(signal: AbortSignal): Promise<HookSubscription[]>;
  /** Without records if the run has none, such as one that could not begin. */
  timeline(runId: number, signal: AbortSignal): Promise<Timeline>;
  /** In the service's order; undefined in place of an entry that cannot be parsed. */
  logsOf(runId: number, signal: AbortSignal): Promise<(Log | undefined)[]>;
  readLog<T>(
    runId: number,
    logId: number,
    read: (log: Readable) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  /** As the specification gives it. */
  logUrl(runId: number, logId: number): URL;
  runPage(runId: number): URL;
}

/** The runs of one's own pipeline, and what they attached. */
export interface OwnRuns {
  /** The last `count` in any state, and those in progress; newest start first. */
  taggedRuns(definitionId: string, tag: string, count: number, signal: AbortSignal): Promise<TaggedRun[]>;
  /** The JSON of each; each attempt of the run may have one. */
  attachments(runId: number, type: string, name: string, signal: AbortSignal): Promise<unknown[]>;
}

/** Changes something at the service. */
export interface RunActions {
  /** Runs the failed jobs of a finished run again. Sends one request; after a failure, it may have arrived. */
  retryRun(runId: number, signal: AbortSignal): Promise<void>;
  /** Starts a pipeline on a branch, such as refs/heads/main, and returns the id of the run. Sends one request, as `retryRun` does. */
  startRun(definitionId: number, branch: string, signal: AbortSignal): Promise<number>;
  /** Whether the credential's identity has the permission "Queue builds" on a pipeline. Changes nothing. */
  mayQueue(definitionId: number, signal: AbortSignal): Promise<boolean>;
}

/** Members that are left out stay as they are. */
export interface WorkItemChanges {
  /** In HTML. */
  comment: string;
  state?: string | undefined;
  /** The id of a work item that it repeats. */
  duplicateOf?: number | undefined;
}

export type WorkItemFields = Readonly<Record<string, string>>;

/** Reads and changes the work items of a project. Each change is sent once: after a failure, it may have arrived. */
export interface WorkItems {
  workItemType(name: string, signal: AbortSignal): Promise<WorkItemType>;
  /** Those with a tag, at most so many, the latest changed first. */
  taggedWorkItems(tag: string, maxCount: number, signal: AbortSignal): Promise<WorkItem[]>;
  /** Undefined if it was deleted, or may not be read. */
  workItem(id: number, signal: AbortSignal): Promise<WorkItem | undefined>;
  /** `fields` are keyed by their reference names. */
  createWorkItem(type: string, fields: WorkItemFields, signal: AbortSignal): Promise<WorkItem>;
  /** Lets the service validate what would be created. */
  validateWorkItem(type: string, fields: WorkItemFields, signal: AbortSignal): Promise<void>;
  /** Refused as stale if the work item has another revision by now. */
  changeWorkItem(
    item: Pick<WorkItem, "id" | "revision">,
    changes: WorkItemChanges,
    signal: AbortSignal,
  ): Promise<void>;
}

export interface BuildService extends ProjectRuns, OwnRuns, RunActions, WorkItems {
  dispose(): void;
}

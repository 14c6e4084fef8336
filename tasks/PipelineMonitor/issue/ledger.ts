import { normalAddress } from "../../../shared/azure-devops/organization";
import type { OwnRuns } from "../../../shared/azure-devops/own-runs";
import { idOf, type Run } from "../../../shared/azure-devops/records";
import { fingerprint } from "../config/fingerprint";
import {
  type AboutPipeline,
  hasSucceeded,
  type Issue,
  missedCode,
  type Note,
  pipelineNameOf,
  runOf,
} from "./issue";

/**
 * Decides how a problem continues and ends. A `failure`, a `limit` and a `missed` run last until a run does better; a
 * `stuck` run and another `state` last as long as each report finds them. What is told `once` does not last.
 */
export type Family = "failure" | "limit" | "missed" | "stuck" | "state" | "once";

/** Identifies a problem in the ledger. */
export interface Place {
  /** The fingerprint of the pipeline and branch, the schedule, the run, or the state of the project. */
  key: string;
  family: Family;
  /** Differs for two problems of one place that people are told of one by one. */
  cause: string;
  /** Why it happened; absent if that is unknown, which may be any reason. */
  reason?: string | undefined;
}

/**
 * What is wrong in one place, and who knows it. It goes when nobody has to be told of it or of its end. Times are in
 * seconds since 1970.
 */
export interface Entry extends Place {
  /** The fingerprint of the project; empty for what is about none. */
  project: string;
  /** Undefined for the project as a whole. */
  pipeline: string | undefined;
  since: number;
  last: number;
  /** How often it was found since. */
  count: number;
  /** Whether it was found only while something said to ignore it, such as a maintenance window. */
  isQuiet: boolean;
  /** As it was found last. */
  content: Issue | Note;
  /** What it replaced for another reason, while a target is owed that: the latest three. */
  earlier?: readonly Issue[] | undefined;
  /** Undefined while it lasts. Without a note, nobody is told. */
  end: { at: number; note?: Note } | undefined;
  /** For targets that are not owed the time before. */
  again?: Beginning | undefined;
  /** By the targets that know it, until they know its end. */
  told: Readonly<Record<string, Told>>;
  /** By the targets that are told of it even if it ends. */
  owed: Readonly<Record<string, Owed>>;
}

/** To a paging service, it is an alert that may be open. */
export interface Told {
  at: number;
  count: number;
  /** It has to be told again: it changed or was held back, or it ended and began again. */
  outdated?: "changed" | "ended" | undefined;
  again?: Beginning | undefined;
}

/** When it began again, if another target is owed the time before as well, and how often it had been found by then. */
interface Beginning {
  since: number;
  countBefore: number;
}

/** Since when it waits for a silence to end, or for the target to take it. */
export interface Owed {
  since: number;
  why: "silence" | "delivery";
  again?: Beginning | undefined;
}

/** What earlier reports know of a project, besides its problems. Times are in seconds since 1970. */
export interface ProjectMemory {
  /** Runs that finished before this time were read. */
  until: number;
  /** Due runs were looked for before this time. */
  dueUntil: number;
  /** The attempts of runs, by `attemptOf`, that were read and may be listed again. */
  seen: readonly string[];
}

/** The ids of the other projects, by the fingerprints of their addresses; empty for one that is known by its address. */
export type ProjectIds = Readonly<Record<string, string>>;

/** The one memory of a monitor. Times are in seconds since 1970. */
export interface Ledger {
  entries: readonly Entry[];
  /** By the fingerprint of each project. */
  projects: ReadonlyMap<string, ProjectMemory>;
  projectIds: ProjectIds;
  /** The projects that are not among these were read before this time. */
  othersUntil: number;
  /** When the last report ended. */
  reportedUntil: number;
  /** The fingerprint of the step's own webhook, and whether only persons have started the monitor with it. */
  webhook: string;
  isTried: boolean;
  /** The fingerprints of the parts of the configuration, by their paths. */
  configuration: Readonly<Record<string, string>>;
  /** What features remember, as their own forms have it. */
  parts: Readonly<Record<string, unknown>>;
}

/** The monitor's own pipeline. A tag marks those of its runs that have written their ledger. */
export interface OwnPipeline {
  service: OwnRuns;
  definitionId: string;
  /** The id of this run. */
  runId: string;
  /** Such as refs/heads/main; empty if it is unknown. */
  branch: string;
  /** The tag of this monitor's runs. No other monitor in the same pipeline uses it. */
  tag: string;
}

/** The same however the project and its host are spelled, and under a new name if its id is known. */
export function projectFingerprint({
  project,
  projectId,
}: {
  project: URL;
  projectId?: string | undefined;
}): string {
  return fingerprint([projectId ?? normalAddress(project)]);
}

/** Identifies the step's own webhook in the ledger, whatever its URL. */
export const ownTarget = fingerprint(["own"]);

/** Identifies an attempt of a run. A run that is run again keeps its id, and finishes later. */
export function attemptOf({ id, finishTime = 0 }: Pick<Run, "id" | "finishTime">): string {
  return `${id}:${finishTime}`;
}

/** A schedule of the configuration has only a name. */
export function missedKey({ pipeline, definitionId }: AboutPipeline): string {
  return fingerprint([definitionId ?? pipeline.normalize(), "missed"]);
}

/** The problems that a pipeline's next run ends: of its given schedule, and of its learned one. */
export function missedKeys({ pipeline, definitionId }: AboutPipeline): string[] {
  return [...new Set([missedKey({ pipeline }), missedKey({ pipeline, definitionId })])];
}

/** A pipeline's runs of one branch. The id outlives the name, and tells pipelines in two folders apart. */
export function runsKey({
  pipeline,
  definitionId,
  branch = "",
}: Pick<Run, "pipeline" | "definitionId" | "branch">): string {
  return fingerprint([definitionId ?? pipeline, branch]);
}

export function stuckKey({ id }: Pick<Run, "id">): string {
  return fingerprint(["stuck", id]);
}

/** A run that waits for a person, and is no problem yet. Its next wait is another one. `since` is in seconds since 1970. */
export function waitingKey({ id }: Pick<Run, "id">, since: number | undefined): string {
  return fingerprint(["waiting", id, since ?? 0]);
}

/** Where an issue belongs in the ledger. `now` is in seconds since 1970. */
export function placeOf(issue: Issue, now: number): Place {
  const { about, at, code, explanation, isState = false, identity } = issue;
  const also = identity === undefined ? [] : [identity];
  const pipeline = pipelineNameOf(issue) ?? "";
  const run = runOf(issue);
  if (about === "project") return { key: fingerprint(["project"]), family: "state", cause: code };
  if ("pipeline" in about)
    return code === missedCode
      ? { key: missedKey(about), family: "missed", cause: [code, ...also].join(" ") }
      : { key: fingerprint([code, pipeline]), family: "state", cause: [code, ...also].join(" ") };
  if (run === undefined) {
    const id = idOf(about);
    // Of records without an id, no two are known to be the same.
    const [key, family]: [string, Family] =
      id === undefined
        ? [fingerprint([code, JSON.stringify(about), now]), "once"]
        : [fingerprint([code, id]), "state"];
    return { key, family, cause: code };
  }
  if (isState) return { key: stuckKey(run), family: "stuck", cause: code };
  if (at === undefined)
    return {
      key: fingerprint(["unfinished", run.id]),
      family: "state",
      cause: `${run.status} ${run.result}`,
    };
  const result = hasSucceeded(run) ? "" : `${run.status} ${run.result}`;
  return {
    key: runsKey(run),
    // A failed run that also crossed a limit failed.
    family: result === "" ? "limit" : "failure",
    cause: fingerprint([code, result, ...also]),
    reason: explanation?.cause === undefined ? undefined : fingerprint([explanation.cause]),
  };
}

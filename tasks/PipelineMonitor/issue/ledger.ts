import * as v from "valibot";
import type { BuildService } from "../../../shared/azure-devops/client";
import { normalAddress } from "../../../shared/azure-devops/organization";
import { isNamed } from "../../../shared/azure-devops/pipeline-path";
import { idOf, type Run } from "../../../shared/azure-devops/records";
import { hasSucceeded } from "../../../shared/azure-devops/run-state";
import { finiteNumber } from "../../../shared/json/schema";
import type { Zone } from "../../../shared/text/zone";
import { fingerprint } from "../config/fingerprint";
import { entrySchema, type Family, fingerprintSchema, type Place } from "./entry";
import { type AboutPipeline, type Issue, runOf } from "./issue";
import { missedCode } from "./kind";

/** Known of a project from earlier reports, besides its problems. */
const projectSchema = v.object({
  /** Runs that finished before this time were read. */
  until: finiteNumber,
  /** Due runs were looked for before this time. */
  dueUntil: finiteNumber,
  /** The attempts of runs, by `attemptOf`, that were read and may be listed again. */
  seen: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d+:\d+$/))), v.readonly()),
});
export type ProjectMemory = v.InferOutput<typeof projectSchema>;

/** The one memory of a monitor. Times are in seconds since 1970. `parts` are those of features. */
export function ledgerSchema(zone: Zone, parts: v.ObjectEntries) {
  return v.object({
    entries: v.pipe(v.array(entrySchema(zone)), v.readonly()),
    /** Keyed by the fingerprint of each project. */
    projects: v.pipe(
      v.array(v.tuple([fingerprintSchema, projectSchema])),
      v.transform((all): ReadonlyMap<string, ProjectMemory> => new Map(all)),
    ),
    /** The ids of the other projects, by the fingerprints of their addresses; empty for one that is known by its address. */
    projectIds: v.pipe(v.record(fingerprintSchema, v.string()), v.readonly()),
    /** The projects that are not among these were read before this time. */
    othersUntil: finiteNumber,
    /** When the last report ended. */
    reportedUntil: finiteNumber,
    /** The fingerprint of the step's own webhook, and whether only persons have started the monitor with it. */
    webhook: fingerprintSchema,
    isTried: v.boolean(),
    /** The fingerprints of the parts of the configuration, by their paths. */
    configuration: v.pipe(v.record(v.string(), v.string()), v.readonly()),
    /** The memory of features, in their own forms. */
    parts: v.pipe(
      v.record(v.string(), v.unknown()),
      v.check((all) => v.is(v.object(parts), all)),
      v.readonly(),
    ),
  });
}
export type Ledger = v.InferOutput<ReturnType<typeof ledgerSchema>>;
export type ProjectIds = Ledger["projectIds"];

/** The monitor's own pipeline. A tag marks those of its runs that have written their ledger. */
export interface OwnPipeline {
  service: Pick<BuildService, "taggedRuns" | "attachments">;
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

/** The pipeline that did not start when it was due; undefined for every other issue. */
export function missedBy({ about, code }: Issue): AboutPipeline | undefined {
  return code === missedCode && about !== "project" && "pipeline" in about ? about : undefined;
}

/** Whether the schedule of an issue may be that of a pipeline of the service. */
export function isScheduleOf(schedule: AboutPipeline, { pipeline, definitionId }: AboutPipeline): boolean {
  return schedule.definitionId === undefined
    ? isNamed(pipeline, schedule.pipeline)
    : schedule.definitionId === definitionId;
}

/** A problem of a pipeline. What only the configuration names is known by its name. */
function stateKey(code: string, { pipeline, definitionId }: AboutPipeline): string {
  return fingerprint([definitionId ?? pipeline.normalize(), code]);
}

/** A schedule of the configuration has only a name. */
export function missedKey(about: AboutPipeline): string {
  return stateKey(missedCode, about);
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
  const run = runOf(issue);
  if (about === "project") return { key: fingerprint(["project"]), family: "state", cause: code };
  if ("pipeline" in about)
    return {
      key: stateKey(code, about),
      family: code === missedCode ? "missed" : "state",
      cause: [code, ...also].join(" "),
    };
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

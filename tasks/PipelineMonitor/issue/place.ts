import * as v from "valibot";
import { idOf } from "../../../shared/azure-devops/records";
import { hasSucceeded } from "../../../shared/azure-devops/run-state";
import { mayBe, type Pipeline, pathOf, pipelineIdOf } from "../../../shared/pipeline";
import { isTag, lineOf, mayBeOn, type Subject } from "../../../shared/subject";
import { fingerprint } from "../config/fingerprint";
import type { Config } from "../config/parse";
import { type AboutPipeline, type Issue, runOf, subjectOfIssue } from "./issue";
import { missedCode, overdueCode } from "./kind";

const families = ["failure", "limit", "missed", "stuck", "state", "once"] as const;

/**
 * Decides how a problem continues and ends. A `failure`, a `limit` and a `missed` run last until a run does better; a
 * `stuck` run and another `state` last as long as each report finds them. What is told `once` does not last.
 */
export type Family = (typeof families)[number];

/** Whether its problems last until a run does better. */
export function isOfRuns(family: Family): boolean {
  return family === "failure" || family === "limit" || family === "missed";
}

export const fingerprintSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

export const placeSchema = v.object({
  /** The fingerprint of the pipeline and branch, the schedule, the run, or the state of the project. */
  key: fingerprintSchema,
  family: v.picklist(families),
  /** Its kind and result, which make it news if they change: a problem of one key may have several in turn. */
  variant: v.string(),
  /** The fingerprint of the cause that explains it; absent if that is unknown, which may be any. */
  cause: v.optional(v.string()),
});

/** Identifies a problem in the ledger. */
export type Place = v.InferOutput<typeof placeSchema>;

/** The pipeline that did not start when it was due; undefined for every other issue. */
export function missedBy({ about, code }: Issue): AboutPipeline | undefined {
  return code === missedCode && about !== "project" && "pipeline" in about ? about : undefined;
}

/** Whether the schedule of an issue may be that of a pipeline, or of its branch, of the service. */
export function isScheduleOf(schedule: AboutPipeline, ran: AboutPipeline): boolean {
  return mayBe(schedule.pipeline, ran.pipeline) && mayBeOn(schedule, ran);
}

/** Whether the configuration gives a pipeline, or its branch, a schedule, or lets one be learned. */
export function isScheduledIn({ pipelines, schedules }: Config, ran: AboutPipeline): boolean {
  const isLearned = pipelines.entryFor(pathOf(ran.pipeline)).learned !== undefined;
  return isLearned || schedules.some((given) => isScheduleOf(given, ran));
}

export function learnsSchedules({ pipelines }: Config): boolean {
  return [...pipelines.byName.values()].some(({ learned }) => learned !== undefined);
}

/** A problem of a pipeline, or of its branch. A pipeline that only the configuration names is known by its name or path. */
function stateKey(code: string, { pipeline = unknown, branch }: Subject): string {
  return fingerprint([pipelineIdOf(pipeline), code, ...(branch === undefined ? [] : [branch])]);
}

const unknown: Pipeline = { name: "" };

/** A schedule of the configuration has only a name, and may be of any branch. */
export function missedKey(subject: Subject): string {
  return stateKey(missedCode, subject);
}

/** The problems that the next run of a branch ends: of schedules that are given, for the branch or any, and of its learned one. */
export function missedKeys(subject: Subject): string[] {
  const ofAny = stateKeys(missedCode, { pipeline: subject.pipeline });
  return [...new Set([...stateKeys(missedCode, subject), ...ofAny])];
}

/** The problems that a pipeline's next success ends: of deadlines that are given by its name, or found by its id. */
export function overdueKeys({ pipeline }: Subject): string[] {
  return stateKeys(overdueCode, { pipeline });
}

function stateKeys(code: string, { pipeline = unknown, branch }: Subject): string[] {
  const { name, folder } = pipeline;
  const spellings = [{ name }, { name, folder }, pipeline];
  return [...new Set(spellings.map((spelling) => stateKey(code, { pipeline: spelling, branch })))];
}

/** A pipeline's runs of one branch. The id outlives the name, and tells pipelines in two folders apart. */
export function runsKey(subject: Subject): string {
  return fingerprint([pipelineIdOf(subject.pipeline ?? unknown), lineOf(subject)]);
}

export function stuckKey({ run }: Subject): string {
  return fingerprint(["stuck", run ?? 0]);
}

/** A run that waits for a person, and is no problem yet. Its next wait is another one. `since` is in seconds since 1970. */
export function waitingKey({ run }: Subject, since: number | undefined): string {
  return fingerprint(["waiting", run ?? 0, since ?? 0]);
}

/** Where an issue belongs in the ledger. `now` is in seconds since 1970. */
export function placeOf(issue: Issue, now: number): Place {
  const { about, at, code, explanation, isState = false, identity } = issue;
  const also = identity === undefined ? [] : [identity];
  const [run, subject] = [runOf(issue), subjectOfIssue(issue)];
  if (about === "project") return { key: fingerprint(["project"]), family: "state", variant: code };
  if ("pipeline" in about)
    return {
      key: stateKey(code, subject),
      family: code === missedCode ? "missed" : "state",
      variant: [code, ...also].join(" "),
    };
  if (run === undefined) {
    const id = idOf(about);
    // Of records without an id, no two are known to be the same.
    const [key, family]: [string, Family] =
      id === undefined
        ? [fingerprint([code, JSON.stringify(about), now]), "once"]
        : [fingerprint([code, id]), "state"];
    return { key, family, variant: code };
  }
  if (isState) return { key: stuckKey(subject), family: "stuck", variant: code };
  if (at === undefined)
    return {
      key: fingerprint(["unfinished", run.id]),
      family: "state",
      variant: `${run.status} ${run.result}`,
    };
  const result = hasSucceeded(run) ? "" : `${run.status} ${run.result}`;
  return {
    key: runsKey(subject),
    // A failed run that also crossed a limit failed.
    family: result === "" ? "limit" : "failure",
    // Each tag is news.
    variant: fingerprint([code, result, ...also, ...(isTag(subject) ? [subject.branch ?? ""] : [])]),
    cause: explanation?.cause === undefined ? undefined : fingerprint([explanation.cause]),
  };
}

import * as v from "valibot";
import { safeInteger } from "../../../shared/json/schema";
import { type Pipeline, pipelineIdOf, pipelineSchema } from "../../../shared/pipeline";

export const subjectSchema = v.object({
  pipeline: v.optional(pipelineSchema),
  /** Such as refs/heads/main. */
  branch: v.optional(v.string()),
  /** The id of a run. */
  run: v.optional(safeInteger),
});

/** A thing that problems of a project are about, as the service knows it: empty for the project as a whole. Never changed. */
export type Subject = Readonly<v.InferOutput<typeof subjectSchema>>;

/** The subject of a record, or of what the configuration names. */
export function subjectOf({
  pipeline,
  branch,
  id,
}: {
  readonly pipeline?: Pipeline | undefined;
  readonly branch?: string | undefined;
  readonly id?: number | undefined;
}): Subject {
  return { pipeline, branch, run: id };
}

/** Equal for two subjects that a reader tells apart by nothing but the run. */
export function placeKeyOf({ pipeline, branch = "" }: Subject): string {
  return JSON.stringify([pipeline && pipelineIdOf(pipeline), branch]);
}

/** Whether two may be of one branch, as far as it is known. */
export function mayBeOn(one: Pick<Subject, "branch">, other: Pick<Subject, "branch">): boolean {
  return one.branch === undefined || other.branch === undefined || one.branch === other.branch;
}

const tags = "refs/tags/";

/** A tag never runs again: what is wrong with it is of all tags of its pipeline (decision 29). */
export function isTag({ branch }: Subject): boolean {
  return branch?.startsWith(tags) === true;
}

/** Equal for the branches that end each other's problems. */
export function lineOf(subject: Subject): string {
  return isTag(subject) ? tags : (subject.branch ?? "");
}

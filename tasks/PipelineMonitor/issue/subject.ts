import * as v from "valibot";
import { pathOf, withoutFolder } from "../../../shared/azure-devops/pipeline-path";
import { safeInteger } from "../../../shared/json/schema";

const pipelineSchema = v.object({
  /** Unknown of a pipeline that only the configuration names. */
  id: v.optional(safeInteger),
  name: v.string(),
  /** Such as `\Billing`. */
  folder: v.optional(v.string()),
});
export type Pipeline = v.InferOutput<typeof pipelineSchema>;

export const subjectSchema = v.object({
  pipeline: v.optional(pipelineSchema),
  /** Such as refs/heads/main. */
  branch: v.optional(v.string()),
  /** The id of a run. */
  run: v.optional(safeInteger),
});

/** A thing that problems are about, as the service knows it: empty for the project as a whole. Never changed. */
export type Subject = Readonly<v.InferOutput<typeof subjectSchema>>;

/** The subject that a record, or the configuration, names. A path such as `\Billing\deploy` names a folder, too. */
export function subjectOf({
  pipeline,
  definitionId,
  folder,
  branch,
  id,
}: { [K in "pipeline" | "folder" | "branch"]?: string | undefined } & {
  [K in "definitionId" | "id"]?: number | undefined;
}): Subject {
  if (pipeline === undefined) return { branch, run: id };
  const name = withoutFolder(pipeline);
  const parent = name === pipeline ? folder : pipeline.slice(0, -name.length - 1) || "\\";
  return { pipeline: { id: definitionId, name, folder: parent }, branch, run: id };
}

/** Whether two may be one pipeline, as far as they are known. */
export function mayBe(one: Pipeline, { pipeline }: Subject): boolean {
  if (pipeline === undefined || one.name.normalize() !== pipeline.name.normalize()) return false;
  if (one.id !== undefined && pipeline.id !== undefined) return one.id === pipeline.id;
  return one.folder === undefined || pipeline.folder === undefined || pathOf(one) === pathOf(pipeline);
}

/** Equal for two subjects of one pipeline. */
export function pipelineKeyOf({ id, name }: Pipeline): string {
  return String(id ?? name.normalize());
}

/** Equal for two subjects that a reader tells apart by nothing but the run. */
export function placeKeyOf({ pipeline, branch = "" }: Subject): string {
  return JSON.stringify([pipeline && pipelineKeyOf(pipeline), branch]);
}

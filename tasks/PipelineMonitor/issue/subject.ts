import * as v from "valibot";
import { pathOf, withoutFolder } from "../../../shared/azure-devops/pipeline-path";
import type { Run } from "../../../shared/azure-devops/records";
import type { Part, Text } from "../../../shared/chat/message";
import { groupBy } from "../../../shared/group-by";
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
}: { [K in "pipeline" | "definitionId" | "folder" | "branch" | "id"]?: Run[K] | undefined }): Subject {
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

/** The name of a subject for a reader. */
export type NameOf = (subject: Subject) => string;

/**
 * The shortest name that says which one is meant among those that the reader sees: the pipeline; with its folder, if another
 * one has its name; and with the branch, if several of its branches are there.
 */
export function namesAmong(subjects: readonly Subject[]): NameOf {
  const known = subjects.flatMap(({ pipeline, branch }) => (pipeline ? [{ pipeline, branch }] : []));
  const keysOf = (some: typeof known) =>
    new Set(some.filter(({ pipeline }) => pipeline.id).map(({ pipeline }) => pipelineKeyOf(pipeline)));
  const byName = groupBy(known, ({ pipeline }) => pipeline.name.normalize());
  const shared = new Set([...byName].flatMap(([name, some]) => (keysOf(some).size > 1 ? [name] : [])));
  const byPipeline = groupBy(known, ({ pipeline }) => pipelineKeyOf(pipeline));
  const folders = new Map(
    known.flatMap(({ pipeline }) =>
      pipeline.folder ? [[pipelineKeyOf(pipeline), pipeline.folder] as const] : [],
    ),
  );
  const branching = new Set(
    [...byPipeline].flatMap(([key, some]) => {
      const branches = new Set(some.flatMap(({ branch }) => branch ?? []));
      return branches.size > 1 ? [key] : [];
    }),
  );
  return ({ pipeline, branch }) => {
    if (pipeline === undefined) return "";
    const folder = pipeline.folder ?? folders.get(pipelineKeyOf(pipeline));
    const name = shared.has(pipeline.name.normalize()) ? pathOf({ ...pipeline, folder }) : pipeline.name;
    const isOfBranch = branch !== undefined && branching.has(pipelineKeyOf(pipeline));
    return isOfBranch ? `${name} on ${branchName(branch)}` : name;
  };
}

/** "main", "tag v1", "pull request 12" */
function branchName(branch: string): string {
  return branch
    .replace(/^refs\/heads\//, "")
    .replace(/^refs\/tags\//, "tag ")
    .replace(/^refs\/pull\/(\d+)\/.*$/, "pull request $1");
}

/** Names a pipeline, or its branch, in a line. Until the reader is known, it is the pipeline alone. */
export function namePart({ pipeline, branch }: Subject): Text {
  const part = { name: pipeline?.name ?? "", subject: { pipeline, branch } };
  return part;
}

/** Names the subjects of a line for its reader. */
export function withNames<T extends Part>(parts: readonly T[], nameOf: NameOf): T[] {
  return parts.map((part) => {
    const subject = "subject" in part && v.is(subjectSchema, part.subject) ? part.subject : undefined;
    return subject === undefined ? part : { ...part, name: nameOf(subject) };
  });
}

import * as v from "valibot";
import { Unreadable } from "../http/errors";
import { id } from "./records";

/** Parses the service's records of pipelines, not of their runs. */

const pipelineSchema = v.object({ id, name: v.string() });

/** Undefined if its name differs, in case too. */
export function parsePipelineId(entry: unknown, name: string): number | undefined {
  const pipeline = v.safeParse(pipelineSchema, entry);
  return pipeline.success && pipeline.output.name.normalize() === name.normalize()
    ? pipeline.output.id
    : undefined;
}

/** Undefined if it has none. */
export function parsePipelineName(entry: unknown): string | undefined {
  const pipeline = v.safeParse(pipelineSchema, entry);
  return pipeline.success ? pipeline.output.name : undefined;
}

const statusSchema = v.object({ queueStatus: v.string() });

/** Empty if it has none. */
export function parseQueueStatus(entry: unknown): string {
  const pipeline = v.safeParse(statusSchema, entry);
  return pipeline.success ? pipeline.output.queueStatus : "";
}

const securedSchema = v.object({ path: v.string(), project: v.object({ id: v.string() }) });

/** Names a pipeline to the service's permissions: project, folders and id. Throws `Unreadable` if they are unknown. */
export function parseSecurityToken(entry: unknown, definitionId: number): string {
  const pipeline = v.safeParse(securedSchema, entry);
  if (!pipeline.success) throw new Unreadable("a pipeline without its project or folder");
  const { path, project } = pipeline.output;
  const folders = path.split("\\").filter((folder) => folder !== "");
  return [project.id, ...folders, String(definitionId)].join("/");
}

const yamlSchema = v.object({
  process: v.object({ yamlFilename: v.string() }),
  repository: v.object({ id: v.string(), type: v.literal("TfsGit"), defaultBranch: v.string() }),
});

/** Where the YAML of a pipeline is; undefined if it has none, or it is not in Azure Repos. */
export function parseYamlPlace(
  entry: unknown,
): { repository: string; path: string; branch: string } | undefined {
  const pipeline = v.safeParse(yamlSchema, entry);
  if (!pipeline.success) return undefined;
  const { process, repository } = pipeline.output;
  const branch = repository.defaultBranch.replace(/^refs\/heads\//, "");
  return { repository: repository.id, path: process.yamlFilename, branch };
}

/** Where the code of a pipeline is. */
export interface PipelineCode {
  /** The id of its repository; undefined if it is not in Azure Repos. */
  repository: string | undefined;
  /** Undefined if the service does not tell. */
  defaultBranch: string | undefined;
}

const codeSchema = v.object({
  repository: v.object({ id: v.string(), type: v.string(), defaultBranch: v.optional(v.string()) }),
});

export function parsePipelineCode(entry: unknown): PipelineCode {
  const pipeline = v.safeParse(codeSchema, entry);
  if (!pipeline.success) return { repository: undefined, defaultBranch: undefined };
  const { id: repository, type, defaultBranch } = pipeline.output.repository;
  return { repository: type === "TfsGit" ? repository : undefined, defaultBranch };
}

const refSchema = v.object({ name: v.string() });

/** Whether it is a branch of that name, such as refs/heads/main. */
export function isRef(entry: unknown, branch: string): boolean {
  const ref = v.safeParse(refSchema, entry);
  return ref.success && ref.output.name === branch;
}

const contentSchema = v.object({ content: v.string() });

/** Undefined if the file has none. */
export function parseContent(item: unknown): string | undefined {
  const file = v.safeParse(contentSchema, item);
  return file.success ? file.output.content : undefined;
}

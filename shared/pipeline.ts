import * as v from "valibot";
import { groupBy } from "./group-by";
import { safeInteger } from "./json/schema";
import { comparedName } from "./text/sanitize";

export const pipelineSchema = v.object({
  /** Unknown of a pipeline that only a configuration names. */
  id: v.optional(safeInteger),
  name: v.string(),
  /** Such as `\Billing`; undefined if it is unknown. */
  folder: v.optional(v.string()),
});

/** A pipeline as the service knows it. Never changed. */
export type Pipeline = Readonly<v.InferOutput<typeof pipelineSchema>>;

const pipelineIdSchema = v.pipe(v.string(), v.brand("PipelineId"));

/** Identifies a pipeline within its project: no name is one. */
export type PipelineId = v.InferOutput<typeof pipelineIdSchema>;

/** The path, in quotes, stands for the id of a pipeline that only a configuration names: it may be called "7". */
export function pipelineIdOf(pipeline: Pipeline): PipelineId {
  return v.parse(pipelineIdSchema, JSON.stringify(pipeline.id ?? comparedName(pathOf(pipeline))));
}

/** The pipeline that a configuration names, by its name or by a path such as `\Billing\deploy`. */
export function pipelineAt(path: string): Pipeline {
  const name = withoutFolder(path);
  return name === path ? { name } : { name, folder: path.slice(0, -name.length - 1) || "\\" };
}

/** As the configuration looks a pipeline up: by its path, if that is known. */
export function pathOf({ name, folder }: Pipeline): string {
  return folder === undefined ? name : `${folder.replace(/\\+$/, "")}\\${name}`;
}

export function pathOfRun({ pipeline }: { readonly pipeline: Pipeline }): string {
  return pathOf(pipeline);
}

/** Without the folders of a path such as `\Billing\deploy`. The service allows no backslash in a name. */
export function withoutFolder(path: string): string {
  return path.startsWith("\\") ? path.slice(path.lastIndexOf("\\") + 1) : path;
}

/** Whether two may be one pipeline, as far as they are known. */
export function mayBe(one: Pipeline, other: Pipeline): boolean {
  if (one.id !== undefined && other.id !== undefined) return one.id === other.id;
  const isInFolder = one.folder !== undefined && other.folder !== undefined;
  const [name, otherName] = [one, other].map((given) =>
    comparedName(isInFolder ? pathOf(given) : given.name),
  );
  return name === otherName;
}

/**
 * The shortest names that tell pipelines apart: their names; with their folders, if others share the name; or with their ids, if those
 * are equal, too.
 */
export function pipelineNamesAmong(pipelines: readonly Pipeline[]): (pipeline: Pipeline) => string {
  const byId = new Map<PipelineId, Pipeline>();
  for (const pipeline of pipelines) {
    const before = byId.get(pipelineIdOf(pipeline));
    byId.set(pipelineIdOf(pipeline), before?.folder === undefined ? pipeline : before);
  }
  const withIds = [...byId.values()].filter(({ id }) => id !== undefined);
  const sharedBy = (nameOf: (pipeline: Pipeline) => string) =>
    new Set(
      [...groupBy(withIds, (pipeline) => comparedName(nameOf(pipeline)))].flatMap(([name, some]) =>
        some.length > 1 ? [name] : [],
      ),
    );
  const [names, paths] = [sharedBy(({ name }) => name), sharedBy(pathOf)];
  return (given) => {
    const pipeline = byId.get(pipelineIdOf(given)) ?? given;
    const { id, name } = pipeline;
    if (!names.has(comparedName(name))) return name;
    const path = pathOf(pipeline);
    return paths.has(comparedName(path)) && id !== undefined ? `${name} (definition ${id})` : path;
  };
}

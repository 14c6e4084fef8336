import * as v from "valibot";
import { Unreadable } from "../http/errors";
import { parsedBy } from "../json/schema";
import { mayBe, type Pipeline, pipelineAt, withoutFolder } from "../pipeline";
import { isSameBranch } from "../subject";
import { parseList } from "./lists";
import { id } from "./records";
import { asRunList, type Project } from "./requests";

const pipelineSchema = v.object({ id, name: v.string(), path: v.optional(v.string()) });
const statusSchema = v.object({ queueStatus: v.string() });
const codeSchema = v.object({
  repository: v.object({ id: v.string(), type: v.string(), defaultBranch: v.optional(v.string()) }),
});

/** Reads the pipelines of a project. */
export function readPipelines({ at, version, ofOne, json }: Project) {
  const definition = <T>(definitionId: number, signal: AbortSignal, parse: (body: unknown) => T) =>
    json({ url: at(["build", "definitions", String(definitionId)], ofOne), signal }, parse);
  const all = <T>(parse: (entry: unknown) => T | readonly T[], signal: AbortSignal) =>
    // A project may have thousands, of 2 KB each.
    json({ ...asRunList, url: at(["build", "definitions"], ofOne), signal }, (body, { header }) => {
      if ((header("x-ms-continuationtoken") ?? "") !== "")
        throw new Unreadable("only a part of the list of pipelines");
      return parseList(body).flatMap(parse);
    });
  return {
    /** Whether a pipeline can start: enabled, paused or disabled; empty if the service does not tell. */
    queueStatus: (definitionId: number, signal: AbortSignal) =>
      definition(definitionId, signal, (body) => parsedBy(statusSchema, body)?.queueStatus ?? ""),
    /** The present name of a pipeline; undefined if the service does not tell. */
    pipelineName: (definitionId: number, signal: AbortSignal) =>
      definition(definitionId, signal, (body) => parsedBy(pipelineSchema, body)?.name),
    /**
     * Where the code of a pipeline is: the id of its repository, undefined if it is not in Azure Repos, and the default
     * branch, undefined if the service does not tell.
     */
    pipelineCode: (definitionId: number, signal: AbortSignal) =>
      definition(definitionId, signal, (body) => {
        const { id: repository, type, defaultBranch } = parsedBy(codeSchema, body)?.repository ?? {};
        return { repository: type === "TfsGit" ? repository : undefined, defaultBranch };
      }),
    /** Whether a repository in Azure Repos has a branch, such as refs/heads/main, which takes the scope Code (read). */
    hasBranch(repository: string, branch: string, signal: AbortSignal): Promise<boolean> {
      // Finds the refs whose names begin so. Where a name is no ASCII, a memory may have it in another form.
      const [start] = branch.replace(/^refs\//, "").split(/[^ -~]/);
      const query = `filter=${encodeURIComponent(start ?? "")}${version}`;
      const isIt = (name: string) => isSameBranch(name, branch);
      const refSchema = v.object({ name: v.pipe(v.string(), v.check(isIt)) });
      const url = at(["git", "repositories", repository, "refs"], query);
      return json({ url, signal }, (body, { header }) => {
        const isThere = parseList(body).some((entry) => v.is(refSchema, entry));
        if (!isThere && header("x-ms-continuationtoken")) throw new Unreadable("only a part of the branches");
        return isThere;
      });
    },
    /** Finds them by a name, which one pipeline of each folder may have, or by a path such as `\\Billing\\deploy`. */
    pipelinesNamed: (path: string, signal: AbortSignal) =>
      // The service treats an asterisk as a wildcard, and looks in all folders.
      json(
        {
          url: at(["build", "definitions"], `name=${encodeURIComponent(withoutFolder(path))}${version}`),
          signal,
        },
        (body) => parseList(body).flatMap((entry) => parsePipelineId(entry, path) ?? []),
      ),
    /** Those of the project, up to 10,000. */
    allPipelines: (signal: AbortSignal): Promise<Pipeline[]> =>
      all((entry) => parsePipeline(entry) ?? [], signal),
    /** The pipelines of the project that are not disabled, up to 10,000. */
    enabledPipelines: (signal: AbortSignal): Promise<Pipeline[]> =>
      all((entry) => {
        const isDisabled = parsedBy(statusSchema, entry)?.queueStatus === "disabled";
        return (isDisabled ? undefined : parsePipeline(entry)) ?? [];
      }, signal),
  };
}

/** Undefined if it has no id and name. */
export function parsePipeline(entry: unknown): Pipeline | undefined {
  const parsed = parsedBy(pipelineSchema, entry);
  return parsed && { id: parsed.id, name: parsed.name, folder: parsed.path };
}

/** Undefined if its name differs, in case too, or its folder, if the path has one. */
export function parsePipelineId(entry: unknown, path: string): number | undefined {
  const pipeline = parsePipeline(entry);
  return pipeline !== undefined && mayBe(pipeline, pipelineAt(path)) ? pipeline.id : undefined;
}

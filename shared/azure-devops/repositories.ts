import * as v from "valibot";
import { readTextBody } from "../http/body";
import { undefinedIfMissing } from "../http/errors";
import { parsedBy } from "../json/schema";
import { parseList } from "./lists";
import { id } from "./records";
import { asRunList, type Project } from "./requests";

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

const sourceSchema = v.object({
  id,
  name: v.string(),
  process: v.object({ yamlFilename: v.string() }),
  repository: v.object({
    type: v.string(),
    id: v.string(),
    defaultBranch: v.optional(v.string(), ""),
    properties: v.optional(v.object({ connectedServiceId: v.optional(v.string(), "") })),
  }),
});

const contentSchema = v.object({ content: v.string(), objectId: v.optional(v.string(), "") });
const objectSchema = v.object({ objectId: v.string() });

/** None for a pipeline without YAML. */
function parseSource(entry: unknown): PipelineSource[] {
  const parsed = parsedBy(sourceSchema, entry);
  if (parsed === undefined) return [];
  const { properties, defaultBranch, ...repository } = parsed.repository;
  const connection = properties?.connectedServiceId ?? "";
  return [
    {
      definitionId: parsed.id,
      pipeline: parsed.name,
      yaml: parsed.process.yamlFilename.replaceAll("\\", "/").replace(/^\.?\/+/, ""),
      repository: { ...repository, defaultBranch: defaultBranch.replace(/^refs\/heads\//, ""), connection },
    },
  ];
}

/** So many ids fit in a URL. */
const maxIds = 100;
/** GitHub reads no larger one. */
const maxFileBytes = 3 * 1024 * 1024;

/** Reads files next to the YAML of pipelines. */
export function readRepositories({ at, version, ofOne, json, text }: Project) {
  const itemInRepos = (repository: string, path: string, branch: string, hasContent: boolean) => {
    const query =
      `path=${encodeURIComponent(path)}&versionDescriptor.version=${encodeURIComponent(branch)}` +
      `&versionDescriptor.versionType=branch&includeContent=${hasContent}&$format=json${version}`;
    return at(["git", "repositories", repository, "items"], query);
  };
  /** Undefined if the file has no content. */
  const fileInRepos = (repository: string, path: string, branch: string, signal: AbortSignal) =>
    json({ url: itemInRepos(repository, path, branch, true), signal }, (item) =>
      parsedBy(contentSchema, item),
    );
  const pipelineSource = (definitionId: number, signal: AbortSignal): Promise<PipelineSource | undefined> =>
    json(
      { url: at(["build", "definitions", String(definitionId)], ofOne), signal },
      (body) => parseSource(body)[0],
    );
  return {
    /** The YAML of a pipeline at its default branch, which takes the scope Code (read); undefined if its code is not in Azure Repos. */
    async pipelineYaml(definitionId: number, signal: AbortSignal): Promise<string | undefined> {
      const { yaml = "", repository } = (await pipelineSource(definitionId, signal)) ?? {};
      if (repository?.type !== "TfsGit" || repository.defaultBranch === "") return undefined;
      return (await fileInRepos(repository.id, yaml, repository.defaultBranch, signal))?.content;
    },
    /** Undefined for a pipeline without YAML. */
    pipelineSource,
    /** Only pipelines that have YAML, whatever kind of repository has it. */
    async pipelineSources(ids: readonly number[], signal: AbortSignal): Promise<PipelineSource[]> {
      const sources: PipelineSource[] = [];
      for (let from = 0; from < ids.length; from += maxIds) {
        const some = ids.slice(from, from + maxIds).join();
        const url = at(["build", "definitions"], `definitionIds=${some}&includeAllProperties=true${version}`);
        const parse = (body: unknown) => parseList(body).flatMap(parseSource);
        sources.push(...(await json({ ...asRunList, url, signal }, parse)));
      }
      return sources;
    },
    /**
     * A file at the default branch, which takes the scope Code (read) in Azure Repos; undefined if it does not exist. `objectId` is the
     * same for the same content; empty if the service does not tell, as for GitHub.
     */
    async repositoryFile(
      { type, id: repository, defaultBranch, connection }: Repository,
      path: string,
      signal: AbortSignal,
    ): Promise<{ text: string; objectId: string } | undefined> {
      if (type === "TfsGit") {
        const item = await fileInRepos(repository, path, defaultBranch, signal).catch(undefinedIfMissing);
        return item && { text: item.content, objectId: item.objectId };
      }
      const query = new URLSearchParams({
        ...(connection === "" ? {} : { serviceEndpointId: connection }),
        repository,
        commitOrBranch: defaultBranch,
        path,
      });
      const url = at(["sourceProviders", type, "filecontents"], `${query}${version}`);
      const content = await text({ url, signal }, (body) => readTextBody(body, maxFileBytes)).catch(
        undefinedIfMissing,
      );
      return content === undefined ? undefined : { text: content, objectId: "" };
    },
    /** The object id of a file in Azure Repos (Items - Get, without its content); undefined if it does not exist. */
    async objectIdOf(
      { id: repository, defaultBranch }: Repository,
      path: string,
      signal: AbortSignal,
    ): Promise<string | undefined> {
      const url = itemInRepos(repository, path, defaultBranch, false);
      return json({ url, signal }, (item) => parsedBy(objectSchema, item)?.objectId).catch(
        undefinedIfMissing,
      );
    },
  };
}

import * as v from "valibot";
import { readTextBody } from "../http/body";
import { HttpError, statusOf } from "../http/errors";
import { urlBelow } from "../http/url";
import { parseContent } from "./pipelines";
import { apiVersionOf, fileQuery, sourcesQuery } from "./queries";
import { id, parseList } from "./records";
import type { Requests } from "./requests";
import type { PipelineSource, Repository, RepositoryReader } from "./service";

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

/** Undefined for a pipeline without YAML. */
function parseSource(entry: unknown): PipelineSource | undefined {
  const parsed = v.safeParse(sourceSchema, entry);
  if (!parsed.success) return undefined;
  const { id: definitionId, name: pipeline, process, repository } = parsed.output;
  const { properties, defaultBranch, ...known } = repository;
  return {
    definitionId,
    pipeline,
    yaml: process.yamlFilename.replaceAll("\\", "/").replace(/^\.?\/+/, ""),
    repository: {
      ...known,
      defaultBranch: defaultBranch.replace(/^refs\/heads\//, ""),
      connection: properties?.connectedServiceId ?? "",
    },
  };
}

/** So many ids fit in a URL. */
const maxIds = 100;
/** GitHub reads no larger one. */
const maxFileBytes = 3 * 1024 * 1024;

export function readRepositories(
  { project, listParameters }: { project: URL; listParameters: string },
  { json, runList, log }: Pick<Requests, "json" | "runList" | "log">,
): RepositoryReader {
  const read = (
    { type, id: of, defaultBranch, connection }: Repository,
    path: string,
    signal: AbortSignal,
  ) => {
    if (type === "TfsGit") {
      const query = fileQuery(path, defaultBranch, listParameters);
      return json(
        urlBelow(project, ["_apis", "git", "repositories", of, "items"], query),
        signal,
        parseContent,
      );
    }
    const query = new URLSearchParams({
      ...(connection === "" ? {} : { serviceEndpointId: connection }),
      repository: of,
      commitOrBranch: defaultBranch,
      path,
    });
    return log(
      urlBelow(
        project,
        ["_apis", "sourceProviders", type, "filecontents"],
        `${query}${apiVersionOf(listParameters)}`,
      ),
      signal,
      (body) => readTextBody(body, maxFileBytes),
    );
  };
  return {
    async pipelineSources(ids, signal) {
      const sources: PipelineSource[] = [];
      for (let from = 0; from < ids.length; from += maxIds) {
        const query = sourcesQuery(ids.slice(from, from + maxIds), listParameters);
        sources.push(
          ...(await runList(urlBelow(project, ["_apis", "build", "definitions"], query), signal, (body) =>
            parseList(body).flatMap((entry) => parseSource(entry) ?? []),
          )),
        );
      }
      return sources;
    },
    async repositoryFile(repository, path, signal) {
      try {
        return await read(repository, path, signal);
      } catch (error) {
        if (error instanceof HttpError && statusOf(error.problem) === 404) return undefined;
        throw error;
      }
    },
  };
}

import { json, type ReceivedRequest, type Reply } from "./loopback";

/** What the service knows of the repositories of pipelines. */
export interface SandboxRepositories {
  /** Where the YAML of a pipeline is, by the pipeline's id. */
  sources: Readonly<Record<string, { yaml: string; type: string; id: string }>>;
  /** The files that the credential may read, by the id of their repository and their path. */
  files: Readonly<Record<string, string>>;
}

/** The members of a pipeline that say where its YAML is. */
export function sourceOf(id: string, sources: SandboxRepositories["sources"]): object {
  const { yaml, ...repository } = sources[id] ?? { yaml: "" };
  const process = yaml === "" ? { type: 1 } : { type: 2, yamlFilename: yaml };
  const properties = { connectedServiceId: "c-1" };
  return { process, repository: { ...repository, defaultBranch: "refs/heads/main", properties } };
}

/** Answers requests about repositories; undefined for any other. `api` is the path of all that the project has. */
export function repositoryReply(
  { path, query }: ReceivedRequest,
  api: string,
  { sources, files }: SandboxRepositories,
): Reply | undefined {
  const ids = query.get("definitionIds");
  if (path === `${api}/build/definitions` && ids !== null && query.get("includeAllProperties") === "true") {
    const value = ids
      .split(",")
      .map((id) => ({ id: Number(id), name: `pipeline ${id}`, ...sourceOf(id, sources) }));
    return json({ count: value.length, value });
  }
  const [, inRepos] = /\/git\/repositories\/([^/]+)\/items$/.exec(path) ?? [];
  const isOnGitHub = path === `${api}/sourceProviders/GitHub/filecontents`;
  if (inRepos === undefined && !isOnGitHub) return undefined;
  const text = files[`${inRepos ?? query.get("repository")}/${query.get("path")}`];
  if (text === undefined)
    return { ...json({ message: "TF401174: The item could not be found in the repository." }), status: 404 };
  return isOnGitHub
    ? { status: 200, headers: { "content-type": "text/plain" }, body: text }
    : json({ content: text });
}

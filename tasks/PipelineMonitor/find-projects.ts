import type { NamedProject } from "../../shared/azure-devops/projects";
import { urlBelow } from "../../shared/http/url";
import type { Config } from "./config/parse";
import { maxProjects } from "./config/schema";
import { attempt, type Context } from "./issue/context";
import { type ProjectIds, projectFingerprint } from "./issue/ledger";
import type { OtherProjects } from "./projects";

/** Names in the report what could not be listed. */
const otherProjects = "the other projects";

/**
 * One configuration for each project to check. Logs a warning if the organization cannot be listed, or has more
 * projects than one monitor checks.
 */
export async function findProjects(
  config: Config,
  remembered: ProjectIds = {},
  others: OtherProjects,
  context: Context,
): Promise<{
  /** `project` first, then the others in their order, each once. */
  configs: Config[];
  /** Whether all of the organization's projects could be listed, if they are to be checked. */
  isListed: boolean;
  /** Whether it could list them at all: those beyond the most that it checks are nobody's to watch. */
  isListRead: boolean;
  /** To be remembered. */
  projectIds: ProjectIds;
}> {
  const { moreProjects } = config;
  const listed =
    moreProjects === "all"
      ? await attempt(otherProjects, context, () => others.list(maxProjects, context.cancelled))
      : { projects: await withIds(askedFor(config), remembered, { config, others }, context), isCut: false };
  const own = { name: config.projectName, id: config.projectId };
  const projects = [own, ...(listed?.projects ?? [])];
  const byName = new Map(projects.map((project) => [project.name.toLowerCase(), project]));
  const ofEach = [...byName.values()].map((project) => configOf(config, project));
  const all = [...new Map(ofEach.map((project) => [projectFingerprint(project), project])).values()];
  const isCut = listed?.isCut === true || all.length > maxProjects;
  if (isCut)
    context.agent.warn(
      `Could not check ${otherProjects} beyond the first ${maxProjects}. Check them with another monitor.`,
    );
  const configs = all.slice(0, maxProjects);
  const isListRead = listed !== undefined;
  const projectIds = idsOf(configs, new Set(askedFor(config)));
  return { configs, isListed: isListRead && !isCut, isListRead, projectIds };
}

/**
 * The names of projects whose ids the service is asked for. Of its own, the agent tells that of the pipeline's project. Another one, or
 * that at another address of the server, is asked for where the monitor remembers it.
 */
function askedFor({ projectId, projectName, moreProjects, sinceLastReport }: Config): readonly string[] {
  if (moreProjects === "all") return [];
  const isAsked = projectId === undefined && (sinceLastReport || moreProjects.length > 0);
  return [...(isAsked ? [projectName] : []), ...moreProjects];
}

/** More projects of an organization are known by their addresses. */
const maxNamed = 1000;

/** The service is asked for their ids once; a project whose id it does not tell then stays known by its address. */
async function withIds(
  names: readonly string[],
  remembered: ProjectIds,
  { config, others }: { config: Config; others: OtherProjects },
  { cancelled }: Context,
): Promise<NamedProject[]> {
  const knownId = (name: string) => remembered[addressOf(configOf(config, { name, id: undefined }))];
  const isNew = names.some((name) => knownId(name) === undefined);
  const withoutList = () => {
    cancelled.throwIfAborted();
    return undefined;
  };
  const listed = isNew ? await others.list(maxNamed, cancelled).catch(withoutList) : undefined;
  const ids = new Map(listed?.projects.map(({ name, id }) => [name.toLowerCase(), id]));
  return names.map((name) => ({ name, id: knownId(name) ?? ids.get(name.toLowerCase()) }));
}

/** Those of an organization that is listed are not remembered. */
function idsOf(configs: readonly Config[], asked: ReadonlySet<string>): ProjectIds {
  const own = configs.filter(({ projectName }) => asked.has(projectName));
  return Object.fromEntries(own.map((config) => [addressOf(config), config.projectId ?? ""]));
}

function addressOf({ project }: Config): string {
  return projectFingerprint({ project });
}

/** A schedule belongs to a pipeline of the monitor's own project. */
function configOf(config: Config, { name, id = "" }: NamedProject): Config {
  if (name.toLowerCase() === config.projectName.toLowerCase())
    return config.projectId !== undefined || id === "" ? config : { ...config, projectId: id };
  return {
    ...config,
    project: urlBelow(config.organization, [name]),
    projectName: name,
    projectId: id === "" ? undefined : id,
    elsewhere: undefined,
    schedules: [],
    isOwn: false,
  };
}

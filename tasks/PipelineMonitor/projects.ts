import pMap from "p-map";
import type { BuildService } from "../../shared/azure-devops/client";
import type { ProjectNames } from "../../shared/azure-devops/projects";
import { messageOf } from "../../shared/errors";
import { urlBelow } from "../../shared/http/url";
import type { Config } from "./config/parse";
import { maxProjects } from "./config/schema";
import { attempt, type Context, createTimeBudget } from "./issue/context";
import type { ProjectReport, Report } from "./issue/report";

/** The other projects of the organization. */
export interface OtherProjects {
  /** Reads the names of at most so many projects that the credential can read. */
  names(maxCount: number, signal: AbortSignal): Promise<ProjectNames>;
  /** Opens a client of a project. The caller must call `dispose`. */
  open(project: URL): BuildService;
}

/** Names in the report what could not be listed. */
export const otherProjects = "the other projects";

/**
 * Returns the configuration of each project to check: `project` first, then the others in their order, each once. An
 * organization that cannot be listed costs a warning, and so do more projects than one monitor checks.
 */
export async function findProjects(
  config: Config,
  others: OtherProjects | undefined,
  context: Context,
): Promise<{ configs: Config[]; isComplete: boolean; isListed: boolean }> {
  const { moreProjects } = config;
  if (others === undefined) return { configs: [config], isComplete: true, isListed: true };
  const listed =
    moreProjects === "all"
      ? await attempt(otherProjects, context, () => others.names(maxProjects, context.cancelled))
      : { names: [...moreProjects], isCut: false };
  const named = new Map(
    [config.projectName, ...(listed?.names ?? [])].map((name) => [name.toLowerCase(), name]),
  );
  const all = [...named.values()].map((name) => configOf(config, name));
  const isCut = listed?.isCut === true || all.length > maxProjects;
  if (isCut)
    context.agent.warn(
      `Could not check ${otherProjects} beyond the first ${maxProjects}. Check them with another monitor.`,
    );
  return {
    configs: all.slice(0, maxProjects),
    isComplete: listed !== undefined && !isCut,
    isListed: listed !== undefined,
  };
}

/** Returns the configuration of a project. A schedule belongs to one pipeline, which is of the own project. */
function configOf(config: Config, name: string): Config {
  if (name.toLowerCase() === config.projectName.toLowerCase()) return config;
  return {
    ...config,
    project: urlBelow(config.organization, [name]),
    projectName: name,
    schedules: [],
  };
}

/** So many projects are read at a time. Each has its share of the connections and of the time. */
export const projectsAtOnce = 4;

/**
 * Checks every project. One that cannot be read costs a warning. Throws if none can be read, because a monitor that
 * cannot see must not say that all is well.
 */
export async function checkProjects(
  configs: readonly Config[],
  others: OtherProjects | undefined,
  context: Context,
  check: (config: Config, context: Context) => Promise<ProjectReport>,
): Promise<Pick<Report, "projects" | "unread">> {
  const { agent, clock, cancelled } = context;
  const failures = new Map<Config, unknown>();
  const share = Math.min(1, projectsAtOnce / configs.length);
  const checkOne = async (config: Config): Promise<ProjectReport | undefined> => {
    const isOwn = config === configs[0];
    const service = isOwn ? context.service : (others?.open(config.project) ?? context.service);
    try {
      const time = configs.length === 1 ? context.time : createTimeBudget(clock, share);
      return await check(config, { ...context, service, time });
    } catch (error) {
      cancelled.throwIfAborted();
      failures.set(config, error);
      return undefined;
    } finally {
      if (service !== context.service) service.dispose();
    }
  };
  const reports = await pMap(configs, checkOne, { concurrency: projectsAtOnce });
  const [[, failure] = []] = failures;
  if (failures.size === configs.length) throw failure;
  for (const [{ projectName }, error] of failures)
    agent.warn(`Could not read the project ${agent.sanitize(projectName)}. ${messageOf(error)}`);
  return { projects: reports.filter((report) => report !== undefined), unread: [...failures.keys()] };
}

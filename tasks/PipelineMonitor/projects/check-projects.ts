import pMap from "p-map";
import type { BuildService } from "../../../shared/azure-devops/client";
import { messageOf } from "../../../shared/errors";
import { createTimeBudget, optionalCheckSeconds } from "../checks/optional-check";
import type { Config } from "../config/parse";
import { checkProject, type ProjectParts, type ProjectReport } from "./check-project";
import type { OtherProjects } from "./find-projects";

/** What checking several projects needs. */
export interface ProjectsParts
  extends Pick<
    ProjectParts,
    "agent" | "clock" | "cancelled" | "time" | "startedAt" | "isMention" | "alerts"
  > {
  /** The client of the configuration's own project. */
  service: BuildService;
  others: OtherProjects | undefined;
  /** Returns the window of a project, and what the last report knew of it. */
  before: (config: Config) => Pick<ProjectParts, "windowAt" | "memory">;
}

/** What became of the projects. */
export interface ProjectsChecked {
  reports: ProjectReport[];
  /** The projects that could not be read. */
  unread: Config[];
}

/** So many projects are read at a time. Each has its share of the connections and of the time. */
export const projectsAtOnce = 4;

/**
 * Checks every project. One that cannot be read costs a warning. Throws if none can be read, because a monitor that
 * cannot see must not say that all is well.
 */
export async function checkProjects(
  configs: readonly Config[],
  { service, others, before, ...parts }: ProjectsParts,
): Promise<ProjectsChecked> {
  const failures = new Map<Config, unknown>();
  const timeShare = Math.min(1, projectsAtOnce / configs.length);
  const isOnly = configs.length === 1;
  const check = async (config: Config): Promise<ProjectReport | undefined> => {
    const [own] = configs;
    const client = config === own ? service : (others?.open(config.project) ?? service);
    try {
      const time = isOnly ? parts.time : createTimeBudget(parts.clock, optionalCheckSeconds * timeShare);
      return await checkProject({ ...parts, ...before(config), config, service: client, time, timeShare });
    } catch (error) {
      parts.cancelled.throwIfAborted();
      failures.set(config, error);
      return undefined;
    } finally {
      if (client !== service) client.dispose();
    }
  };
  const reports = await pMap(configs, check, { concurrency: projectsAtOnce });
  const [[, failure] = []] = failures;
  if (failures.size === configs.length) throw failure;
  for (const [{ projectName }, error] of failures)
    parts.agent.warn(`Could not read the project ${parts.agent.sanitize(projectName)}. ${messageOf(error)}`);
  return { reports: reports.filter((report) => report !== undefined), unread: [...failures.keys()] };
}

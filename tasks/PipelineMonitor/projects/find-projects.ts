import type { BuildService } from "../../../shared/azure-devops/client";
import type { ProjectNames } from "../../../shared/azure-devops/projects";
import { urlBelow } from "../../../shared/http/url";
import { attempt, type CheckParts } from "../checks/optional-check";
import type { Config } from "../config/parse";
import { maxProjects } from "../config/schema";

/** The other projects of the organization. */
export interface OtherProjects {
  /** Reads the names of at most so many projects that the credential can read. */
  names(maxCount: number, signal: AbortSignal): Promise<ProjectNames>;
  /** Opens a client of a project. The caller must call `dispose`. */
  open(project: URL): BuildService;
}

/** The projects to check. */
export interface FoundProjects {
  configs: Config[];
  /** Whether some are not among them. */
  isSkipped: boolean;
  /** Whether the organization could be listed. */
  isListed: boolean;
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
  parts: Pick<CheckParts, "agent" | "cancelled">,
): Promise<FoundProjects> {
  const { moreProjects } = config;
  if (others === undefined) return { configs: [config], isSkipped: false, isListed: true };
  const listed =
    moreProjects === "all"
      ? await attempt(otherProjects, parts, () => others.names(maxProjects, parts.cancelled))
      : { names: [...moreProjects], isCut: false };
  const named = new Map(
    [config.projectName, ...(listed?.names ?? [])].map((name) => [name.toLowerCase(), name]),
  );
  const all = [...named.values()].map((name) => configOf(config, name));
  const isCut = listed?.isCut === true || all.length > maxProjects;
  if (isCut)
    parts.agent.warn(
      `Could not check ${otherProjects} beyond the first ${maxProjects}. Check them with another monitor.`,
    );
  return {
    configs: all.slice(0, maxProjects),
    isSkipped: listed === undefined || isCut,
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
    optional: { ...config.optional, schedules: [], runsPerWeekMax: undefined },
  };
}

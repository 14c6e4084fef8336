import pMap from "p-map";
import { describeOneProject } from "../../shared/azure-devops/advice";
import type { BuildService } from "../../shared/azure-devops/client";
import { maxRunsSeconds } from "../../shared/azure-devops/pages";
import type { NamedProject, readProjects } from "../../shared/azure-devops/projects";
import { timeLimit } from "../../shared/clock";
import { urlBelow } from "../../shared/http/url";
import type { Config } from "./config/parse";
import { maxProjects } from "./config/schema";
import { attempt, type Context, createTimeBudget, listedOnce, maxReadSeconds } from "./issue/context";
import { type ProjectIds, projectFingerprint } from "./issue/ledger";

/** The other projects of the organization. */
export interface OtherProjects {
  /** Lists at most so many projects that the credential can read. */
  list(maxCount: number, signal: AbortSignal): ReturnType<typeof readProjects>;
  /** Opens a client of a project. The caller must call `dispose`. */
  open(project: URL): BuildService;
}

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

/** So many projects are read at a time. Each has its share of the connections and of the time. */
export const projectsAtOnce = 4;
/** A project that responds at all does so within this time. */
const minFirstSeconds = 10;

/** The first request of a project, and then all others. */
interface HourOf<T, Found> {
  /** When the hour began, by the clock. */
  startedAt: number;
  /** A list that it begins may be read on with its signal. */
  begin(config: Config, context: Context): Promise<T>;
  complete(begun: T, config: Config, context: Context): Promise<Found>;
}

/**
 * Checks every project. Each gets its first request before any gets its second. One whose list cannot be read in time costs
 * a warning. One whose list was read is reported, when the time is up without the rest. Throws if none can be read, because
 * a monitor that cannot see must not say that all is well.
 */
export async function checkProjects<T, Found>(
  configs: readonly Config[],
  others: OtherProjects,
  context: Context,
  { startedAt, begin, complete }: HourOf<T, Found>,
): Promise<{ projects: Found[]; unread: Config[] }> {
  const { agent, clock, cancelled } = context;
  const failures = new Map<Config, unknown>();
  const opened: BuildService[] = [];
  const progress = progressOf(configs.length, context);
  const all = configs.map((config, index) => {
    const watched = { config, progress: progress(index) };
    // The first is the own one.
    if (index === 0) return { ...watched, service: context.service };
    const service = others.open(config.project);
    opened.push(service);
    return { ...watched, service };
  });
  const share = Math.min(1, projectsAtOnce / configs.length);
  const ofAll = timeLimit(clock, maxReadSeconds - (clock.now() - startedAt) / 1000, cancelled);
  const firstSeconds = Math.max(minFirstSeconds, maxRunsSeconds * share);
  const attempted = async <R>(
    { config, service, progress }: (typeof all)[number],
    ends: AbortSignal,
    act: (config: Config, own: Context) => Promise<R>,
  ) => {
    const time = createTimeBudget(clock, { share, projects: configs.length }, ofAll.signal);
    try {
      const unfinishedRuns = listedOnce(service);
      return await act(config, { ...context, service, unfinishedRuns, time, cancelled: ends, progress });
    } catch (error) {
      cancelled.throwIfAborted();
      const late = new Error(`${config.project.href} did not respond in time.`);
      failures.set(config, ends.aborted || ofAll.signal.aborted ? late : error);
      return undefined;
    }
  };
  const listed = async (project: (typeof all)[number]) => {
    const limit = timeLimit(clock, firstSeconds, ofAll.signal);
    return attempted(project, limit.signal, begin).finally(limit.end);
  };
  try {
    const limits = { concurrency: projectsAtOnce };
    const begun = await pMap(all, listed, limits);
    const completed = async (project: (typeof all)[number], index: number) => {
      const first = begun[index];
      const act = first && ((config: Config, own: Context) => complete(first, config, own));
      const report = act && (await attempted(project, cancelled, act));
      project.progress(100, "Checking the projects");
      return report;
    };
    const reports = await pMap(all, completed, limits);
    if (failures.size === configs.length) throw [...failures.values()][0];
    for (const [{ projectName }, error] of failures)
      agent.warn(`Could not read the project ${agent.sanitize(projectName)}. ${describeOneProject(error)}`);
    return { projects: reports.filter((report) => report !== undefined), unread: [...failures.keys()] };
  } finally {
    ofAll.end();
    for (const service of opened) service.dispose();
  }
}

/** Shows how far all projects are together, as long as anything is left. Returns what each of them is to call. */
function progressOf(count: number, context: Context): (index: number) => Context["progress"] {
  const percents = Array.from({ length: count }, () => 0);
  return (index) => (percent, what) => {
    percents[index] = percent;
    const total = Math.floor(percents.reduce((sum, each) => sum + each, 0) / count);
    if (total < 100) context.progress(total, what);
  };
}

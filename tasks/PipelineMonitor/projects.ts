import pMap from "p-map";
import { describeOneProject } from "../../shared/azure-devops/advice";
import type { BuildService } from "../../shared/azure-devops/client";
import { maxRunsSeconds } from "../../shared/azure-devops/pages";
import type { readProjects } from "../../shared/azure-devops/projects";
import { timeLimit } from "../../shared/clock";
import type { Config } from "./config/parse";
import { type Context, createTimeBudget, listedOnce, maxReadSeconds } from "./issue/context";

/** The other projects of the organization. */
export interface OtherProjects {
  /** Lists at most so many projects that the credential can read. */
  list(maxCount: number, signal: AbortSignal): ReturnType<typeof readProjects>;
  /** Opens a client of a project. The caller must call `dispose`. */
  open(project: URL): BuildService;
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

import { groupBy } from "../../../shared/group-by";
import type { Pipeline } from "../../../shared/pipeline";
import type { Project } from "../../../shared/project";
import type { MonitorReport } from "../../../shared/report/schema";
import { type Monitor, monitorsOf, timeOf } from "../../geometry/monitors";
import { pipelinesMeant } from "../../geometry/problem";
import { projectIn, projectOf } from "../../geometry/project";
import type { ProjectRun } from "../../geometry/project-run";
import type { HubService } from "../../host/hub-service";
import { reasonOf } from "../../host/limits";
import type { MonitorStep } from "../../host/monitor-steps";

/** A monitor, and the attachments of its newest runs, as far as they can be read. */
export type KnownMonitor = ReturnType<typeof knownMonitors>[number];

/** With the name that the page gives it. */
export type NamedMonitor = KnownMonitor & { name: string };

/** The steps of runs by the runs' ids, or why they cannot be read. */
type Steps = ReadonlyMap<number, readonly MonitorStep[] | string>;

/** So many runs of a monitor are tried until one has what can be read. */
const maxTried = 3;

/**
 * Reads what the last run of each monitor attached and, where that cannot be read, what the runs before did. `tried` is of
 * how many runs. `project` is the one in which they run, if it is another one.
 */
export async function readMonitors(
  read: HubService["steps"],
  monitors: readonly Monitor[],
  project?: Project,
) {
  const steps = new Map<number, readonly MonitorStep[] | string>();
  let tried = 0;
  for (let left = monitors; left.length > 0 && tried < maxTried; tried++) {
    const ids = new Set(left.flatMap(({ runs }) => runs[tried]?.id ?? []));
    await Promise.all(
      [...ids]
        .filter((id) => !steps.has(id))
        .map(async (id) => steps.set(id, await read(id).catch(reasonOf))),
    );
    left = left.filter((monitor) => !isWhole(stepsOf(monitor, tried, monitors, steps)));
  }
  return { monitors: knownMonitors(monitors, steps, project), tried };
}

/** Whether nothing has to be looked up in earlier runs. */
function isWhole(steps: readonly MonitorStep[]): boolean {
  return (
    steps.some(({ reports }) => reports.length > 0) && steps.every(({ problems }) => problems.length === 0)
  );
}

function knownMonitors(monitors: readonly Monitor[], steps: Steps, project: Project | undefined) {
  const all = monitors.map((monitor) => {
    const tried = monitor.runs.flatMap((run, place) =>
      steps.has(run.id) ? [{ run, steps: stepsOf(monitor, place, monitors, steps) }] : [],
    );
    const newest = steps.get(monitor.run.id);
    const reporting = tried.find((run) => run.steps.some((step) => step.reports.length > 0));
    const noting = tried.find((run) => run.steps.some(({ nights }) => nights !== undefined));
    return {
      ...monitor,
      /** The one in which it runs; undefined for that of the page. */
      project,
      /** Those of its newest run. */
      steps: tried[0]?.steps ?? [],
      /** Why its newest run could not be read. */
      problem: typeof newest === "string" ? newest : undefined,
      reports: reporting?.steps.flatMap(({ reports }) => reports) ?? [],
      /** The run that attached the reports; undefined if none did. */
      reportRun: reporting?.run,
      /** When that run ended; when the monitor ran last, unless that run's reports cannot be read. */
      knownAt: reporting === undefined ? monitor.reportedAt : timeOf(reporting.run),
      /** Undefined without a journal. */
      nights: noting?.steps.flatMap(({ nights = [] }) => nights),
    };
  });
  return all.map((monitor) => {
    const untagged = stepsIn(steps, monitor.run)?.filter(({ tag }) => tag === undefined);
    const lacking = all.filter(
      (other) => other.run.id === monitor.run.id && !other.steps.some(({ tag }) => tag !== undefined),
    );
    /** Whether its newest run, which could be read, has no step of it, and no step of which nobody knows whose it is. */
    const isLacking =
      monitor.steps.length === 0 && untagged !== undefined && untagged.length < lacking.length;
    return { ...monitor, isLacking };
  });
}

/** Undefined for steps that were not, or could not be read. */
function stepsIn(steps: Steps, run: ProjectRun): readonly MonitorStep[] | undefined {
  const attached = steps.get(run.id);
  return typeof attached === "string" ? undefined : attached;
}

/**
 * The steps with a monitor's tag in one of its runs; 0 is its newest run. Steps without a memory have no tag: those of the
 * newest run of a pipeline are shown once, with a monitor of it.
 */
function stepsOf(
  monitor: Monitor,
  place: number,
  all: readonly Monitor[],
  steps: Steps,
): readonly MonitorStep[] {
  const run = monitor.runs[place];
  const inRun = latestAttempts((run && stepsIn(steps, run)) ?? []);
  const isOwn =
    ({ tag }: Monitor) =>
    (step: MonitorStep) =>
      tag !== undefined && step.tag === tag;
  if (inRun.some(isOwn(monitor))) return inRun.filter(isOwn(monitor));
  const ofPipeline = all.filter(
    (other) => other.run.pipeline.id === run?.pipeline.id && other.run.branch === run.branch,
  );
  const isNewest = ofPipeline.every(({ reportedAt }) => reportedAt <= monitor.reportedAt);
  const first = ofPipeline.find((other) => other.runs[place]?.id === run?.id && !inRun.some(isOwn(other)));
  return isNewest && first === monitor ? inRun.filter((step) => step.tag === undefined) : [];
}

/** The last attempt of a step counts, like in the tab. */
function latestAttempts(steps: readonly MonitorStep[]): MonitorStep[] {
  const attemptOf = ({ reports }: MonitorStep) => Math.max(0, ...reports.map(({ attempt = 1 }) => attempt));
  const stepOf = ({ tag, reports: [report] }: MonitorStep) =>
    tag ?? JSON.stringify([report?.stage, report?.job, report?.configuration]);
  return [...groupBy(steps, stepOf).values()].flatMap((some) => {
    const last = Math.max(...some.map(attemptOf));
    return some.filter((step) => attemptOf(step) === last);
  });
}

/** Each search for monitors of other projects costs a request for each project. */
const searchSeconds = 3600;

/** Looks for monitors of other projects that watch one, and until the next search reads those that did. */
export function watcherSearch(connect: (project: string) => HubService, project: Project & { url: string }) {
  let searchedAt = Number.NEGATIVE_INFINITY;
  let watching: Awaited<ReturnType<HubService["others"]>> = [];
  return async (now: number): Promise<KnownMonitor[]> => {
    const isSearch = now - searchedAt >= searchSeconds;
    const others = isSearch ? await connect(project.url).others() : watching;
    const read = await Promise.all(
      others.map(async ({ name, url }) => readWatchers(connect(url), projectOf({ name }), project, now)),
    );
    if (isSearch) [searchedAt, watching] = [now, others.filter((_, index) => (read[index]?.length ?? 0) > 0)];
    return read.flat();
  };
}

/** The monitors of another project with what they know of this one; none that do not watch it, or that the viewer may not see. */
async function readWatchers(
  service: HubService,
  project: Project,
  watched: Project,
  now: number,
): Promise<KnownMonitor[]> {
  const { runs, since } = await service.monitorRuns(now).catch(() => ({ runs: [], since: undefined }));
  const { monitors } = await readMonitors(service.steps, monitorsOf(runs, since), project);
  return monitors.flatMap((monitor) => {
    const reports = monitor.reports.filter((report) => isOf(report, watched));
    const nights = monitor.nights?.filter((night) => projectIn(night, watched).id === watched.id) ?? [];
    if (reports.length + nights.length === 0) return [];
    return [{ ...monitor, reports, nights: nights.length === 0 ? undefined : nights }];
  });
}

/** All pipelines that are known, of the runs first: a report or a journal may be older than the present name. */
export function pipelinesOf(
  runs: ReadonlyMap<number, ProjectRun>,
  monitors: readonly KnownMonitor[],
  own: Project,
): { project: Project; pipeline: Pipeline }[] {
  const ordered = [...runs.values()].toSorted((one, other) => one.id - other.id);
  const listed = new Map(ordered.map(({ pipeline }) => [pipeline.id, { project: own, pipeline }]));
  const others = monitors.flatMap(({ run: { pipeline }, nights = [], project = own }) => [
    { project, pipeline },
    ...nights.flatMap((night) => night.pipelines.map((row) => ({ project: projectIn(night, own), ...row }))),
  ]);
  return [...listed.values(), ...others.map(({ project, pipeline }) => ({ project, pipeline }))];
}

/** The ids of the pipelines of a project that reports tell of. */
export function toldPipelines(
  runs: ReadonlyMap<number, ProjectRun>,
  monitors: readonly KnownMonitor[],
  own: Project,
): number[] {
  const pipelines = pipelinesOf(runs, monitors, own).filter(({ project }) => project.id === own.id);
  return monitors
    .flatMap(({ reports }) => reports.filter((report) => isOf(report, own)))
    .flatMap(({ problems }) => problems)
    .flatMap((problem) => pipelinesMeant(problem, pipelines).flatMap(({ id }) => id ?? []));
}

/** The project that a report is on, as a page of the project `own` knows it. */
export function projectOfReport({ project = "", projectId }: MonitorReport, own: Project): Project {
  return projectIn({ name: project, id: projectId }, own);
}

function isOf(report: MonitorReport, own: Project): boolean {
  return projectOfReport(report, own).id === own.id;
}

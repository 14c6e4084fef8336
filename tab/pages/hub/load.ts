import { groupBy } from "../../../shared/group-by";
import { isCalm } from "../../../shared/report/form";
import type { ReportProblem } from "../../../shared/report/schema";
import { type Listed, nightFromRuns, problemsFromRuns } from "../../geometry/from-runs";
import { type Monitor, monitorsOf } from "../../geometry/monitors";
import type { Watched } from "../../geometry/night";
import type { HubService, MonitorStep } from "../../host/hub-service";
import { reasonOf } from "../../host/reason";
import { type Clock, clockOf } from "../../words/clock";
import { lateProblem } from "../../words/hub-words";
import { leftOutText } from "../../words/report-words";

/** Everything that the hub shows, as it was read. */
export interface HubData {
  /** That of the first monitor's configuration. */
  clock: Clock;
  monitors: readonly (Monitor & { name: string })[];
  /** The current problems, the most important first. */
  problems: readonly ReportProblem[];
  watched: readonly Watched[];
  /** Names whatever could not be read or checked. */
  gaps: readonly string[];
  /** The monitors whose steps attach none, and so have no hours. */
  withoutJournal: readonly string[];
  /** Read in place of a journal: the last 24 hours. */
  listed: { count: number; since: number | undefined; isCut: boolean } | undefined;
}

/** Runs for whose approvals the hub looks. */
const maxWaits = 24;

/** Reads of each monitor its newest report and journal; without any journal, the runs of the last 24 hours. */
export async function loadHub(
  service: HubService,
  project: { name: string; url: string },
  { now, timeZone }: { now: number; timeZone: string },
): Promise<HubData> {
  const { runs: monitorRuns, since } = await service.monitorRuns(now);
  const monitors = monitorsOf(monitorRuns, now, since);
  const steps = new Map<number, MonitorStep[]>();
  const gaps: string[] = [];
  const runs = new Map(monitors.map(({ run }) => [run.id, run]));
  await Promise.all(
    [...runs.values()].map(async (run) => {
      try {
        steps.set(run.id, await service.steps(run.id));
      } catch (error) {
        gaps.push(`The report of ${run.pipeline} ${run.number} could not be read: ${reasonOf(error)}`);
      }
    }),
  );
  const named = monitors.map((monitor) => {
    const own = stepsOf(monitor, monitors, steps);
    return { ...monitor, name: nameOf(monitor, monitors, own[0]), steps: own };
  });
  const known = named.flatMap((monitor) => monitor.steps.map((step) => ({ monitor, step })));
  gaps.push(
    ...known.flatMap(({ monitor, step }) => gapsOf(monitor.name, step)),
    ...named.filter((monitor) => isUnreported(monitor, named, steps)).map(({ name }) => noReport(name)),
  );
  const watched = known.flatMap(({ monitor, step: { nights = [], reports } }) =>
    nights.map((night) => ({
      monitor: monitor.name,
      night,
      isSilent: monitor.isSilent,
      problems: reports.flatMap(({ problems }) => problems).filter((one) => one.project === night.name),
    })),
  );
  // Without a monitor, the reader's own clock is as good as any.
  const configured = named.length === 0 ? timeZone : known.flatMap(({ step }) => step.reports)[0]?.zone;
  const reported = distinctInOrder([
    ...named.filter(({ isLate }) => isLate).map((monitor) => lateProblem(monitor, project.name)),
    ...known.flatMap(({ step }) => step.reports.flatMap(({ problems }) => problems)),
  ]);
  const withoutJournal = known.flatMap(({ monitor, step: { reports, nights, problems } }) =>
    reports.length > 0 && nights === undefined && problems.length === 0 ? [monitor.name] : [],
  );
  const facts = { clock: clockOf(configured, timeZone, now), monitors: named, gaps, withoutJournal };
  if (watched.length > 0) return { ...facts, problems: reported, watched, listed: undefined };
  const isReported = known.some(({ step }) => step.reports.length > 0);
  const listed = await listedNight(service, project, facts.clock, isReported ? reported : undefined);
  // Without any report, what the list shows is all that is known, besides that nobody watches.
  return { ...facts, ...listed, problems: isReported ? reported : [...reported, ...listed.problems] };
}

/** The last 24 hours by the list of runs; `reported` are the problems of monitors that keep no journal. */
async function listedNight(
  service: HubService,
  { name, url }: { name: string; url: string },
  { now, zone }: Clock,
  reported: readonly ReportProblem[] | undefined,
): Promise<Pick<HubData, "problems" | "watched" | "listed">> {
  const recent = await service.recentRuns(now);
  const waits = new Map<number, NonNullable<Awaited<ReturnType<HubService["wait"]>>>>();
  const started = recent.unfinished.filter(({ status }) => status === "inProgress").slice(0, maxWaits);
  await Promise.all(
    started.map(async ({ id }) => {
      // Without it, the run is only one that runs.
      const wait = await service.wait(id).catch(() => undefined);
      if (wait !== undefined) waits.set(id, wait);
    }),
  );
  const listed: Listed = { ...recent, waits };
  const own = reported ?? problemsFromRuns(listed, name, now);
  const night = nightFromRuns(listed, name, url, now, zone);
  const since = recent.runs.at(-1)?.finishTime;
  return {
    problems: own,
    watched: night.pipelines.length === 0 ? [] : [{ monitor: "", night, problems: own, isSilent: false }],
    listed: { count: recent.runs.length, since, isCut: recent.isCut },
  };
}

/**
 * Of the steps of its run, that with its tag. Steps without a memory have no tag: those of the newest run of a pipeline are
 * shown once, with a monitor of it.
 */
function stepsOf(
  monitor: Monitor,
  all: readonly Monitor[],
  steps: ReadonlyMap<number, readonly MonitorStep[]>,
): readonly MonitorStep[] {
  const { tag, run } = monitor;
  const inRun = latestAttempts(steps.get(run.id) ?? []);
  const isOwn = (of: Monitor) => (step: MonitorStep) => of.tag !== undefined && step.tag === of.tag;
  if (inRun.some(isOwn(monitor))) return inRun.filter((step) => step.tag === tag);
  const ofPipeline = all.filter(
    (other) => other.run.definitionId === run.definitionId && other.run.branch === run.branch,
  );
  const isNewest = ofPipeline.every(({ reportedAt }) => reportedAt <= monitor.reportedAt);
  const first = ofPipeline.find((other) => other.run.id === run.id && !inRun.some(isOwn(other)));
  return isNewest && first === monitor ? inRun.filter((step) => step.tag === undefined) : [];
}

/** The last attempt of a step counts, like in the tab. */
function latestAttempts(steps: readonly MonitorStep[]): MonitorStep[] {
  const attemptOf = ({ reports }: MonitorStep) => Math.max(0, ...reports.map(({ attempt = 1 }) => attempt));
  const placeOf = ({ tag, reports: [report] }: MonitorStep) =>
    tag ?? JSON.stringify([report?.stage, report?.job, report?.configuration]);
  return [...groupBy(steps, placeOf).values()].flatMap((some) => {
    const last = Math.max(...some.map(attemptOf));
    return some.filter((step) => attemptOf(step) === last);
  });
}

/** Whether a run that could be read has no step of a monitor, and no step of which nobody knows whose it is. */
function isUnreported(
  { run, steps: own }: Monitor & { steps: readonly MonitorStep[] },
  all: readonly (Monitor & { steps: readonly MonitorStep[] })[],
  steps: ReadonlyMap<number, readonly MonitorStep[]>,
): boolean {
  const inRun = steps.get(run.id);
  if (inRun === undefined || own.length > 0) return false;
  const untagged = inRun.filter(({ tag }) => tag === undefined).length;
  const lacking = all.filter(
    (other) => other.run.id === run.id && !other.steps.some(({ tag }) => tag !== undefined),
  );
  return untagged < lacking.length;
}

function nameOf({ run }: Monitor, all: readonly Monitor[], step: MonitorStep | undefined): string {
  const isOnly = all.filter((other) => other.run.pipeline === run.pipeline).length === 1;
  const configuration = step?.reports[0]?.configuration.split(",")[0];
  return isOnly || configuration === undefined ? run.pipeline : `${run.pipeline} (${configuration})`;
}

function noReport(name: string): string {
  return `${name} has no report on its last run.`;
}

function gapsOf(name: string, { reports, problems }: MonitorStep): string[] {
  const cut = reports.map(leftOutText).filter((text) => text !== "");
  const skipped = [...new Set(reports.flatMap(({ skippedChecks }) => skippedChecks))];
  return [
    ...problems.map((problem) => `${name}: ${problem}`),
    ...cut.map((text) => `${name}: ${text}`),
    ...(reports.length === 0 && problems.length === 0 ? [noReport(name)] : []),
    ...(skipped.length === 0 ? [] : [`${name} could not check ${skipped.join(", ")}; see the step's log.`]),
  ];
}

/** Each monitor has its own order. What is kept quiet comes last. Two monitors may watch one pipeline, of which one is muted. */
function distinctInOrder(problems: readonly ReportProblem[]): ReportProblem[] {
  const importances = ["high", "normal", "info"];
  const placeOf = (problem: ReportProblem) =>
    importances.length * Number(isCalm(problem.state.kind)) + importances.indexOf(problem.importance);
  const keyOf = ({ project, pipeline, kind, sentence, runUrl }: ReportProblem) =>
    JSON.stringify([project, pipeline, kind, sentence, runUrl]);
  const first = new Map<string, ReportProblem>();
  for (const problem of problems.toSorted((one, other) => placeOf(one) - placeOf(other)))
    if (!first.has(keyOf(problem))) first.set(keyOf(problem), problem);
  return [...first.values()];
}

import { groupBy } from "../../../shared/group-by";
import type { NightOfProject } from "../../../shared/journal/night";
import type { MonitorReport } from "../../../shared/report/schema";
import type { Monitor } from "../../geometry/monitors";
import type { ProjectRun } from "../../geometry/project-run";
import type { MonitorStep } from "../../host/monitor-steps";

/** The steps of runs by the runs' ids, or why they cannot be read. */
export type Steps = ReadonlyMap<number, readonly MonitorStep[] | string>;

/** The attachments of a monitor's newest runs, as far as they can be read. */
export interface MonitorAttachments {
  /** Those of its newest run. */
  newest: readonly MonitorStep[];
  /** Why the newest run could not be read. */
  problem: string | undefined;
  reports: readonly MonitorReport[];
  /** The run that attached the reports; undefined if none did. */
  run: ProjectRun | undefined;
  /** Undefined without a journal. */
  nights: readonly NightOfProject[] | undefined;
}

export function attachmentsOf(monitor: Monitor, all: readonly Monitor[], steps: Steps): MonitorAttachments {
  const tried = monitor.runs.flatMap((run, place) =>
    steps.has(run.id) ? [{ run, steps: stepsOf(monitor, place, all, steps) }] : [],
  );
  const newest = steps.get(monitor.run.id);
  const told = tried.find((one) => one.steps.some(({ reports }) => reports.length > 0));
  const noted = tried.find((one) => one.steps.some(({ nights }) => nights !== undefined));
  return {
    newest: tried[0]?.steps ?? [],
    problem: typeof newest === "string" ? newest : undefined,
    reports: told?.steps.flatMap(({ reports }) => reports) ?? [],
    run: told?.run,
    nights: noted?.steps.flatMap(({ nights = [] }) => nights),
  };
}

/** Whether nothing has to be looked up in earlier runs. */
export function isWhole(steps: readonly MonitorStep[]): boolean {
  return (
    steps.some(({ reports }) => reports.length > 0) && steps.every(({ problems }) => problems.length === 0)
  );
}

/**
 * The steps with a monitor's tag in one of its runs; 0 is its newest run. Steps without a memory have no tag: those of the
 * newest run of a pipeline are shown once, with a monitor of it.
 */
export function stepsOf(
  monitor: Monitor,
  place: number,
  all: readonly Monitor[],
  steps: Steps,
): readonly MonitorStep[] {
  const run = monitor.runs[place];
  const inRun = latestAttempts(run === undefined ? [] : stepsIn(steps, run.id));
  const isOwn = (of: Monitor) => (step: MonitorStep) => of.tag !== undefined && step.tag === of.tag;
  if (inRun.some(isOwn(monitor))) return inRun.filter(isOwn(monitor));
  const ofPipeline = all.filter(
    (other) => other.run.definitionId === run?.definitionId && other.run.branch === run.branch,
  );
  const isNewest = ofPipeline.every(({ reportedAt }) => reportedAt <= monitor.reportedAt);
  const first = ofPipeline.find((other) => other.runs[place]?.id === run?.id && !inRun.some(isOwn(other)));
  return isNewest && first === monitor ? inRun.filter((step) => step.tag === undefined) : [];
}

function stepsIn(steps: Steps, runId: number): readonly MonitorStep[] {
  const found = steps.get(runId);
  return found === undefined || typeof found === "string" ? [] : found;
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

/** Whether its newest run, which could be read, has no step of it, and no step of which nobody knows whose it is. */
export function isUnreported(
  monitor: Monitor,
  all: readonly (readonly [Monitor, MonitorAttachments])[],
  steps: Steps,
): boolean {
  const inRun = steps.get(monitor.run.id);
  const own = all.find(([other]) => other === monitor)?.[1].newest ?? [];
  if (inRun === undefined || typeof inRun === "string" || own.length > 0) return false;
  const untagged = inRun.filter(({ tag }) => tag === undefined).length;
  const lacking = all.filter(
    ([other, { newest }]) => other.run.id === monitor.run.id && !newest.some(({ tag }) => tag !== undefined),
  );
  return untagged < lacking.length;
}

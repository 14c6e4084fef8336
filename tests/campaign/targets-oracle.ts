import { now } from "../packaged/monitor-stage";
import {
  own,
  type PipelineName,
  pager,
  pipelineNames,
  type RouteScript,
  routeNames,
  type Severity,
  type TargetName,
  type TargetsHour,
  type TargetsScript,
} from "./targets-script";
import type { TargetsStep } from "./targets-world";

/** The expected deliveries to each target, computed from everything that happened, without the product. */

/** A run of a pipeline. Times are in seconds since 1970. */
export interface PlayedRun {
  id: number;
  pipeline: PipelineName;
  isFailure: boolean;
  finish: number;
}

/** Failures of a pipeline without a success between them. */
export interface Episode {
  pipeline: PipelineName;
  failures: PlayedRun[];
}

const hourSeconds = 3600;

/** The start of the monitor, in seconds since 1970. */
export function startOf({ hours }: TargetsScript, index: number): number {
  return slotOf(hours, index) + (hours[index]?.jitterSeconds ?? 0);
}

function slotOf(hours: readonly TargetsHour[], index: number): number {
  const gaps = hours.slice(0, index + 1).reduce((sum, { gapHours }) => sum + gapHours, 0);
  return now / 1000 + (index + gaps) * hourSeconds;
}

/** The oldest first. */
export function runsOf({ hours }: TargetsScript): PlayedRun[] {
  return hours
    .flatMap(({ runs }, index) =>
      runs.map(({ minute, ...run }) => {
        const place = pipelineNames.indexOf(run.pipeline);
        return { ...run, id: 0, finish: slotOf(hours, index) - hourSeconds + minute * 60 + place };
      }),
    )
    .sort((one, other) => one.finish - other.finish)
    .map((run, index) => ({ ...run, id: index + 1 }));
}

export function targetsFor(pipeline: PipelineName, script: TargetsScript): TargetName[] {
  const { routes, paging } = script;
  const { severity, owner } = entryOf(pipeline, script);
  const takes = ({ pipelines = ["*"], owners, severities }: RouteScript) =>
    pipelines.some(
      (one) => one === pipeline || (one.endsWith("*") && pipeline.startsWith(one.slice(0, -1))),
    ) &&
    (owners === undefined || (owner !== undefined && owners.includes(owner))) &&
    (severities === undefined || severities.includes(severity));
  const names: TargetName[] = [];
  for (const [index, name] of routeNames.entries()) {
    const route = routes[index];
    if (route === undefined || !takes(route)) continue;
    names.push(name);
    if (route.stop) break;
  }
  if (names.length === 0) names.push(own);
  return paging?.severities.includes(severity) ? [...names, pager] : names;
}

function entryOf(pipeline: PipelineName, { entries }: TargetsScript): { severity: Severity; owner?: string } {
  return entries[pipelineNames.indexOf(pipeline)] ?? { severity: "normal" };
}

/** A step without a memory cannot hold back a problem for business hours. */
export function waits(pipeline: PipelineName, step: TargetsStep, script: TargetsScript): boolean {
  const { businessHours } = script;
  if (businessHours === undefined || step.isUnknown || entryOf(pipeline, script).severity === "high")
    return false;
  const hour = Math.floor((step.now / hourSeconds) % 24);
  return hour < businessHours[0] || hour >= businessHours[1];
}

export function seenBy(
  { start }: TargetsStep,
  runs: readonly PlayedRun[],
  pipeline: PipelineName,
): PlayedRun[] {
  return runs.filter((run) => run.pipeline === pipeline && run.finish <= start);
}

export function episodesOf(runs: readonly PlayedRun[]): Episode[] {
  const episodes: Episode[] = [];
  for (const [index, run] of runs.entries()) {
    if (!run.isFailure) continue;
    if (index > 0 && runs[index - 1]?.isFailure) episodes.at(-1)?.failures.push(run);
    else episodes.push({ pipeline: run.pipeline, failures: [run] });
  }
  return episodes;
}

export interface TargetsMemory {
  /** The reports that it knows of, the oldest first. */
  reports: readonly TargetsStep[];
  /** Whether the service could not say what it has to add to. */
  isUnknown: boolean;
  /** It has to tell what happened from this time on, in seconds since 1970. */
  coveredFrom: number;
}

const windowSeconds = hourSeconds + 30;
/** The monitor looks at no more runs that have its tag. */
const maxTagged = 5;

/** Everything happens within the day that a first report covers. */
export function memoryAt(
  { memory }: TargetsHour,
  before: readonly TargetsStep[],
  time: number,
): TargetsMemory {
  const tagged = before.filter(({ isTagged }) => isTagged).slice(-maxTagged);
  const last = tagged.findLast(({ hour }) => hour.ending !== "unattached");
  if (memory === "refused" && tagged.length > 0)
    return { reports: [], isUnknown: true, coveredFrom: time - windowSeconds };
  if (last === undefined) return { reports: [], isUnknown: false, coveredFrom: 0 };
  if (memory === "corrupt") return { reports: [], isUnknown: false, coveredFrom: last.start };
  return { reports: [...last.reports, last], isUnknown: false, coveredFrom: last.coveredFrom };
}

/** How a step is called in what is broken. */
export function timeOf({ start }: TargetsStep): string {
  return `in the step of ${new Date(start * 1000).toISOString()}`;
}

import { beginOf, dueTimes, hourSeconds, limits, mutedEnd } from "./alerts-config";
import { type AlertsStep, daySeconds, isRead, windowSeconds } from "./alerts-memory";
import type { PlayedRun } from "./alerts-runs";
import {
  type AlertsScript,
  type EntryScript,
  entryNames,
  type ProjectName,
  pipelineOf,
  scheduled,
} from "./alerts-script";
import type { PlayedAlerts } from "./alerts-world";

/** A second implementation of the monitor's rules: it knows everything that happened, and has no memory. */

/** A run that finished, one that was missed, or one that was queued by a schedule. */
export interface Happening {
  /** As in a report: "run 17" or "missed 1763612160"; a run that was queued is in none. */
  key: string;
  /** The pipeline and branch; or the schedule. */
  thread: string;
  project: ProjectName;
  /** The pipeline, as it was called. */
  name: string;
  /** The run; 0 if there is none. */
  id: number;
  /** When it happened, and when the service shows it, in seconds since 1970. */
  at: number;
  shownAt: number;
  /** Undefined if nothing is wrong. Two of the same text have the same problem. */
  problem: string | undefined;
}

/** In order; within a second, a problem counts as the last. */
export function happeningsOf({ script, runs, steps }: PlayedAlerts): Happening[] {
  const ofRuns = runs.map((run): Happening => {
    const { project, definitionId, branch, name, id, finish, listedAt } = run;
    const thread = [project, definitionId, branch].join();
    const problem = problemOf(run, script);
    return { key: `run ${id}`, ...{ thread, project, name, id, problem }, at: finish, shownAt: listedAt };
  });
  const { name } = pipelineOf(scheduled);
  const schedule = { thread: "schedule", project: "Night Shift", name } as const;
  const starts = runs.filter((run) => script.isScheduled && run.name === name);
  const queued = starts.map(({ id, queue, start }): Happening => {
    return { ...schedule, key: `queued ${id}`, id, at: queue, shownAt: start, problem: undefined };
  });
  const due = dueTimes(script, steps.at(-1)?.now ?? 0).filter(
    ({ at, graceEnds }) => !starts.some(({ queue }) => queue >= at - 60 && queue <= graceEnds),
  );
  const problem = `missed ${severityOf(name, script)}`;
  const missed = due.map(({ at, graceEnds }): Happening => {
    return { ...schedule, key: `missed ${at}`, id: 0, at, shownAt: graceEnds + 1, problem };
  });
  const rank = (one: Happening) => (one.problem === undefined ? 0 : 1);
  return [...ofRuns, ...queued, ...missed].sort(
    (one, other) => one.at - other.at || rank(one) - rank(other) || one.id - other.id,
  );
}

function problemOf({ outcome, name }: PlayedRun, script: AlertsScript): string | undefined {
  if (outcome === "ok" || (outcome === "partial" && script.partialIsSuccess)) return undefined;
  const isFailure = outcome === "noSpace" || outcome === "timeOut";
  return `${isFailure && !script.explains ? "failed" : outcome} ${severityOf(name, script)}`;
}

function severityOf(name: string, script: AlertsScript): string {
  return settingsOf(name, script).severity ?? "normal";
}

/** The settings of a pipeline: those of the first entry that applies, completed by the default. */
export function settingsOf(name: string, { entries }: AlertsScript): EntryScript {
  const applies = {
    "nightly import": name === "nightly import",
    "nightly *": name.startsWith("nightly "),
    "price*": name.startsWith("price"),
    "*": true,
    default: true,
  };
  const entry = entryNames.find((one) => entries[one] !== undefined && applies[one]) ?? "default";
  return { ...entries.default, ...entries[entry] };
}

export function isMuted(name: string, time: number, script: AlertsScript): boolean {
  const { mutedUntilHour } = settingsOf(name, script);
  return mutedUntilHour !== undefined && mutedEnd(script, mutedUntilHour) > time;
}

/** Any time of the period counts. Without a name, all pipelines must be in maintenance. */
export function isInMaintenance(
  name: string | undefined,
  [from, until]: readonly [number, number],
  script: AlertsScript,
): boolean {
  const midnight = Math.floor(beginOf(script) / daySeconds) * daySeconds;
  return script.quiet.some(({ hour, hours, ofNightly }) =>
    [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8].some((day) => {
      const begin = midnight + day * daySeconds + hour * hourSeconds;
      const isMeant = !ofNightly || name?.startsWith("nightly ") === true;
      return isMeant && until >= begin && from < begin + hours * hourSeconds;
    }),
  );
}

/** Silent happenings are kept from the message, because their pipeline is muted or was in maintenance. */
export function isSilent({ name, at }: Happening, { now }: AlertsStep, script: AlertsScript): boolean {
  return isMuted(name, now, script) || isInMaintenance(name, [at, at], script);
}

/** Everything about a pipeline waits for business hours, unless its severity is high. */
export function waits(name: string, step: AlertsStep, script: AlertsScript): boolean {
  return isClosed(step, script) && settingsOf(name, script).severity !== "high";
}

/** Only a step with a memory can wait for business hours. */
export function isClosed({ now, isUnknown }: AlertsStep, script: AlertsScript): boolean {
  const { businessHours, notify } = script;
  if (businessHours === undefined || notify !== "changes" || isUnknown) return false;
  const hour = Math.floor((now % daySeconds) / hourSeconds);
  return hour < businessHours[0] || hour >= businessHours[1];
}

/** The service shows the happening, and it lies within the time that the step has to cover. */
export function isSeen(happening: Happening, step: AlertsStep, script: AlertsScript): boolean {
  const { project, shownAt, at, key } = happening;
  if (!isRead(project, step, script)) return false;
  if (key.startsWith("missed")) return shownAt <= step.now && shownAt > step.dueFrom;
  return shownAt <= step.start && at >= step.coveredFrom[project];
}

/** True if no happening of the thread between them lacks the problem. */
export function isSameProblem(one: Happening, other: Happening, all: readonly Happening[]): boolean {
  const [from, until] = [all.indexOf(one), all.indexOf(other)];
  return (
    one.thread === other.thread &&
    from !== -1 &&
    from <= until &&
    all
      .slice(from, until + 1)
      .every(({ thread, problem }) => thread !== one.thread || problem === other.problem)
  );
}

/**
 * The position of a failure in its row: with others of its second in either order, and with later ones if it reached
 * the list late. 0 if it is no failure.
 */
export function failuresInRow(
  happening: Happening,
  { start }: AlertsStep,
  all: readonly Happening[],
): { least: number; most: number } {
  const isFailure = ({ problem = "" }: Happening) => /^(failed|noSpace|timeOut|partial)\b/.test(problem);
  if (!isFailure(happening)) return { least: 0, most: 0 };
  const thread = all.filter((one) => one.thread === happening.thread && one.shownAt <= start);
  const counted = [thread, [...thread].sort((one, other) => one.at - other.at || one.id - other.id)].map(
    (runs) => {
      const index = runs.indexOf(happening);
      const from = runs.findLastIndex((one, at) => at < index && !isFailure(one));
      const until = runs.findIndex((one, at) => at > index && !isFailure(one));
      return { least: index - from, most: (until === -1 ? runs.length : until) - 1 - from };
    },
  );
  return {
    least: Math.min(...counted.map(({ least }) => least)),
    most: Math.max(...counted.map(({ most }) => most)),
  };
}

/** Problems of projects and unfinished runs, by key. */
export function statesOf(step: AlertsStep, { script, runs, steps }: PlayedAlerts): Map<string, State> {
  const { start, now } = step;
  const states = new Map<string, State>();
  for (const project of ["Night Shift", "Shop"] as const) {
    if (!isRead(project, step, script)) continue;
    const since = now - windowSeconds;
    const own = steps.filter(
      (one) => project === "Night Shift" && one.start < start && one.start + 60 >= since,
    );
    const listed = runs.filter(
      (run) =>
        run.project === project &&
        ((run.listedAt <= start && run.finish >= since) ||
          (run.unfinished === "finished" && isRunning(run, start))),
    );
    const count = own.length + listed.length;
    const isSilent = isInMaintenance(undefined, [since, now], script);
    if (count <= script.tooFew)
      states.set(`few ${project}`, { variant: count === 0 ? "none" : "few", isSilent, since: now });
    for (const run of runs) {
      if (run.project !== project || run.unfinished === "nothing" || !isRunning(run, start)) continue;
      const isSilent = isMuted(run.name, now, script) || isInMaintenance(run.name, [now, now], script);
      const since = run.start + limits.max_proc_time + 1;
      if (run.unfinished === "finished")
        states.set(`listed ${run.id}`, { variant: "", isSilent, since: now });
      if (script.checksUnfinished && since <= now)
        states.set(`stuck ${run.id}`, { variant: "", isSilent, since });
    }
  }
  return states;
}

export interface State {
  /** Two states with the same key and variant are the same. */
  variant: string;
  isSilent: boolean;
  /** In seconds since 1970. */
  since: number;
}

function isRunning({ start, finish }: PlayedRun, time: number): boolean {
  return time >= start && time < finish;
}

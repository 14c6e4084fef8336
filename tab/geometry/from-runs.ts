import { hasSucceeded, runState } from "../../shared/azure-devops/run-state";
import { groupBy } from "../../shared/group-by";
import { medianOf } from "../../shared/journal/median";
import type { NightOfProject } from "../../shared/journal/night";
import { type Day, type Hour, hourOf } from "../../shared/journal/schema";
import type { Project } from "../../shared/project";
import { monitorTag } from "../../shared/report/form";
import { daySeconds, hourSeconds, readableMinutes } from "../../shared/text/time";
import { dayOf, type Zone } from "../../shared/text/zone";
import { branchKey, type Failing, lastFirst, problemOf } from "./failing";
import type { Problem } from "./problem";
import { beganAt, type ProjectRun, runSecondsOf, waitSecondsOf } from "./project-run";

/** The runs that finished in the last 24 hours, those that wait or run, and whether more finished than these. */
interface ListedRuns {
  runs: readonly ProjectRun[];
  unfinished: readonly ProjectRun[];
  isCut: boolean;
}

/** A night in the form of a journal. `now` is when the runs were listed. */
export function nightFromRuns(
  listed: ListedRuns,
  { id, name, url }: Project & { url: string },
  now: number,
  zone: Zone,
): NightOfProject {
  const { runs, isCut } = listed;
  const read = isCut ? Math.min(...runs.map(({ finishTime = now }) => finishTime)) : now - daySeconds;
  const since = Math.max(hourOf(read), hourOf(now) - 23) * hourSeconds;
  const byPipeline = groupBy(withoutIdle(listed), ({ pipeline }) => pipeline.id);
  const today = dayOf(now, zone);
  const pipelines = [...byPipeline.values()].map((own) => ({
    pipeline: own[0].pipeline,
    hours: hoursOf(own, since, now),
    days: new Map([[today, wholeDay(own, today)]]),
    branches: [],
  }));
  return { id, name, url, since, gaps: [], until: now, pipelines };
}

/**
 * Without runs of a monitor that were canceled before they did anything: before they started, or because a newer one was queued
 * meanwhile, and took their place.
 */
function withoutIdle({ runs, unfinished }: ListedRuns): ProjectRun[] {
  const hasReported = ({ tags }: ProjectRun) => tags.includes(monitorTag);
  const monitors = new Set(runs.filter(hasReported).map(({ pipeline }) => pipeline.id));
  const ofBranch = groupBy([...runs, ...unfinished], branchKey);
  const isReplaced = (run: ProjectRun) =>
    ofBranch
      .get(branchKey(run))
      ?.some(({ id, queueTime = 0 }) => id > run.id && queueTime <= (run.finishTime ?? 0));
  const hasRun = (run: ProjectRun) => run.startTime !== undefined && isReplaced(run) !== true;
  return runs.filter(
    (run) =>
      runState(run) !== "canceled" || hasReported(run) || !monitors.has(run.pipeline.id) || hasRun(run),
  );
}

/** Nothing is claimed of the time that was not read. */
function hoursOf(runs: readonly ProjectRun[], since: number, now: number): ReadonlyMap<number, Hour> {
  const flaky = new Set(flakyRuns(runs));
  const hours = new Map<number, Hour>();
  for (const run of runs) {
    const hour = hourOf(beganAt(run) ?? 0);
    if (hour < hourOf(now) - 23) continue;
    const before = hours.get(hour) ?? { hour, state: "none", queued: 0, checked: 0, failed: 0, flaky: 0 };
    const failed = before.failed + (hasSucceeded(run) ? 0 : 1);
    hours.set(hour, {
      hour,
      state: hour < hourOf(since) ? "none" : failed > 0 ? "failed" : "well",
      queued: before.queued + 1,
      checked: before.checked + 1,
      failed,
      flaky: before.flaky + (flaky.has(run) ? 1 : 0),
    });
  }
  return hours;
}

/** The figures of all runs, as those of a day. */
function wholeDay(runs: readonly ProjectRun[], day: number): Day {
  const times = runs.filter(hasSucceeded).flatMap((run) => runSecondsOf(run) ?? []);
  return {
    day,
    state: "none",
    runs: runs.length,
    failures: runs.filter((run) => !hasSucceeded(run)).length,
    timedRuns: times.length,
    totalSeconds: times.reduce((sum, time) => sum + time, 0),
    medianSeconds: medianOf(times) ?? 0,
    longestSeconds: 0,
    longestWaitSeconds: Math.max(0, ...runs.map((run) => waitSecondsOf(run) ?? 0)),
    longestWaitId: 0,
    flakyCommits: 0,
  };
}

/** The first run of each commit by which it is known that others of the commit ended otherwise. */
function flakyRuns(runs: readonly ProjectRun[]): ProjectRun[] {
  const ofCommit = groupBy(
    runs.filter(({ commit, result }) => commit !== "" && ["succeeded", "failed"].includes(result)),
    (run) => `${branchKey(run)} ${run.commit}`,
  );
  return [...ofCommit.values()].flatMap((some) => {
    const ordered = some.toSorted(lastFirst);
    return ordered.findLast(({ result }) => result !== ordered.at(-1)?.result) ?? [];
  });
}

/** A person may take so long before that is a problem, as in the monitor's messages. */
const patientSeconds = daySeconds;

/**
 * Runs that now take longer than usual or have waited for a person for a day, the latest first. `waits` has since when, and for
 * what, runs wait, by their ids.
 */
export function openProblems(
  runs: readonly ProjectRun[],
  unfinished: readonly ProjectRun[],
  waits: ReadonlyMap<number, { since: number | undefined; what: string } | undefined>,
  project: Project,
  now: number,
): Problem[] {
  const latestFirst = (some: readonly Failing[]) => some.toSorted((one, other) => other.since - one.since);
  const slow = unfinished.flatMap((run) => (waits.get(run.id) ? [] : slowness(run, runs, now)));
  const waiting = unfinished.flatMap((run): Failing[] => {
    const wait = waits.get(run.id);
    if (wait === undefined) return [];
    const { since = now, what } = wait;
    if (now - since < patientSeconds) return [];
    return [{ run, kind: "other", since, last: since, count: 1, severity: "note", sentence: what }];
  });
  return [...latestFirst(slow), ...latestFirst(waiting)].map((failing) => problemOf(failing, project));
}

/** At least so many runs show what is usual, and so many seconds more are remarkable. */
const [enoughRuns, leastSeconds] = [3, 120];

function slowness(run: ProjectRun, runs: readonly ProjectRun[], now: number): Failing[] {
  const { startTime, queueTime } = run;
  const isWaiting = startTime === undefined;
  const since = isWaiting ? queueTime : startTime;
  if (since === undefined) return [];
  const own = runs.filter(({ pipeline }) => pipeline.id === run.pipeline.id);
  const times = isWaiting
    ? own.flatMap((other) => waitSecondsOf(other) ?? [])
    : own.filter(hasSucceeded).flatMap((other) => runSecondsOf(other) ?? []);
  const [usual, longest, seconds] = [medianOf(times) ?? 0, Math.max(...times), now - since];
  if (times.length < enoughRuns || seconds <= Math.max(1.5 * usual, longest) + leastSeconds) return [];
  const kind = isWaiting ? "waitedTooLong" : "stuck";
  const what = isWaiting ? "waiting to start" : "running";
  const nearest = readableMinutes(usual < 60 ? usual : usual + 30);
  const sentence = `${what} for ${readableMinutes(seconds)}, usually ${nearest}`;
  return [{ run, kind, severity: "warning", since, last: now, count: 1, sentence }];
}

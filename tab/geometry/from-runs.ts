import { type RunState, runState } from "../../shared/azure-devops/run-state";
import { groupBy } from "../../shared/group-by";
import { letters, notWatched, type State } from "../../shared/journal/content-schema";
import type { NightOfPipeline, NightOfProject } from "../../shared/journal/night";
import type { ReportProblem } from "../../shared/report/schema";
import { hourSeconds, readable } from "../../shared/text/time";
import { localTime, type Zone } from "../../shared/text/zone";
import { medianOf, type ProjectRun } from "./project-run";

/** What nobody but the list of runs knows of a project without a monitor. */
export interface Listed {
  /** The runs that finished since, and those that wait or run. */
  runs: readonly ProjectRun[];
  unfinished: readonly ProjectRun[];
  /** By the ids of runs that wait for a person: since when, and for what. */
  waits: ReadonlyMap<number, { since: number | undefined; what: string }>;
  /** Whether more runs finished in the 24 hours than were read. */
  isCut: boolean;
}

/** A night in the form of a journal, of the last 24 hours only. */
export function nightFromRuns(
  { runs, isCut }: Listed,
  name: string,
  url: string,
  now: number,
  zone: Zone,
): NightOfProject {
  const lastHour = Math.floor(now / hourSeconds);
  const today = Math.floor(localTime(now, zone) / (24 * hourSeconds));
  const read = isCut ? Math.min(...runs.map(({ finishTime = now }) => finishTime)) : now - 24 * hourSeconds;
  const firstHour = Math.floor(read / hourSeconds);
  return {
    ...{ project: "", name, url, since: now - 24 * hourSeconds, lastHour, lastDay: today },
    pipelines: [...groupBy(runs, ({ definitionId }) => String(definitionId)).values()].map((own) =>
      pipelineFromRuns(own, { firstHour, lastHour, today }),
    ),
  };
}

function pipelineFromRuns(
  runs: readonly ProjectRun[],
  { firstHour, lastHour, today }: { firstHour: number; lastHour: number; today: number },
): NightOfPipeline {
  const [first] = runs;
  const states: State[] = Array.from({ length: 24 }, () => "none");
  const queued = states.map(() => 0);
  for (const run of runs) {
    const place = 23 - (lastHour - Math.floor(beganAt(run) / hourSeconds));
    if (states[place] === undefined) continue;
    queued[place] = (queued[place] ?? 0) + 1;
    if (states[place] !== "failed") states[place] = hasSucceeded(run) ? "well" : "failed";
  }
  const times = runs.flatMap((run) => runSecondsOf(run) ?? []);
  const failures = runs.filter((run) => !hasSucceeded(run)).length;
  const total = times.reduce((sum, time) => sum + time, 0);
  return {
    pipeline: first?.pipeline ?? "",
    definitionId: first?.definitionId,
    hours: states
      .map((state, place) => (lastHour - 23 + place < firstHour ? notWatched : letters[state]))
      .join(""),
    ...{ queued, days: "" },
    figures: [[today, runs.length, failures, times.length, total, medianOf(times) ?? 0]],
  };
}

function beganAt({ queueTime, startTime, finishTime = 0 }: ProjectRun): number {
  return queueTime ?? startTime ?? finishTime;
}

function hasSucceeded(run: ProjectRun): boolean {
  return runState(run) === "succeeded";
}

function runSecondsOf(run: ProjectRun): number | undefined {
  const { startTime, finishTime } = run;
  if (startTime === undefined || finishTime === undefined || !hasSucceeded(run)) return undefined;
  return finishTime - startTime;
}

/** What fails, takes longer than usual or waits for a person now; each pipeline and branch once. */
export function problemsFromRuns(
  { runs, unfinished, waits, isCut }: Listed,
  project: string,
  now: number,
): ReportProblem[] {
  const found = { failing: failing(runs, isCut), slow: [] as Found[], waiting: [] as Found[] };
  for (const run of unfinished) {
    const wait = waits.get(run.id);
    if (wait !== undefined)
      found.waiting.push({
        run,
        kind: "other",
        since: wait.since ?? beganAt(run),
        severity: "note",
        sentence: wait.what,
      });
    else {
      const slow = slowness(run, runs, now);
      if (slow !== undefined) found.slow.push(slow);
    }
  }
  const latestFirst = (some: readonly Found[]) => some.toSorted((one, other) => other.since - one.since);
  return [...latestFirst(found.failing), ...latestFirst(found.slow), ...latestFirst(found.waiting)].map(
    ({ run, kind, since, last = since, count = 1, severity, sentence }) => ({
      ...{
        key: `${kind} ${run.id}`,
        project,
        pipeline: run.pipeline,
        kind,
        sentence,
        severity,
        since,
        last,
        count,
      },
      ...{ importance: "normal", number: run.number, runUrl: run.url, state: { kind: "told", why: "" } },
    }),
  );
}

interface Found extends Pick<ReportProblem, "kind" | "since" | "severity" | "sentence"> {
  run: ProjectRun;
  last?: number;
  count?: number;
}

const failures: Readonly<Partial<Record<RunState, readonly [Found["kind"], string]>>> = {
  failed: ["failed", "failed"],
  partly: ["partiallySucceeded", "partially succeeded"],
};

/** Pipelines whose last run of a branch did not succeed. A pull request is its author's concern, and who cancels a run knows. */
function failing(runs: readonly ProjectRun[], isCut: boolean): Found[] {
  const own = runs.filter((run) => run.reason !== "pullRequest" && runState(run) !== "canceled");
  const branchesOf = groupBy(own, ({ definitionId }) => String(definitionId));
  return [...groupBy(own, ({ definitionId, branch }) => `${definitionId} ${branch}`).values()].flatMap(
    (some) => {
      const ordered = some.toSorted((one, other) => (other.finishTime ?? 0) - (one.finishTime ?? 0));
      const good = ordered.findIndex(hasSucceeded);
      const streak = good === -1 ? ordered : ordered.slice(0, good);
      const [run, first] = [streak[0], streak.at(-1)];
      if (run === undefined || first === undefined) return [];
      const { finishTime: since = 0 } = first;
      const branches = new Set(branchesOf.get(String(run.definitionId))?.map(({ branch }) => branch));
      const where =
        branches.size > 1 && run.branch !== "" ? ` on ${run.branch.replace(/^refs\/heads\//, "")}` : "";
      // Nobody knows what came before the list.
      const all = isCut ? ", every run that was read" : ", every run of the last 24 hours";
      const before = good === -1 && streak.length > 1 ? all : "";
      const last = run.finishTime ?? since;
      const [kind, words] = failures[runState(run)] ?? (["failed", "did not succeed"] as const);
      return [
        {
          run,
          kind,
          severity: kind === "failed" ? "failure" : "warning",
          since,
          last,
          count: streak.length,
          sentence: `${words}${where}${before}`,
        },
      ];
    },
  );
}

/** At least so many runs show what is usual, and so many seconds more are remarkable. */
const [enoughRuns, leastSeconds] = [3, 120];

function slowness(run: ProjectRun, runs: readonly ProjectRun[], now: number): Found | undefined {
  const { startTime, queueTime } = run;
  const isWaiting = startTime === undefined;
  const since = isWaiting ? queueTime : startTime;
  if (since === undefined) return undefined;
  const own = runs.filter(({ definitionId }) => definitionId === run.definitionId);
  const times = own.flatMap((one) => (isWaiting ? waitSecondsOf(one) : runSecondsOf(one)) ?? []);
  const [usual, longest, seconds] = [medianOf(times) ?? 0, Math.max(...times), now - since];
  if (times.length < enoughRuns || seconds <= Math.max(1.5 * usual, longest) + leastSeconds) return undefined;
  const kind = isWaiting ? "waitedTooLong" : "stuck";
  const text = `${isWaiting ? "waiting to start" : "running"} for ${minutes(seconds)}, usually ${minutes(usual)}`;
  return { run, kind, severity: "warning", since, last: now, sentence: text };
}

function waitSecondsOf({ queueTime, startTime }: ProjectRun): number | undefined {
  return queueTime === undefined || startTime === undefined ? undefined : startTime - queueTime;
}

/** `2 h 25 min`; less than a minute in seconds. */
function minutes(seconds: number): string {
  return readable(seconds < 60 ? Math.round(seconds) : Math.round(seconds / 60) * 60);
}

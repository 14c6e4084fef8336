import { hasSucceeded, secondsOf } from "../../../shared/azure-devops/run-state";
import { medianOf } from "../../../shared/journal/median";
import { type Day, hourOf, type PastRun, type PipelineJournal } from "../../../shared/journal/schema";
import { pathOfRun } from "../../../shared/pipeline";
import type { dayIn } from "../../../shared/text/zone";
import { hiddenByFilter } from "../config/filter";
import type { Config } from "../config/parse";
import type { CheckedRun } from "../issue/report";
import { beganAt, worse } from "./cells";

/**
 * Counts runs that were run again as their last attempts ended, and by the times of these, as far as they are known. An hour or
 * day of which the journal has not all runs stays as it was.
 */
export function withLastAttempts(
  pipeline: PipelineJournal,
  reported: readonly CheckedRun[],
  config: Config,
  dayOf: ReturnType<typeof dayIn>,
): PipelineJournal {
  if (reported.length === 0) return pipeline;
  const path = pathOfRun(pipeline);
  const judged = new Map(reported.map((run) => [run.id, run]));
  const branches = pipeline.branches.map((branch) => ({
    ...branch,
    runs: branch.runs.map((run) => asJudged(run, judged.get(run.id))),
  }));
  const all = branches.flatMap(({ branch, runs }) => runs.map((run) => ({ branch, run })));
  const again = all.flatMap(({ run }) => (run.attempt > 1 && judged.has(run.id) ? [beganAt(run)] : []));
  if (again.length === 0) return pipeline;
  const { filter } = config.pipelines.entryFor(path);
  const isSeen = ({ branch, run }: (typeof all)[number]) =>
    hiddenByFilter(filter, { branch: branch || undefined, reason: run.reason }) === undefined;
  const seenIn = (isIn: (at: number) => boolean) =>
    all.filter((each) => isIn(beganAt(each.run)) && isSeen(each)).map(({ run }) => run);
  const state = (runs: readonly PastRun[], before: Day["state"]) =>
    runs.map((run) => stateOf(run, path, config)).reduce(worse, markIn(before));

  const [hours, days] = [new Map(pipeline.hours), new Map(pipeline.days)];
  for (const hour of new Set(again.map(hourOf))) {
    const [cell, isIn] = [hours.get(hour), (at: number) => hourOf(at) === hour];
    if (cell === undefined || all.filter(({ run }) => isIn(beganAt(run))).length !== cell.queued) continue;
    const seen = seenIn(isIn);
    hours.set(hour, { ...cell, failed: failuresIn(seen), state: state(seen, cell.state) });
  }
  for (const number of new Set(again.map(dayOf))) {
    const [day, runs] = [days.get(number), seenIn((at) => dayOf(at) === number)];
    if (day === undefined || runs.length !== day.runs) continue;
    days.set(number, { ...day, ...figuresOf(runs), state: state(runs, day.state) });
  }
  return { ...pipeline, branches, hours, days };
}

function asJudged(run: PastRun, judged: CheckedRun | undefined): PastRun {
  const { attempt = 1, startTime, finishTime } = judged ?? {};
  return attempt > 1 && finishTime === run.finishTime
    ? { ...run, startTime, attempt: Math.max(attempt, run.attempt) }
    : run;
}

/** That a run did not start, or was stuck, is true whatever became of others. */
function markIn(state: Day["state"]): Day["state"] {
  return state === "missed" || state === "stuck" ? state : "none";
}

function stateOf(run: PastRun, pipeline: string, { pipelines, queueSecondsMax }: Config): Day["state"] {
  if (!hasSucceeded(run)) return "failed";
  const { limits } = pipelines.entryFor(pipeline);
  const { runSeconds } = secondsOf(run);
  const isOver =
    limits !== undefined && (runSeconds > limits.maxProcSeconds || runSeconds < limits.minProcSeconds);
  return isOver || queuedSecondsOf(run) > queueSecondsMax ? "limit" : "well";
}

/** Nobody knows how long a later attempt waited. */
function queuedSecondsOf(run: PastRun): number {
  return run.attempt > 1 ? Number.NaN : secondsOf(run).queuedSeconds;
}

function failuresIn(runs: readonly PastRun[]): number {
  return runs.filter((run) => !hasSucceeded(run)).length;
}

function figuresOf(runs: readonly PastRun[]) {
  const seconds = runs.map((run) => secondsOf(run).runSeconds).filter((time) => time >= 0);
  const waits = runs
    .map((run) => ({ id: run.id, wait: queuedSecondsOf(run) }))
    .filter(({ wait }) => wait > 0)
    .sort((one, other) => other.wait - one.wait);
  return {
    failures: failuresIn(runs),
    timedRuns: seconds.length,
    totalSeconds: seconds.reduce((sum, time) => sum + time, 0),
    medianSeconds: medianOf(seconds) ?? 0,
    longestSeconds: Math.max(0, ...seconds),
    longestWaitSeconds: waits[0]?.wait ?? 0,
    longestWaitId: waits[0]?.id ?? 0,
  };
}

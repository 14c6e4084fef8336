import type { Run, RunRecord } from "../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf } from "../../../shared/azure-devops/run-state";

/** The times of several runs, in seconds. */
export interface Times {
  runs: number;
  totalSeconds: number;
  longestSeconds: number;
}

/** The figures of one pipeline's runs. */
export interface PipelineFigures {
  pipeline: string;
  runs: number;
  /** Runs that did not succeed, including those that are not finished or cannot be parsed. */
  failures: number;
  runTime: Times;
  queueTime: Times;
}

/** Further pipelines share one name, which limits the memory that a list can use. */
export const maxPipelines = 1000;
/** The name for further pipelines, and for runs whose pipeline has no name. */
export const otherPipelines = "";

/** One for each pipeline; the most failures first, then by name. */
export function figuresOf(records: readonly RunRecord[]): PipelineFigures[] {
  const byPipeline = new Map<string, PipelineFigures>();
  const figuresFor = (name: string): PipelineFigures => {
    const pipeline = byPipeline.has(name) || byPipeline.size < maxPipelines ? name : otherPipelines;
    const known = byPipeline.get(pipeline);
    if (known !== undefined) return known;
    const figures = { pipeline, runs: 0, failures: 0, runTime: noTimes(), queueTime: noTimes() };
    byPipeline.set(pipeline, figures);
    return figures;
  };
  for (const record of records) {
    const figures = figuresFor("run" in record ? record.run.pipeline : (record.unreadable.pipeline ?? ""));
    figures.runs++;
    if (!("run" in record) || !hasSucceeded(record.run)) figures.failures++;
    if (!("run" in record)) continue;
    const { runSeconds, queuedSeconds } = secondsOf(record.run);
    addTime(figures.runTime, runSeconds);
    addTime(figures.queueTime, queuedSeconds);
  }
  return [...byPipeline.values()].sort(
    (one, other) => other.failures - one.failures || (one.pipeline < other.pipeline ? -1 : 1),
  );
}

/** With a row for each of the named pipelines that has none. */
export function withOthers(figures: readonly PipelineFigures[], names: readonly string[]): PipelineFigures[] {
  const rows = new Set(figures.map(({ pipeline }) => pipeline));
  const others = [...new Set(names)].filter((name) => name !== otherPipelines && !rows.has(name));
  const none = { runs: 0, failures: 0, runTime: noTimes(), queueTime: noTimes() };
  const room = Math.max(0, maxPipelines - figures.length);
  return [...figures, ...others.slice(0, room).map((pipeline) => ({ pipeline, ...none }))];
}

function noTimes(): Times {
  return { runs: 0, totalSeconds: 0, longestSeconds: 0 };
}

/** Adds the time of a run. */
function addTime(times: Times, seconds: number): void {
  // A negative time comes from a wrong record, and would falsify the mean.
  if (!(seconds >= 0)) return;
  times.runs++;
  times.totalSeconds += seconds;
  times.longestSeconds = Math.max(times.longestSeconds, seconds);
}

/** More runs than this do not fit into an attached report. */
const maxLatest = 2000;

/** The run that finished last comes first. */
export function latestRuns<R extends Run>(runs: readonly R[]): R[] {
  return [...runs].sort((one, other) => (other.finishTime ?? 0) - (one.finishTime ?? 0)).slice(0, maxLatest);
}

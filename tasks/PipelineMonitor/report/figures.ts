import type { RunRecord } from "../../../shared/azure-devops/records";
import { hasSucceeded } from "../issue/issue";
import { secondsOf } from "../rules/rules";

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

/** The figures of all pipelines of a list. */
export interface RunFigures {
  count(record: RunRecord): void;
  /** Returns the pipelines; the most failures first, then by name. */
  pipelines(): PipelineFigures[];
}

/** Further pipelines share one name, which limits the memory that a list can use. */
export const maxPipelines = 1000;
/** The name for further pipelines, and for runs whose pipeline has no name. */
export const otherPipelines = "";

/** Creates a counter of runs by pipeline. It does not keep the runs. */
export function createRunFigures(): RunFigures {
  const byPipeline = new Map<string, PipelineFigures>();
  const figuresOf = (name: string): PipelineFigures => {
    const pipeline = byPipeline.has(name) || byPipeline.size < maxPipelines ? name : otherPipelines;
    const known = byPipeline.get(pipeline);
    if (known !== undefined) return known;
    const figures = { pipeline, runs: 0, failures: 0, runTime: noTimes(), queueTime: noTimes() };
    byPipeline.set(pipeline, figures);
    return figures;
  };
  return {
    count(record) {
      const figures = figuresOf("run" in record ? record.run.pipeline : (record.unreadable.pipeline ?? ""));
      figures.runs++;
      if (!("run" in record) || !hasSucceeded(record.run)) figures.failures++;
      if (!("run" in record)) return;
      const { runSeconds, queuedSeconds } = secondsOf(record.run);
      addTime(figures.runTime, runSeconds);
      addTime(figures.queueTime, queuedSeconds);
    },
    pipelines: () =>
      [...byPipeline.values()].sort(
        (one, other) => other.failures - one.failures || (one.pipeline < other.pipeline ? -1 : 1),
      ),
  };
}

/** Returns the times of no run. */
export function noTimes(): Times {
  return { runs: 0, totalSeconds: 0, longestSeconds: 0 };
}

/** Adds the time of a run. */
export function addTime(times: Times, seconds: number): void {
  // A negative time comes from a wrong record, and would falsify the mean.
  if (!(seconds >= 0)) return;
  times.runs++;
  times.totalSeconds += seconds;
  times.longestSeconds = Math.max(times.longestSeconds, seconds);
}

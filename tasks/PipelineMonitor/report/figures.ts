import type { RunRecord } from "../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf } from "../rules/rules";

/** What times of several runs come to, in seconds. */
export interface Times {
  runs: number;
  totalSeconds: number;
  longestSeconds: number;
}

/** What the runs of one pipeline come to. */
export interface PipelineFigures {
  pipeline: string;
  runs: number;
  /** Runs that did not succeed, those included that are not done or cannot be understood. */
  failures: number;
  runTime: Times;
  queueTime: Times;
}

/** The figures of all pipelines of a list. */
export interface RunFigures {
  count(record: RunRecord): void;
  /** Most failures first, then by name. */
  pipelines(): PipelineFigures[];
}

/** More pipelines than that come under one name, so that no list costs more memory than that. */
const maxPipelines = 1000;
/** What further pipelines are counted under, and runs whose pipeline has no name. */
export const otherPipelines = "";

/** Counts runs by pipeline, without keeping them. */
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
      add(figures.runTime, runSeconds);
      add(figures.queueTime, queuedSeconds);
    },
    pipelines: () =>
      [...byPipeline.values()].sort(
        (one, other) => other.failures - one.failures || (one.pipeline < other.pipeline ? -1 : 1),
      ),
  };
}

function noTimes(): Times {
  return { runs: 0, totalSeconds: 0, longestSeconds: 0 };
}

function add(times: Times, seconds: number): void {
  // A negative time comes of a wrong record, and would falsify the mean.
  if (!(seconds >= 0)) return;
  times.runs++;
  times.totalSeconds += seconds;
  times.longestSeconds = Math.max(times.longestSeconds, seconds);
}

import type { RunRecord } from "../../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf } from "../../../../shared/azure-devops/run-state";
import {
  type Pipeline,
  type PipelineId,
  pipelineIdOf,
  pipelineNamesAmong,
} from "../../../../shared/pipeline";

export interface PipelineTimes {
  /** As the configuration names it. */
  pipeline: string;
  runs: number;
  /** How long the successful runs took. Failed runs say nothing about what is usual. */
  successSeconds: number[];
  queuedSeconds: number[];
}

/** With fewer successful runs, it is unknown what is usual. */
export const minSuccessfulRuns = 10;
/**
 * The suggested maximum is this many times what 99 of 100 runs take at most, and at least a minute more,
 * because short runs vary by more than their length.
 */
const maxFactor = 1.5;
const minimumSlackSeconds = 60;
/** The suggested minimum is this part of what 99 of 100 runs take at least. */
const minFactor = 0.5;

/**
 * Creates a collector of the times of runs. It does not keep the runs, and ignores records that cannot be
 * parsed.
 */
export function collectTimes() {
  const byPipeline = new Map<PipelineId, Omit<PipelineTimes, "pipeline"> & { pipeline: Pipeline }>();
  return {
    count(record: RunRecord): void {
      if (!("run" in record)) return;
      const { run } = record;
      const times = byPipeline.get(pipelineIdOf(run.pipeline)) ?? {
        pipeline: run.pipeline,
        runs: 0,
        successSeconds: [],
        queuedSeconds: [],
      };
      byPipeline.set(pipelineIdOf(run.pipeline), times);
      const { runSeconds, queuedSeconds } = secondsOf(run);
      times.runs++;
      if (hasSucceeded(run) && !Number.isNaN(runSeconds)) times.successSeconds.push(runSeconds);
      if (!Number.isNaN(queuedSeconds)) times.queuedSeconds.push(queuedSeconds);
    },
    all(): PipelineTimes[] {
      const all = [...byPipeline.values()];
      const nameOf = pipelineNamesAmong(all.map(({ pipeline }) => pipeline));
      return all
        .map((times) => ({ ...times, pipeline: nameOf(times.pipeline) }))
        .sort((one, other) => (one.pipeline < other.pipeline ? -1 : 1));
    },
  };
}

export function findSpread(seconds: readonly number[]) {
  if (seconds.length === 0) return undefined;
  const sorted = [...seconds].sort((one, other) => one - other);
  return { median: percentile(sorted, 50), p99: percentile(sorted, 99), longest: percentile(sorted, 100) };
}

export function suggestedTimes(successSeconds: readonly number[]) {
  if (successSeconds.length < minSuccessfulRuns) return undefined;
  const sorted = [...successSeconds].sort((one, other) => one - other);
  const slow = percentile(sorted, 99);
  // The same from the other end: 99 of 100 runs take at least this long.
  const quick = sorted[sorted.length - nearestRank(sorted.length, 99)] ?? 0;
  return {
    max_proc_time: twoDigits(Math.max(slow * maxFactor, slow + minimumSlackSeconds), Math.ceil),
    min_proc_time: twoDigits(Math.max(0, quick) * minFactor, Math.floor),
  };
}

/** The nearest rank: the smallest of the values that `percent` of them do not exceed. */
function percentile(sorted: readonly number[], percent: number): number {
  return sorted[nearestRank(sorted.length, percent) - 1] ?? Number.NaN;
}

function nearestRank(count: number, percent: number): number {
  return Math.max(1, Math.ceil((count * percent) / 100));
}

/** As people write times: 683 becomes 690, or 680 if rounded down. */
function twoDigits(seconds: number, round: (value: number) => number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, seconds))) - 1);
  return round(seconds / unit) * unit;
}

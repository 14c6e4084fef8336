import type { RunRecord } from "../../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf } from "../../rules/rules";

/** The runs of one pipeline within some days, as far as their times tell. */
export interface PipelineTimes {
  pipeline: string;
  runs: number;
  /** How long the runs took that succeeded: those that failed tell nothing of what is usual. */
  successSeconds: number[];
  /** How long all runs waited before they started. */
  queuedSeconds: number[];
}

/** What some times come to, in seconds. */
export interface Spread {
  median: number;
  p99: number;
  longest: number;
}

/** What a pipeline's runs are to be held to, as the configuration calls it. */
export interface SuggestedTimes {
  max_proc_time: number;
  min_proc_time: number;
}

/** With fewer good runs, what is usual is not known. */
export const minSuccessfulRuns = 10;
/** A maximum is so much more than what 99 of 100 runs take, and a minute more at least: a short run varies by more than its length. */
const maxFactor = 1.5;
const minimumSlackSeconds = 60;
/** A minimum is so much of what 99 of 100 runs take at least. */
const minFactor = 0.5;

/** The times of all pipelines, by name. */
export interface TimesByPipeline {
  count(record: RunRecord): void;
  all(): PipelineTimes[];
}

/** Notes the times of runs, without keeping the runs; those whose record cannot be understood tell nothing. */
export function collectTimes(): TimesByPipeline {
  const byName = new Map<string, PipelineTimes>();
  return {
    count(record) {
      if (!("run" in record)) return;
      const { run } = record;
      const times = byName.get(run.pipeline) ?? {
        pipeline: run.pipeline,
        runs: 0,
        successSeconds: [],
        queuedSeconds: [],
      };
      byName.set(run.pipeline, times);
      const { runSeconds, queuedSeconds } = secondsOf(run);
      times.runs++;
      if (hasSucceeded(run) && !Number.isNaN(runSeconds)) times.successSeconds.push(runSeconds);
      if (!Number.isNaN(queuedSeconds)) times.queuedSeconds.push(queuedSeconds);
    },
    all: () => [...byName.values()].sort((one, other) => (one.pipeline < other.pipeline ? -1 : 1)),
  };
}

/** The median, the 99th percentile and the longest of some times, each one of them; undefined when there are none. */
export function findSpread(seconds: readonly number[]): Spread | undefined {
  if (seconds.length === 0) return undefined;
  const sorted = [...seconds].sort((one, other) => one - other);
  return { median: percentile(sorted, 50), p99: percentile(sorted, 99), longest: percentile(sorted, 100) };
}

/** What runs are to be held to whose good ones took such times; undefined when there are too few to tell. */
export function suggestedTimes(successSeconds: readonly number[]): SuggestedTimes | undefined {
  if (successSeconds.length < minSuccessfulRuns) return undefined;
  const sorted = [...successSeconds].sort((one, other) => one - other);
  const slow = percentile(sorted, 99);
  // The same from the other end: 99 of 100 take this long or longer.
  const quick = sorted[sorted.length - nearestRank(sorted.length, 99)] ?? 0;
  return {
    max_proc_time: twoDigits(Math.max(slow * maxFactor, slow + minimumSlackSeconds), Math.ceil),
    min_proc_time: twoDigits(Math.max(0, quick) * minFactor, Math.floor),
  };
}

/** The least of some sorted values that so many of a hundred do not exceed (nearest rank). */
function percentile(sorted: readonly number[], percent: number): number {
  return sorted[nearestRank(sorted.length, percent) - 1] ?? Number.NaN;
}

function nearestRank(count: number, percent: number): number {
  return Math.max(1, Math.ceil((count * percent) / 100));
}

/** A number of seconds with two digits that are not zero at most, as people write them down: 683 as 690, or 680. */
function twoDigits(seconds: number, round: (value: number) => number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, seconds))) - 1);
  return round(seconds / unit) * unit;
}

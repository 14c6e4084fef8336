import type { BuildService } from "../../../shared/azure-devops/client";
import type { Config } from "../config/parse";
import type { FinishedRun } from "../rules/check-runs";
import { checkRecord } from "../rules/rules";
import type { KnownProblem, Memory } from "./known-problem";

/** What happened between the last report and this one. */
export interface Between {
  /** What is still known: nothing of a pipeline whose runs could not be read. */
  memory: Memory;
  runs: readonly FinishedRun[];
  /** Why some runs could not be read; undefined if all were. */
  failure: unknown;
}

/** More pipelines than this are forgotten after a gap, and repeated; each is a request. */
const maxPipelines = 100;
const maxRuns = 200;

/**
 * Reads what the pipelines with known problems did after the last report and before the first run that is listed
 * now, if there is a gap. `listedFrom` is in seconds since 1970.
 */
export async function readBetween(
  memory: Memory,
  listedFrom: number,
  config: Config,
  service: Pick<BuildService, "lastRuns">,
  signal: AbortSignal,
): Promise<Between> {
  if (memory.until >= listedFrom) return { memory, runs: [], failure: undefined };
  const pipelines = new Map(memory.problems.map((problem) => [problem.pipeline, problem]));
  const read = new Map<string, readonly FinishedRun[]>();
  let failure: unknown;
  const readOne = async (problem: KnownProblem) => {
    try {
      const runs = await readRunsOf(problem, { from: memory.until, to: listedFrom }, config, service, signal);
      if (runs !== undefined) read.set(problem.pipeline, runs);
    } catch (error) {
      failure ??= error ?? new Error("no reason given");
    }
  };
  await Promise.all([...pipelines.values()].slice(0, maxPipelines).map(readOne));
  const problems = memory.problems.filter(({ pipeline }) => read.has(pipeline));
  return { memory: { ...memory, problems }, runs: [...read.values()].flat(), failure };
}

/** Returns the runs of a pipeline that finished in a period; undefined if there may be others. */
async function readRunsOf(
  { definitionId }: KnownProblem,
  { from, to }: { from: number; to: number },
  config: Config,
  service: Pick<BuildService, "lastRuns">,
  signal: AbortSignal,
): Promise<FinishedRun[] | undefined> {
  if (definitionId === undefined) return undefined;
  const records = await service.lastRuns(definitionId, to, maxRuns, signal);
  const runs = records.flatMap((record) => ("run" in record ? [record.run] : []));
  const oldest = Math.min(...runs.map(({ finishTime = 0 }) => finishTime));
  const isCut = records.length >= maxRuns && oldest >= from;
  if (isCut || runs.length < records.length) return undefined;
  return runs
    .filter(({ finishTime = 0 }) => finishTime >= from && finishTime < to)
    .map((run) => ({ run, issue: checkRecord({ run }, config) }));
}

import pMap from "p-map";
import { type BuildService, maxConnections } from "../../../../shared/azure-devops/client";
import type { Run, RunRecord } from "../../../../shared/azure-devops/records";
import { hasSucceeded } from "../../issue/issue";
import type { History } from "./history";

/** What the window holds of one pipeline. */
export interface PipelineSeen {
  definitionId: number;
  runs: number;
  failures: number;
  /** When its last run of the window finished, in seconds since 1970. */
  lastFinish: number;
}

/** The pipelines that have runs in the window. */
export interface PipelinesSeen {
  count(run: Run): void;
  all(): PipelineSeen[];
}

/** The history of at most this many pipelines is read, because each is a request. */
const maxPipelines = 1000;
/** The service returns no more runs in one response. */
const maxRuns = 5000;

/** Creates a collector of the pipelines of runs. It does not keep the runs. */
export function createPipelinesSeen(): PipelinesSeen {
  const seen = new Map<number, PipelineSeen>();
  return {
    count(run) {
      const { definitionId, finishTime } = run;
      if (definitionId === undefined || finishTime === undefined) return;
      const known = seen.get(definitionId);
      if (known === undefined && seen.size >= maxPipelines) return;
      const pipeline = known ?? { definitionId, runs: 0, failures: 0, lastFinish: finishTime };
      pipeline.runs++;
      if (!hasSucceeded(run)) pipeline.failures++;
      pipeline.lastFinish = Math.max(pipeline.lastFinish, finishTime);
      seen.set(definitionId, pipeline);
    },
    all: () => [...seen.values()],
  };
}

/**
 * Adds the histories of pipelines to `into`, by the ids of their definitions. Each includes up to `limit`
 * runs before those of the window. A pipeline that worked both before and within the window has no news, so
 * only the one run before its first is read, and its history is not added. If one cannot be read, tries all
 * others and then throws.
 */
export async function readHistories(
  pipelines: readonly PipelineSeen[],
  limit: number,
  service: Pick<BuildService, "lastRuns">,
  into: Map<number, History>,
  signal: AbortSignal,
): Promise<void> {
  const read = async ({ definitionId, lastFinish, runs }: PipelineSeen, before: number) => {
    const count = Math.min(runs + before, maxRuns);
    const records = await service.lastRuns(definitionId, lastFinish, count, signal);
    const known = parsedRuns(records);
    return { runs: known, isCut: records.length >= count || known.length < records.length };
  };
  const readOne = async (pipeline: PipelineSeen) => {
    const short = pipeline.failures === 0 ? await read(pipeline, 1) : undefined;
    const hasWorked = short?.runs.every(hasSucceeded) ?? false;
    if (!hasWorked) into.set(pipeline.definitionId, await read(pipeline, limit));
  };
  const problems: unknown[] = [];
  await pMap(pipelines, (pipeline) => readOne(pipeline).catch((problem: unknown) => problems.push(problem)), {
    concurrency: maxConnections,
  });
  if (problems.length > 0) throw problems[0];
}

/**
 * Returns the finished runs, newest first, up to the first record that cannot be parsed. What comes after
 * that record proves nothing.
 */
function parsedRuns(records: readonly RunRecord[]): Run[] {
  const end = records.findIndex((record) => !("run" in record));
  return (end === -1 ? records : records.slice(0, end))
    .flatMap((record) => ("run" in record && record.run.finishTime !== undefined ? [record.run] : []))
    .sort((one, other) => (other.finishTime ?? 0) - (one.finishTime ?? 0) || other.id - one.id);
}

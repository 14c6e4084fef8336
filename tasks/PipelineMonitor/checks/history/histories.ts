import pMap from "p-map";
import { type BuildService, maxConnections } from "../../../../shared/azure-devops/client";
import type { Run, RunRecord } from "../../../../shared/azure-devops/records";
import { hasSucceeded } from "../../rules/rules";
import type { History } from "./history";

/** What the window holds of a pipeline. */
export interface PipelineSeen {
  definitionId: number;
  runs: number;
  failures: number;
  /** When its last run of the window finished, in seconds since 1970. */
  lastFinish: number;
}

/** Which pipelines the window holds. */
export interface PipelinesSeen {
  count(run: Run): void;
  all(): PipelineSeen[];
}

/** More pipelines than that are not asked for their history: each is a request. */
const maxPipelines = 1000;
/** The service gives no more runs at a time. */
const maxRuns = 5000;

/** Notes the pipelines of runs, without keeping the runs. */
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
 * Puts the histories of pipelines into a map by the ids of their definitions, each with `limit` runs before those of the
 * window. A pipeline that worked before the window and within it has no news: it is asked for the one run before its
 * first only, and is left out. Throws when one cannot be had, after all others were tried.
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

/** The finished runs until one that cannot be understood, newest first: what is behind that one proves nothing. */
function parsedRuns(records: readonly RunRecord[]): Run[] {
  const end = records.findIndex((record) => !("run" in record));
  return (end === -1 ? records : records.slice(0, end))
    .flatMap((record) => ("run" in record && record.run.finishTime !== undefined ? [record.run] : []))
    .sort((one, other) => (other.finishTime ?? 0) - (one.finishTime ?? 0) || other.id - one.id);
}

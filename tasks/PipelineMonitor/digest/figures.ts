import type { Run, RunRecord } from "../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf } from "../issue/issue";
import {
  addTime,
  latestRuns,
  maxPipelines,
  noTimes,
  otherPipelines,
  type Times,
  withLatest,
} from "../render/figures";
import { createCommits, createDays, type DaysFigures } from "./counters";
import type { Period } from "./period";

export interface LongestWait {
  run: Run;
  seconds: number;
}

export interface PipelineDigest {
  /** Its name; with the id of its definition if others share the name. */
  pipeline: string;
  current: DaysFigures;
  before: DaysFigures;
  queueTime: Readonly<Times>;
  longestWait: LongestWait | undefined;
  /** The commits on which runs failed and passed, and the failed runs of these commits. */
  flakiness: { commits: number; failures: number };
}

export interface Digest {
  projectName: string;
  runPage: (id: number) => URL;
  period: Period;
  /** The most failures first, then by name. */
  pipelines: readonly PipelineDigest[];
  /** The latest runs that failed, as many as an attached report holds. */
  failedRuns: readonly Run[];
  /** How many records are not readable or have no finish time. */
  ignored: number;
}

type Counted = Pick<Run, "pipeline" | "definitionId">;

const others: Counted = { pipeline: otherPipelines, definitionId: undefined };

/**
 * Creates a counter of the runs of a digest. It keeps counts by definition instead of runs: pipelines of one name in
 * several folders are several. The number of pipelines has a limit, and so has the list of runs that is counted.
 */
export function createDigestFigures({
  period,
  ...project
}: Pick<Digest, "projectName" | "runPage" | "period">) {
  const byDefinition = new Map<string, ReturnType<typeof createPipeline>>();
  let failed: Run[] = [];
  let ignored = 0;
  const pipelineOf = (run: Run) => {
    const own = JSON.stringify([run.pipeline, run.definitionId]);
    const isOwn =
      run.pipeline !== otherPipelines && (byDefinition.has(own) || byDefinition.size < maxPipelines);
    const key = isOwn ? own : otherPipelines;
    const pipeline = byDefinition.get(key) ?? createPipeline(isOwn ? run : others);
    byDefinition.set(key, pipeline);
    return pipeline;
  };
  return {
    count(record: RunRecord): void {
      const run = "run" in record ? record.run : undefined;
      if (run?.finishTime === undefined) {
        ignored++;
        return;
      }
      if (run.finishTime < period.before || run.finishTime >= period.until) return;
      const pipeline = pipelineOf(run);
      const isBefore = run.finishTime < period.from;
      (isBefore ? pipeline.countBefore : pipeline.count)(run);
      if (!isBefore && !hasSucceeded(run)) failed = withLatest(failed, run);
    },
    digest(): Digest {
      const named = namesOf([...byDefinition.values()].map(({ counted }) => counted));
      const pipelines = [...byDefinition.values()].map((pipeline) => pipeline.digest(named));
      return {
        ...project,
        period,
        pipelines: pipelines.sort(
          (one, other) =>
            other.current.failures - one.current.failures || (one.pipeline < other.pipeline ? -1 : 1),
        ),
        failedRuns: latestRuns(failed).map(named),
        ignored,
      };
    },
  };
}

/** Adds the id of the definition to a name that several pipelines share. */
function namesOf(counted: readonly Counted[]) {
  const sharing = new Map<string, number>();
  for (const { pipeline } of counted) sharing.set(pipeline, (sharing.get(pipeline) ?? 0) + 1);
  return <T extends Counted>(one: T): T => {
    const { pipeline, definitionId } = one;
    const isShared = definitionId !== undefined && (sharing.get(pipeline) ?? 0) > 1;
    return isShared ? { ...one, pipeline: `${pipeline} (definition ${definitionId})` } : one;
  };
}

function createPipeline({ pipeline, definitionId }: Counted) {
  const counted: Counted = { pipeline, definitionId };
  const [current, before] = [createDays(), createDays()];
  const commits = createCommits();
  const queueTime = noTimes();
  let longestWait: LongestWait | undefined;
  return {
    counted,
    countBefore: before.count,
    count(run: Run): void {
      current.count(run);
      const { queuedSeconds: seconds } = secondsOf(run);
      addTime(queueTime, seconds);
      // A comparison with NaN is false, so a run without these times is none.
      if (seconds > (longestWait?.seconds ?? -1)) longestWait = { run, seconds };
      // Different pipelines run on the same commit, and one of them failing is not flaky.
      if (pipeline !== otherPipelines) commits.count(run);
    },
    digest: (named: ReturnType<typeof namesOf>): PipelineDigest => ({
      pipeline: named(counted).pipeline,
      current: current.figures(),
      before: before.figures(),
      queueTime,
      longestWait: longestWait && { ...longestWait, run: named(longestWait.run) },
      flakiness: commits.flakiness(),
    }),
  };
}

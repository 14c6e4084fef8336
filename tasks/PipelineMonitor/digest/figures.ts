import type { Run, RunRecord } from "../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf } from "../issue/issue";
import { addTime, maxPipelines, noTimes, otherPipelines, type Times } from "../render/figures";
import { createCommits } from "./commits";
import type { Period } from "./period";

export interface LongestWait {
  run: Run;
  seconds: number;
}

export interface Week {
  runs: number;
  /** Runs that did not succeed (rule 5.2). */
  failures: number;
  runTime: Readonly<Times>;
}

export interface PipelineDigest {
  /** Its name; with the id of its definition if others share the name. */
  pipeline: string;
  current: Week;
  before: Week;
  longestWait: LongestWait | undefined;
  /** How many commits there are on which runs failed and passed. */
  flakyCommits: number;
}

export interface Digest {
  projectName: string;
  runPage: (id: number) => URL;
  period: Period;
  /** The most failures first, then by name. */
  pipelines: readonly PipelineDigest[];
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
      if (run.finishTime < period.from) pipeline.countBefore(run);
      else pipeline.count(run);
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

function createWeek() {
  const week = { runs: 0, failures: 0, runTime: noTimes() };
  return {
    week,
    count(run: Run): void {
      week.runs++;
      if (!hasSucceeded(run)) week.failures++;
      addTime(week.runTime, secondsOf(run).runSeconds);
    },
  };
}

/** In whole seconds; undefined if no run has a time. */
export function meanOf({ runTime: { runs, totalSeconds } }: Week): number | undefined {
  return runs === 0 ? undefined : Math.round(totalSeconds / runs);
}

function createPipeline({ pipeline, definitionId }: Counted) {
  const counted: Counted = { pipeline, definitionId };
  const [current, before] = [createWeek(), createWeek()];
  const commits = createCommits();
  let longestWait: LongestWait | undefined;
  return {
    counted,
    countBefore: before.count,
    count(run: Run): void {
      current.count(run);
      const { queuedSeconds: seconds } = secondsOf(run);
      // A comparison with NaN is false, so a run without these times is none.
      if (seconds > (longestWait?.seconds ?? -1)) longestWait = { run, seconds };
      // Different pipelines run on the same commit, and one of them failing is not flaky.
      if (pipeline !== otherPipelines) commits.count(run);
    },
    digest: (named: ReturnType<typeof namesOf>): PipelineDigest => ({
      pipeline: named(counted).pipeline,
      current: current.week,
      before: before.week,
      longestWait: longestWait && { ...longestWait, run: named(longestWait.run) },
      flakyCommits: commits.flaky(),
    }),
  };
}

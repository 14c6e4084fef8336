import type { Run, RunRecord } from "../../../shared/azure-devops/records";
import { hasSucceeded } from "../issue/issue";
import {
  addTime,
  latestRuns,
  maxPipelines,
  noTimes,
  otherPipelines,
  type Times,
  withLatest,
} from "../render/figures";
import { secondsOf } from "../rules/rules";
import { type Commits, createCommits, createRunTimes, type Flakiness, type RunTimes } from "./counters";
import type { Period } from "./period";

/** The figures of runs within some days. */
export interface DaysFigures {
  runs: number;
  /** Runs that did not succeed (rule 5.2). */
  failures: number;
  times: Readonly<Times>;
  /** In whole seconds; undefined if no run has a run time. So is the percentile. */
  mean: number | undefined;
  percentile99: number | undefined;
}

/** The run that waited longest in the queue. */
export interface LongestWait {
  run: Run;
  seconds: number;
}

/** The figures of one pipeline. */
export interface PipelineDigest {
  /** Its name; with the id of its definition if others share the name. */
  pipeline: string;
  current: DaysFigures;
  before: DaysFigures;
  queueTime: Readonly<Times>;
  longestWait: LongestWait | undefined;
  flakiness: Flakiness;
}

/** The figures of a project's runs within some days. */
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

/** A pipeline, as its runs name it. */
type Counted = Pick<Run, "pipeline" | "definitionId">;

/** What is counted of one pipeline. */
interface Counts extends Counted {
  current: DaysCounts;
  before: DaysCounts;
  queueTime: Times;
  longestWait: LongestWait | undefined;
  commits: Commits;
}

interface DaysCounts {
  runs: number;
  failures: number;
  runTimes: RunTimes;
}

/**
 * Creates a counter of the runs of a digest. It keeps counts by definition instead of runs: pipelines of one name in
 * several folders are several. The number of pipelines has a limit, and so has the list of runs that is counted.
 */
export function createDigestFigures({
  period,
  ...project
}: Pick<Digest, "projectName" | "runPage" | "period">): {
  count(record: RunRecord): void;
  digest(): Digest;
} {
  const byDefinition = new Map<string, Counts>();
  let failed: Run[] = [];
  let ignored = 0;
  const countsOf = (run: Run): Counts => {
    const own = JSON.stringify([run.pipeline, run.definitionId]);
    const isNamed =
      run.pipeline !== otherPipelines && (byDefinition.has(own) || byDefinition.size < maxPipelines);
    const key = isNamed ? own : otherPipelines;
    const counts = byDefinition.get(key) ?? newCounts(isNamed ? run : others);
    byDefinition.set(key, counts);
    return counts;
  };
  return {
    count(record) {
      const finishTime = "run" in record ? record.run.finishTime : undefined;
      if (!("run" in record) || finishTime === undefined) {
        ignored++;
        return;
      }
      if (finishTime < period.before || finishTime >= period.until) return;
      const { run } = record;
      const counts = countsOf(run);
      if (finishTime < period.from) return countRun(counts.before, run);
      countRun(counts.current, run);
      countWait(counts, run);
      if (!hasSucceeded(run)) failed = withLatest(failed, run);
      // Different pipelines run on the same commit, and one of them failing is not flaky.
      if (counts.pipeline !== otherPipelines) counts.commits.count(run);
    },
    digest() {
      const all = [...byDefinition.values()];
      const nameOf = namesOf(all);
      const named = (run: Run) => ({ ...run, pipeline: nameOf(run) });
      return {
        ...project,
        period,
        pipelines: all
          .map((counts) => digestOf(nameOf(counts), counts, named))
          .sort(
            (one, other) =>
              other.current.failures - one.current.failures || (one.pipeline < other.pipeline ? -1 : 1),
          ),
        failedRuns: latestRuns(failed).map(named),
        ignored,
      };
    },
  };
}

/** Returns how the digest names pipelines: with the id of the definition where several share a name. */
function namesOf(counted: readonly Counted[]): (one: Counted) => string {
  const sharing = new Map<string, number>();
  for (const { pipeline } of counted) sharing.set(pipeline, (sharing.get(pipeline) ?? 0) + 1);
  return ({ pipeline, definitionId }) =>
    definitionId !== undefined && (sharing.get(pipeline) ?? 0) > 1
      ? `${pipeline} (definition ${definitionId})`
      : pipeline;
}

const others: Counted = { pipeline: otherPipelines, definitionId: undefined };

function newCounts({ pipeline, definitionId }: Counted): Counts {
  const days = () => ({ runs: 0, failures: 0, runTimes: createRunTimes() });
  return {
    pipeline,
    definitionId,
    current: days(),
    before: days(),
    queueTime: noTimes(),
    longestWait: undefined,
    commits: createCommits(),
  };
}

function countRun(counts: DaysCounts, run: Run): void {
  counts.runs++;
  if (!hasSucceeded(run)) counts.failures++;
  counts.runTimes.add(secondsOf(run).runSeconds);
}

function countWait(counts: Counts, run: Run): void {
  const { queuedSeconds: seconds } = secondsOf(run);
  addTime(counts.queueTime, seconds);
  // A comparison with NaN is false, so a run without these times is none.
  if (seconds > (counts.longestWait?.seconds ?? -1)) counts.longestWait = { run, seconds };
}

function digestOf(
  pipeline: string,
  { commits, current, before, queueTime, longestWait }: Counts,
  named: (run: Run) => Run,
): PipelineDigest {
  return {
    pipeline,
    current: figuresOf(current),
    before: figuresOf(before),
    queueTime,
    longestWait: longestWait && { ...longestWait, run: named(longestWait.run) },
    flakiness: commits.flakiness(),
  };
}

function figuresOf({ runs, failures, runTimes }: DaysCounts): DaysFigures {
  const { times } = runTimes;
  return { runs, failures, times, mean: runTimes.mean(), percentile99: runTimes.percentile99() };
}

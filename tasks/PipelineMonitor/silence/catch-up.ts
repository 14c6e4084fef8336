import type { BuildService } from "../../../shared/azure-devops/client";
import type { Run } from "../../../shared/azure-devops/records";
import { attempt, type Context, warnOfSkipped, withinBudget } from "../issue/context";
import { type KnownProblem, type Memory, whatWasReported } from "../issue/memory";
import { type ProjectReport, withSkipped } from "../issue/report";
import { requestedSince } from "../issue/window";

/** More pipelines than this are forgotten after a gap, and repeated; each is a request. */
const maxPipelines = 100;
const maxRuns = 200;

/** Completes what the last report knew by what has happened before the runs that are listed now. */
export async function catchUp(report: ProjectReport, context: Context): Promise<ProjectReport> {
  const { known, window } = report;
  if (known === undefined) return report;
  const period = { from: known.until, to: Math.floor(requestedSince(window).getTime() / 1000) };
  if (period.from >= period.to) return report;
  const between = await attempt(whatWasReported, context, () =>
    withinBudget(context, (signal) => readBetween(known, period, context.service, signal)),
  );
  if (between === undefined) {
    const nothing = { until: known.until, problems: [], states: [], reportedRuns: [] };
    return withSkipped({ ...report, known: nothing }, whatWasReported);
  }
  const { failure } = between;
  const grown = { ...report, known: between.known, runsBetween: between.runs };
  if (failure === undefined) return grown;
  warnOfSkipped(whatWasReported, context, failure);
  return withSkipped(grown, whatWasReported);
}

/** What happened in a period: what is still known, which is nothing of a pipeline whose runs could not be read. */
interface Between {
  known: Memory;
  runs: Run[];
  /** Why some runs could not be read; undefined if all were. */
  failure: unknown;
}

/** Reads what the pipelines with known problems did in a period. Times are in seconds since 1970. */
export async function readBetween(
  known: Memory,
  period: { from: number; to: number },
  service: Pick<BuildService, "lastRuns">,
  signal: AbortSignal,
): Promise<Between> {
  const pipelines = new Map(known.problems.map((problem) => [problem.pipeline, problem]));
  const read = new Map<string, Run[]>();
  let failure: unknown;
  const readOne = async (problem: KnownProblem) => {
    try {
      const runs = await readRunsOf(problem, period, service, signal);
      if (runs !== undefined) read.set(problem.pipeline, runs);
    } catch (error) {
      failure ??= error ?? new Error("no reason given");
    }
  };
  await Promise.all([...pipelines.values()].slice(0, maxPipelines).map(readOne));
  const problems = known.problems.filter(({ pipeline }) => read.has(pipeline));
  return { known: { ...known, problems }, runs: [...read.values()].flat(), failure };
}

/** Returns the runs of a pipeline that finished in a period; undefined if there may be others. */
async function readRunsOf(
  { definitionId }: KnownProblem,
  { from, to }: { from: number; to: number },
  service: Pick<BuildService, "lastRuns">,
  signal: AbortSignal,
): Promise<Run[] | undefined> {
  if (definitionId === undefined) return undefined;
  const records = await service.lastRuns(definitionId, to, maxRuns, signal);
  const runs = records.flatMap((record) => ("run" in record ? [record.run] : []));
  const oldest = Math.min(...runs.map(({ finishTime = 0 }) => finishTime));
  const isCut = records.length >= maxRuns && oldest >= from;
  if (isCut || runs.length < records.length) return undefined;
  return runs.filter(({ finishTime = 0 }) => finishTime >= from && finishTime < to);
}

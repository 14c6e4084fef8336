import type { Run, RunRecord } from "../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf } from "../../../shared/azure-devops/run-state";
import { groupBy } from "../../../shared/group-by";
import { namesAmong } from "../../../shared/subject";
import { subjectIn } from "../issue/entry";
import { problemsOf, subjectsOf } from "../issue/problems";
import { listedRecords, type ToldProject } from "../issue/report";
import { subjectOf } from "../issue/subject";
import { pipelineNames } from "./names";

/** The times of several runs, in seconds. */
export interface Times {
  runs: number;
  totalSeconds: number;
  longestSeconds: number;
}

/** The figures of one pipeline's runs. */
export interface PipelineFigures {
  pipeline: string;
  runs: number;
  /** Runs that did not succeed, including those that are not finished or cannot be parsed. */
  failures: number;
  runTime: Times;
  queueTime: Times;
}

/** Further pipelines share one name, which limits the memory that a list can use. */
export const maxPipelines = 1000;
/** The name for further pipelines, and for runs whose pipeline has no name. */
export const otherPipelines = "";

/** One for each pipeline; the most failures first, then by name. */
export function figuresOf(records: readonly RunRecord[], nameOf = namesAmong([])): PipelineFigures[] {
  const byPipeline = new Map<string, PipelineFigures>();
  for (const record of records) {
    const given = nameOf(subjectOf("run" in record ? record.run : record.unreadable));
    const pipeline = byPipeline.has(given) || byPipeline.size < maxPipelines ? given : otherPipelines;
    const figures = byPipeline.get(pipeline) ?? noFigures(pipeline);
    byPipeline.set(pipeline, figures);
    figures.runs++;
    if (!("run" in record) || !hasSucceeded(record.run)) figures.failures++;
    if (!("run" in record)) continue;
    const { runSeconds, queuedSeconds } = secondsOf(record.run);
    addTime(figures.runTime, runSeconds);
    addTime(figures.queueTime, queuedSeconds);
  }
  return [...byPipeline.values()].sort(
    (one, other) => other.failures - one.failures || (one.pipeline < other.pipeline ? -1 : 1),
  );
}

function noFigures(pipeline: string): PipelineFigures {
  const noTimes = () => ({ runs: 0, totalSeconds: 0, longestSeconds: 0 });
  return { pipeline, runs: 0, failures: 0, runTime: noTimes(), queueTime: noTimes() };
}

/** One row for each pipeline with finished runs, or with a problem but no run; and how many problems each has. */
export function pipelineRows(project: ToldProject): (PipelineFigures & { problems: number })[] {
  const nameOf = pipelineNames(project);
  const problems = problemsOf(project);
  const troubled = subjectsOf(problems).map(nameOf);
  const figures = figuresOf(listedRecords(project), nameOf);
  const known = new Set([otherPipelines, ...figures.map(({ pipeline }) => pipeline)]);
  const lasting = project.lasting.map(({ entry }) => nameOf(subjectIn(entry.content)));
  const named = new Set([...lasting, ...troubled]);
  const room = Math.max(0, maxPipelines - figures.length);
  const others = [...named].filter((name) => !known.has(name)).slice(0, room);
  const rows = [...figures, ...others.map(noFigures)];
  const names = new Set(rows.map(({ pipeline }) => pipeline));
  const counts = groupBy(troubled, (name) => (names.has(name) ? name : otherPipelines));
  return rows.map((row) => ({ ...row, problems: counts.get(row.pipeline)?.length ?? 0 }));
}

/** Adds the time of a run. */
function addTime(times: Times, seconds: number): void {
  // A negative time comes from a wrong record, and would falsify the mean.
  if (!(seconds >= 0)) return;
  times.runs++;
  times.totalSeconds += seconds;
  times.longestSeconds = Math.max(times.longestSeconds, seconds);
}

/** More runs than this do not fit into an attached report. */
const maxLatest = 2000;

/** The run that finished last comes first. */
export function latestRuns<R extends Run>(runs: readonly R[]): R[] {
  return [...runs].sort((one, other) => (other.finishTime ?? 0) - (one.finishTime ?? 0)).slice(0, maxLatest);
}

import type { Run, RunRecord } from "../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf } from "../../../shared/azure-devops/run-state";
import { groupBy } from "../../../shared/group-by";
import { type Pipeline, type PipelineId, pipelineIdOf } from "../../../shared/pipeline";
import { type NameOf, namesAmong, type Subject } from "../../../shared/subject";
import { subjectIn } from "../issue/finding";

import { isShown } from "../issue/parts";
import { problemsOf, subjectsOf } from "../issue/problems";
import { listedRecords, type ToldProject } from "../issue/report";
import { subjectOf } from "../issue/subject";
import { definitionOf, pipelineNames } from "./names";

/** The times of several runs, in seconds. */
export interface Times {
  runs: number;
  totalSeconds: number;
  longestSeconds: number;
}

/** The figures of one pipeline's runs. */
export interface PipelineFigures {
  /** Its name for the reader. */
  pipeline: string;
  definitionId: number | undefined;
  runs: number;
  /** Runs that did not succeed, including those that are not finished or cannot be parsed. */
  failures: number;
  runTime: Times;
  queueTime: Times;
}

/** Further pipelines share one row, which limits the memory that a list can use. */
export const maxFigures = 1000;
/** The name for further pipelines, and for runs whose pipeline has no name. */
export const otherPipelines = "";
const unnamed: Pipeline = { name: otherPipelines };
const otherId = pipelineIdOf(unnamed);

/** One for each pipeline, by its id; the most failures first, then by name. */
export function figuresOf(
  records: readonly RunRecord[],
  nameOf = namesAmong([]),
): ReadonlyMap<PipelineId, PipelineFigures> {
  const byPipeline = new Map<PipelineId, PipelineFigures>();
  for (const record of records) {
    const given = shownOf(subjectOf("run" in record ? record.run : record.unreadable));
    const hasRow = byPipeline.has(pipelineIdOf(given)) || byPipeline.size < maxFigures;
    const pipeline = hasRow ? given : unnamed;
    const figures = byPipeline.get(pipelineIdOf(pipeline)) ?? noFigures(pipeline, nameOf);
    byPipeline.set(pipelineIdOf(pipeline), figures);
    figures.runs++;
    if (!("run" in record) || !hasSucceeded(record.run)) figures.failures++;
    if (!("run" in record)) continue;
    const { runSeconds, queuedSeconds } = secondsOf(record.run);
    addTime(figures.runTime, runSeconds);
    addTime(figures.queueTime, queuedSeconds);
  }
  const worstFirst = ([, one]: [unknown, PipelineFigures], [, other]: [unknown, PipelineFigures]) =>
    other.failures - one.failures || (one.pipeline < other.pipeline ? -1 : 1);
  return new Map([...byPipeline].sort(worstFirst));
}

function shownOf({ pipeline }: Subject): Pipeline {
  return pipeline !== undefined && isShown(pipeline.name) ? pipeline : unnamed;
}

function noFigures(pipeline: Pipeline, nameOf: NameOf): PipelineFigures {
  const noTimes = () => ({ runs: 0, totalSeconds: 0, longestSeconds: 0 });
  const [name, definitionId] = [nameOf({ pipeline }), pipeline.id];
  return { pipeline: name, definitionId, runs: 0, failures: 0, runTime: noTimes(), queueTime: noTimes() };
}

/** One row for each pipeline with finished runs, or with a problem but no run; and how many problems each has. */
export function pipelineRows(project: ToldProject): (PipelineFigures & { problems: number })[] {
  const nameOf = pipelineNames(project);
  // A schedule of the configuration has only a name.
  const withId = (subject: Subject): Pipeline => {
    const pipeline = shownOf(subject);
    return pipeline === unnamed ? unnamed : { ...pipeline, id: definitionOf(pipeline, project) };
  };
  const troubled = subjectsOf(problemsOf(project)).map(withId);
  const lasting = project.lasting.map(({ entry }) => withId(subjectIn(entry.content)));
  const figures = figuresOf(listedRecords(project), nameOf);
  const named = new Map([...lasting, ...troubled].map((pipeline) => [pipelineIdOf(pipeline), pipeline]));
  const isNew = ([id]: [PipelineId, Pipeline]) => id !== otherId && !figures.has(id);
  const room = Math.max(0, maxFigures - figures.size);
  const others = [...named].filter(isNew).slice(0, room);
  const empty = others.map(([id, pipeline]) => [id, noFigures(pipeline, nameOf)] as const);
  const rows = new Map([...figures, ...empty]);
  const counts = groupBy(troubled.map(pipelineIdOf), (id) => (rows.has(id) ? id : otherId));
  return [...rows].map(([id, row]) => ({ ...row, problems: counts.get(id)?.length ?? 0 }));
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

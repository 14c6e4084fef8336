import { mayBe, type Pipeline, pipelineAt, pipelineIdOf } from "../../shared/pipeline";
import type { Project } from "../../shared/project";
import type { ReportProblem } from "../../shared/report/schema";

/** A problem without its pipeline, for words that do not name it. */
export type ProblemWords = Omit<ReportProblem, "project" | "pipeline" | "definition">;

/** A problem of a project, or of one of its pipelines. */
export interface Problem extends ProblemWords {
  project: Project;
  pipeline?: Pipeline | undefined;
}

/** As a page shows it. */
export interface NamedProblem extends Problem {
  /** That of its pipeline, and of its branch where one is needed; empty for a problem of the project. */
  name: string;
}

/** The problem of a report, with the pipeline as the service knows it. */
export function problemIn(problem: ReportProblem, project: Project, pipelines: Known): Problem {
  const { project: _, pipeline: __, definition: ___, ...about } = problem;
  const [only, ...others] = pipelinesMeant(problem, pipelines);
  return { ...about, project, pipeline: others.length === 0 ? only : namedBy(problem) };
}

type Known = readonly { readonly pipeline: Pipeline }[];

/** Those of which a problem may be: a configuration names a pipeline without an id. None for a problem of the project. */
export function pipelinesMeant(problem: ReportProblem, pipelines: Known): Pipeline[] {
  const named = namedBy(problem);
  if (named === undefined || named.id !== undefined) return named === undefined ? [] : [named];
  const meant = pipelines.flatMap(({ pipeline }) => (mayBe(pipeline, named) ? [pipeline] : []));
  return meant.length === 0
    ? [named]
    : [...new Map(meant.map((each) => [pipelineIdOf(each), each])).values()];
}

function namedBy({ pipeline, definition }: ReportProblem): Pipeline | undefined {
  return definition ?? (pipeline === undefined ? undefined : pipelineAt(pipeline));
}

import { mayBe, type Pipeline, pipelineAt, pipelineIdOf } from "../../shared/pipeline";
import type { ReportProblem } from "../../shared/report/schema";

/** A problem without its pipeline, for words that do not name it. */
export type ProblemWords = Omit<ReportProblem, "pipeline" | "definition">;

/** A problem of a project, or of one of its pipelines. */
export interface Problem extends ProblemWords {
  pipeline?: Pipeline | undefined;
}

/** As a page shows it. */
export interface NamedProblem extends Problem {
  /** That of its pipeline, and of its branch where one is needed; empty for a problem of the project. */
  name: string;
}

/**
 * The problem of a report with the pipeline as the service knows it. A configuration names a pipeline without an id: it is the one of
 * `known` that it may be, if it is the only one.
 */
export function problemIn(
  { pipeline, definition, ...about }: ReportProblem,
  known: readonly { readonly pipeline: Pipeline }[],
): Problem {
  const named = definition ?? (pipeline === undefined ? undefined : pipelineAt(pipeline));
  if (named === undefined || named.id !== undefined) return { ...about, pipeline: named };
  const found = new Map(
    known.flatMap(({ pipeline: one }) => (mayBe(one, named) ? [[pipelineIdOf(one), one]] : [])),
  );
  const [only = named] = found.size === 1 ? found.values() : [];
  return { ...about, pipeline: only };
}

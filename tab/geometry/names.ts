import { groupBy } from "../../shared/group-by";
import type { Project } from "../../shared/project";
import type { ReportProblem } from "../../shared/report/schema";
import { namesAmong, type Subject } from "../../shared/subject";
import { byBranch } from "./failing";
import type { NamedProblem } from "./problem";
import { projectOf } from "./project";
import type { ProjectRun } from "./project-run";

/** The problems of a report, whose own names tell pipelines apart: with their branches, where several of a pipeline are there. */
export function namedIn(problems: readonly ReportProblem[]): NamedProblem[] {
  const all = problems.map(({ project, pipeline, definition, ...about }) => ({
    ...about,
    project: projectOf({ name: project }),
    pipeline: pipeline === undefined ? undefined : { id: definition?.id, name: pipeline },
  }));
  const nameOf = namesAmong(all);
  return all.map((problem) => ({ ...problem, name: nameOf(problem) }));
}

/** The name of a subject of a project for the reader of a page, the same wherever it stands. */
export type NameIn = (project: Project, subject: Subject) => string;

/**
 * Names what a page shows of each project by the shortest names that tell all of it apart. Of a
 * pipeline that was renamed, the first name counts. `runs` are those of the project `own`.
 */
export function namesIn(
  shown: readonly (Subject & { readonly project: Project })[],
  runs: readonly ProjectRun[],
  own: Project,
): NameIn {
  const branches = [...byBranch(runs).values()].map(([{ pipeline, branch }]) => ({ pipeline, branch }));
  const names = new Map(
    [...groupBy(shown, ({ project }) => project.id)].map(([id, some]) => [
      id,
      namesAmong(some, id === own.id ? branches : []),
    ]),
  );
  const others = namesAmong([]);
  return (project, subject) => (names.get(project.id) ?? others)(subject);
}

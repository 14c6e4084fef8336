import { runsIn } from "../../../shared/azure-devops/records";
import { mayBe, type Pipeline } from "../../../shared/pipeline";
import { type NameOf, namesAmong, type Subject, wholeNamesAmong } from "../../../shared/subject";
import { subjectIn } from "../issue/finding";

import { projectFingerprint } from "../issue/ledger";
import type { FoundProject, Lasting, ToldProject } from "../issue/report";
import { unsilenced } from "../issue/silenced";
import { subjectOf } from "../issue/subject";

/** For whoever reads a message: what it tells, and what lasts besides. */
export function namesInMessage(project: ToldProject): NameOf {
  const { issues, notes, lasting } = project;
  const contents = [
    ...unsilenced(issues),
    ...unsilenced(notes),
    ...lasting.map(({ entry }) => entry.content),
  ];
  const ran = [
    ...branchesOf(project),
    ...runsIn(project.records).map(subjectOf),
    ...project.config.schedules,
  ];
  return namesAmong([...contents.map(subjectIn), ...pipelinesOf(project)], ran);
}

/** For whoever reads of several projects. They are made once, where a name is needed: a message is composed often until it fits. */
export function namesInMessages(projects: readonly ToldProject[]): NameOf {
  const made = new Map<ToldProject | undefined, NameOf>();
  const [first] = projects;
  const byId = new Map(projects.map((project) => [projectFingerprint(project.config), project]));
  return (subject) => {
    const project = subject.project === undefined ? first : byId.get(subject.project.id);
    const nameOf = made.get(project) ?? (project === undefined ? namesAmong([]) : namesInMessage(project));
    made.set(project, nameOf);
    return nameOf(subject);
  };
}

/** For what stays, such as a ticket: all branches that have run. */
export function namesForGood(project: ToldProject): NameOf {
  const lasting = project.lasting.map(({ entry }) => subjectIn(entry.content));
  return namesAmong([...branchesOf(project), ...lasting, ...pipelinesOf(project)]);
}

function branchesOf({ journal }: FoundProject): Subject[] {
  return [...journal.pipelines.values()].flatMap((pipeline) =>
    pipeline.branches.map(({ branch }) => subjectOf({ ...pipeline, branch: branch || undefined })),
  );
}

/** For what stands alone, such as a ticket. Its title has the project. */
export function wholeNames(project: FoundProject): NameOf {
  return wholeNamesAmong(pipelinesOf(project));
}

/**
 * The pipelines alone, without a branch: by the list and the journal of a project, and by its problems, because a run that does not
 * end is on neither.
 */
function pipelinesOf(project: FoundProject & { lasting?: readonly Lasting[] }): Subject[] {
  const { records, journal, issues, lasting = [] } = project;
  const ran = [...journal.pipelines.values(), ...runsIn(records)].map(subjectOf);
  const ofProblems = [...issues, ...lasting.map(({ entry }) => entry.content)].map(subjectIn);
  return [...ran, ...ofProblems].map(({ pipeline }) => ({ pipeline }));
}

/** For a page of some of them. */
export function namesOnPage(project: FoundProject, subjects: readonly Subject[]): NameOf {
  return namesAmong([...pipelinesOf(project), ...subjects]);
}

/** For a page that has the branches elsewhere. */
export function pipelineNames(project: FoundProject): NameOf {
  const nameOf = namesOnPage(project, []);
  return ({ pipeline }) => nameOf({ pipeline });
}

/** A schedule has only a name; undefined if no pipeline is known by it, or several are. */
export function definitionOf(given: Pipeline, project: FoundProject): number | undefined {
  if (given.id !== undefined) return given.id;
  const ids = new Set(
    pipelinesOf(project).flatMap(({ pipeline }) =>
      pipeline && mayBe(given, pipeline) ? (pipeline.id ?? []) : [],
    ),
  );
  return ids.size > 1 ? undefined : [...ids][0];
}

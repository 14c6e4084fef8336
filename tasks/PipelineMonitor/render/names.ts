import { runsIn } from "../../../shared/azure-devops/records";
import { mayBe, type Pipeline } from "../../../shared/pipeline";
import { type NameOf, namesAmong, type Subject, wholeNamesAmong } from "../../../shared/subject";
import { subjectIn } from "../issue/entry";
import { projectFingerprint } from "../issue/ledger";
import { unsilenced } from "../issue/reason";
import type { FoundProject, ToldProject } from "../issue/report";
import { subjectOf } from "../issue/subject";

/** The pipelines of a project, by its list and its journal, and by its problems: a run that does not end is on neither. */
type KnownPipelines = Pick<FoundProject, "records" | "journal"> & Partial<ToldProject>;

/** For whoever reads a message: what it tells, and what lasts besides. */
export function namesInMessage(project: ToldProject): NameOf {
  const { issues, notes, lasting } = project;
  const told = [...unsilenced(issues), ...unsilenced(notes), ...lasting.map(({ entry }) => entry.content)];
  const ran = [
    ...branchesOf(project),
    ...runsIn(project.records).map(subjectOf),
    ...project.config.schedules,
  ];
  return namesAmong([...told.map(subjectIn), ...pipelinesOf(project)], ran);
}

/** For whoever reads of several projects. They are made once, where a name is needed: a message is composed often until it fits. */
export function namesInMessages(projects: readonly ToldProject[]): NameOf {
  const made = new Map<ToldProject | undefined, NameOf>();
  const [first] = projects;
  const known = new Map(projects.map((one) => [projectFingerprint(one.config), one]));
  return (subject) => {
    const told = subject.project === undefined ? first : known.get(subject.project.id);
    const nameOf = made.get(told) ?? (told === undefined ? namesAmong([]) : namesInMessage(told));
    made.set(told, nameOf);
    return nameOf(subject);
  };
}

/** For what stays, such as a ticket: all branches that have run. */
export function namesForGood(project: ToldProject): NameOf {
  const lasting = project.lasting.map(({ entry }) => subjectIn(entry.content));
  return namesAmong([...branchesOf(project), ...lasting, ...pipelinesOf(project)]);
}

function branchesOf({ journal }: KnownPipelines): Subject[] {
  return [...journal.pipelines.values()].flatMap((pipeline) =>
    pipeline.branches.map(({ branch }) => subjectOf({ ...pipeline, branch: branch || undefined })),
  );
}

/** For what stands alone, such as a ticket. Its title has the project. */
export function wholeNames(project: KnownPipelines): NameOf {
  return wholeNamesAmong(pipelinesOf(project));
}

/** The pipelines alone, without a branch. */
function pipelinesOf({ records, journal, issues = [], lasting = [] }: KnownPipelines): Subject[] {
  const ran = [...journal.pipelines.values(), ...runsIn(records)].map(subjectOf);
  const ofProblems = [...issues, ...lasting.map(({ entry }) => entry.content)].map(subjectIn);
  return [...ran, ...ofProblems].map(({ pipeline }) => ({ pipeline }));
}

/** For a page of some of them. */
export function namesOnPage(project: KnownPipelines, subjects: readonly Subject[]): NameOf {
  return namesAmong([...pipelinesOf(project), ...subjects]);
}

/** For a page that has the branches elsewhere. */
export function pipelineNames(project: KnownPipelines): NameOf {
  const nameOf = namesOnPage(project, []);
  return ({ pipeline }) => nameOf({ pipeline });
}

/** A schedule has only a name; undefined if no pipeline is known by it, or several are. */
export function definitionOf(given: Pipeline, project: KnownPipelines): number | undefined {
  if (given.id !== undefined) return given.id;
  const ids = new Set(
    pipelinesOf(project).flatMap(({ pipeline }) =>
      pipeline && mayBe(given, pipeline) ? (pipeline.id ?? []) : [],
    ),
  );
  return ids.size > 1 ? undefined : [...ids][0];
}

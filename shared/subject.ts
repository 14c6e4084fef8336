import { groupBy } from "./group-by";
import { mayBe, type Pipeline, type PipelineId, pipelineIdOf, pipelineNamesAmong } from "./pipeline";
import type { Project } from "./project";
import { comparedName } from "./text/sanitize";

/**
 * A thing that problems are about, as the service knows it: a project as a whole, a pipeline, one branch of it, or a run. Keys and
 * joins use its ids. Never changed.
 */
export interface Subject {
  /** Undefined where all are of one: an entry of the ledger, a line or a page says which. */
  readonly project?: Project | undefined;
  readonly pipeline?: Pipeline | undefined;
  /** Such as refs/heads/main. */
  readonly branch?: string | undefined;
  /** The id of a run. */
  readonly run?: number | undefined;
}

/** Whether two may be of one branch, as far as it is known. */
export function mayBeOn(
  one: { readonly branch?: string | undefined },
  other: { readonly branch?: string | undefined },
): boolean {
  return one.branch === undefined || other.branch === undefined || one.branch === other.branch;
}

/** Equal for two subjects that a reader tells apart by nothing but the run. */
export function placeKeyOf({ project, pipeline, branch = "" }: Subject): string {
  return JSON.stringify([project?.id, pipeline && pipelineIdOf(pipeline), branch]);
}

/** As far as people can tell: a memory has no invisible characters, such as the one behind an emoji. */
export function isSameBranch(one: string, other: string): boolean {
  return comparedName(one) === comparedName(other);
}

const tags = "refs/tags/";

/** A tag never runs again: what is wrong with it is of all tags of its pipeline (decision 29). */
export function isTag({ branch }: Subject): boolean {
  return branch?.startsWith(tags) === true;
}

/** Equal for the branches that end each other's problems. */
export function lineOf(subject: Subject): string {
  return isTag(subject) ? tags : (subject.branch ?? "");
}

/** The name of a subject for a reader. */
export type NameOf = (subject: Subject) => string;

/**
 * The shortest name that says which one is meant among those that the reader sees: the pipeline; with its folder, if another
 * one has its name; and with the branch, if several of its branches are there, or, by `ran`, have run and it is no usual one, and always
 * with a tag or a pull request.
 */
export function namesAmong(subjects: readonly Subject[], ran: readonly Subject[] = []): NameOf {
  const branches = subjects.flatMap(({ pipeline, branch }) => (pipeline ? [{ pipeline, branch }] : []));
  const nameOf = pipelineNamesAmong(branches.map(({ pipeline }) => pipeline));
  const isUsual = ({ branch = "" }: Subject) => usualBranches.includes(branch);
  const all = [...subjects, ...ran];
  const idOf = idsAmong(all);
  // A repository may have both usual ones, of which one is the default no more.
  const seen = branchingIn([...subjects, ...all.filter(isUsual)], idOf);
  const branching = branchingIn(all, idOf);
  const shortest: NameOf = ({ pipeline, branch }) => {
    if (pipeline === undefined) return "";
    const some = isUsual({ branch }) ? seen : branching;
    const isSaid = isRare.test(branch ?? "") || some.has(idOf(pipeline));
    return onBranch(nameOf(pipeline), isSaid ? branch : undefined);
  };
  // A pipeline may be called "nightly on main".
  const places = [...new Map(branches.map((place) => [placeKeyOf(place), place])).values()];
  const alike = new Set(
    [...groupBy(places, (place) => comparedName(shortest(place)))].flatMap(([name, some]) =>
      new Set(some.flatMap(({ pipeline }) => pipeline.id ?? [])).size > 1 ? [name] : [],
    ),
  );
  return (subject) => {
    const name = shortest(subject);
    return alike.has(comparedName(name)) ? withId(name, subject) : whole(name, subject);
  };
}

/** A longer name is cut where people read it, and may be that of another pipeline then. */
const maxCharacters = 200;

function whole(name: string, subject: Subject): string {
  return name.length > maxCharacters ? withId(name, subject) : name;
}

function withId(name: string, { pipeline }: Subject): string {
  return pipeline?.id === undefined ? name : `${name} (definition ${pipeline.id})`;
}

/** Nobody takes them for the pipeline as such, even if nothing else has run. */
const isRare = /^refs\/(tags|pull)\//;

/** The service names the default branch so. */
const usualBranches: readonly string[] = ["refs/heads/main", "refs/heads/master"];

/** A pipeline that only a configuration names has the id of the one with its name, if there is one. */
function idsAmong(subjects: readonly Subject[]): (pipeline: Pipeline) => PipelineId {
  const withIds = subjects.flatMap(({ pipeline }) => (pipeline?.id === undefined ? [] : [pipeline]));
  const byName = groupBy(withIds, ({ name }) => comparedName(name));
  return (pipeline) => {
    if (pipeline.id !== undefined) return pipelineIdOf(pipeline);
    const meant = byName.get(comparedName(pipeline.name))?.filter((named) => mayBe(named, pipeline)) ?? [];
    const [id, ...others] = new Set(meant.map(pipelineIdOf));
    return id === undefined || others.length > 0 ? pipelineIdOf(pipeline) : id;
  };
}

/** The pipelines of which several branches are known. */
function branchingIn(
  subjects: readonly Subject[],
  idOf: (pipeline: Pipeline) => PipelineId,
): ReadonlySet<PipelineId> {
  const branches = subjects.flatMap(({ pipeline, branch }) =>
    pipeline && branch ? [{ pipeline, branch }] : [],
  );
  return new Set(
    [...groupBy(branches, ({ pipeline }) => idOf(pipeline))].flatMap(([key, some]) =>
      new Set(some.map(({ branch }) => branch)).size > 1 ? [key] : [],
    ),
  );
}

function onBranch(name: string, branch: string | undefined): string {
  return branch === undefined ? name : `${name} on ${branchName(branch)}`;
}

/** The branch is always said, if it is known. */
export function wholeNamesAmong(subjects: readonly Subject[]): NameOf {
  const nameOf = pipelineNamesAmong(subjects.flatMap(({ pipeline }) => pipeline ?? []));
  return ({ pipeline, branch }) =>
    pipeline === undefined ? "" : whole(onBranch(nameOf(pipeline), branch), { pipeline });
}

/** "main", "tag v1", "pull request 12" */
export function branchName(branch: string): string {
  return branch
    .replace(/^refs\/heads\//, "")
    .replace(/^refs\/tags\//, "tag ")
    .replace(/^refs\/pull\/(\d+)\/.*$/, "pull request $1");
}

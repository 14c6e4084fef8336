import * as v from "valibot";
import type { Part, Text } from "../../../shared/chat/message";
import { groupBy } from "../../../shared/group-by";
import { pipelineIdOf, pipelineNamesAmong } from "../../../shared/pipeline";
import { isTag, placeKeyOf, type Subject, subjectSchema } from "./subject";

/** The name of a subject for a reader. */
export type NameOf = (subject: Subject) => string;

/**
 * The shortest name that says which one is meant among those that the reader sees: the pipeline; with its folder, if another
 * one has its name; and with the branch, if several of its branches are there.
 */
export function namesAmong(subjects: readonly Subject[]): NameOf {
  const known = subjects.flatMap(({ pipeline, branch }) => (pipeline ? [{ pipeline, branch }] : []));
  const nameOf = pipelineNamesAmong(known.map(({ pipeline }) => pipeline));
  const branching = new Set(
    [...groupBy(known, ({ pipeline }) => pipelineIdOf(pipeline))].flatMap(([key, some]) => {
      const branches = new Set(some.flatMap(({ branch }) => branch ?? []));
      return branches.size > 1 ? [key] : [];
    }),
  );
  const shortest: NameOf = ({ pipeline, branch }) => {
    if (pipeline === undefined) return "";
    const isSaid = isTag({ branch }) || branching.has(pipelineIdOf(pipeline));
    return onBranch(nameOf(pipeline), isSaid ? branch : undefined);
  };
  // A pipeline may be called "nightly on main".
  const places = [...new Map(known.map((one) => [placeKeyOf(one), one])).values()];
  const alike = new Set(
    [...groupBy(places, (one) => shortest(one).normalize())].flatMap(([name, some]) =>
      new Set(some.flatMap(({ pipeline }) => pipeline.id ?? [])).size > 1 ? [name] : [],
    ),
  );
  return (subject) => {
    const name = shortest(subject);
    const { id } = subject.pipeline ?? {};
    return alike.has(name.normalize()) && id !== undefined ? `${name} (definition ${id})` : name;
  };
}

function onBranch(name: string, branch: string | undefined): string {
  return branch === undefined ? name : `${name} on ${branchName(branch)}`;
}

/** The branch is always said, if it is known. */
export function wholeNamesAmong(subjects: readonly Subject[]): NameOf {
  const nameOf = pipelineNamesAmong(subjects.flatMap(({ pipeline }) => pipeline ?? []));
  return ({ pipeline, branch }) => {
    return pipeline === undefined ? "" : onBranch(nameOf(pipeline), branch);
  };
}

/** "main", "tag v1", "pull request 12" */
export function branchName(branch: string): string {
  return branch
    .replace(/^refs\/heads\//, "")
    .replace(/^refs\/tags\//, "tag ")
    .replace(/^refs\/pull\/(\d+)\/.*$/, "pull request $1");
}

/** Names a pipeline, or its branch, in a line. Until the reader is known, it is the pipeline alone. */
export function namePart({ pipeline, branch }: Subject): Text {
  const part = { name: pipeline?.name ?? "", subject: { pipeline, branch } };
  return part;
}

/** Names the subjects of a line for its reader. */
export function withNames<T extends Part>(parts: readonly T[], nameOf: NameOf): T[] {
  return parts.map((part) => {
    const subject = "subject" in part && v.is(subjectSchema, part.subject) ? part.subject : undefined;
    return subject === undefined ? part : { ...part, name: nameOf(subject) };
  });
}

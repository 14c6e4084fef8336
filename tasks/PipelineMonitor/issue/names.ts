import * as v from "valibot";
import { pathOf } from "../../../shared/azure-devops/pipeline-path";
import type { Part, Text } from "../../../shared/chat/message";
import { groupBy } from "../../../shared/group-by";
import { pipelineKeyOf, type Subject, subjectSchema } from "./subject";

/** The name of a subject for a reader. */
export type NameOf = (subject: Subject) => string;

/**
 * The shortest name that says which one is meant among those that the reader sees: the pipeline; with its folder, if another
 * one has its name; and with the branch, if several of its branches are there.
 */
export function namesAmong(subjects: readonly Subject[]): NameOf {
  const known = subjects.flatMap(({ pipeline, branch }) => (pipeline ? [{ pipeline, branch }] : []));
  const keysOf = (some: typeof known) =>
    new Set(some.filter(({ pipeline }) => pipeline.id).map(({ pipeline }) => pipelineKeyOf(pipeline)));
  const byName = groupBy(known, ({ pipeline }) => pipeline.name.normalize());
  const shared = new Set([...byName].flatMap(([name, some]) => (keysOf(some).size > 1 ? [name] : [])));
  const byPipeline = groupBy(known, ({ pipeline }) => pipelineKeyOf(pipeline));
  const folders = new Map(
    known.flatMap(({ pipeline }) =>
      pipeline.folder ? [[pipelineKeyOf(pipeline), pipeline.folder] as const] : [],
    ),
  );
  const branching = new Set(
    [...byPipeline].flatMap(([key, some]) => {
      const branches = new Set(some.flatMap(({ branch }) => branch ?? []));
      return branches.size > 1 ? [key] : [];
    }),
  );
  return ({ pipeline, branch }) => {
    if (pipeline === undefined) return "";
    const folder = pipeline.folder ?? folders.get(pipelineKeyOf(pipeline));
    const name = shared.has(pipeline.name.normalize()) ? pathOf({ ...pipeline, folder }) : pipeline.name;
    const isOfBranch = branch !== undefined && branching.has(pipelineKeyOf(pipeline));
    return isOfBranch ? `${name} on ${branchName(branch)}` : name;
  };
}

/** "main", "tag v1", "pull request 12" */
function branchName(branch: string): string {
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

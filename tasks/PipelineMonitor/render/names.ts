import { runsIn } from "../../../shared/azure-devops/records";
import type { Line, Part } from "../../../shared/chat/message";
import { subjectIn } from "../issue/entry";
import { type NameOf, namesAmong, wholeNamesAmong, withNames } from "../issue/names";
import { unsilenced } from "../issue/reason";
import type { ToldReport } from "../issue/report";
import { type Subject, subjectOf } from "../issue/subject";
import { type Block, withPhrases } from "./blocks";

/** For whoever reads a message: what it tells, and what lasts besides. */
export function namesInMessage(
  project: Pick<ToldReport, "issues" | "notes" | "lasting" | "records" | "journal">,
): NameOf {
  const { issues, notes, lasting } = project;
  const told = [...unsilenced(issues), ...unsilenced(notes), ...lasting.map(({ entry }) => entry.content)];
  const ran = [...branchesOf(project), ...runsIn(project.records).map(subjectOf)];
  return namesAmong([...told.map(subjectIn), ...pipelinesOf(project)], ran);
}

/** For what stays, such as a ticket: all branches that have run. */
export function namesForGood(project: Pick<ToldReport, "lasting" | "records" | "journal">): NameOf {
  const lasting = project.lasting.map(({ entry }) => subjectIn(entry.content));
  return namesAmong([...branchesOf(project), ...lasting, ...pipelinesOf(project)]);
}

function branchesOf({ journal }: Pick<ToldReport, "journal">): Subject[] {
  return [...journal.pipelines.values()].flatMap((one) =>
    one.branches.map(({ branch }) => subjectOf({ ...one, branch: branch || undefined })),
  );
}

/** For what stands alone, such as a ticket. Its title has the project. */
export function wholeNames(project: Pick<ToldReport, "records" | "journal">): NameOf {
  return wholeNamesAmong(pipelinesOf(project));
}

/** The pipelines alone, without a branch. */
function pipelinesOf({ records, journal }: Pick<ToldReport, "records" | "journal">): Subject[] {
  return [...journal.pipelines.values(), ...runsIn(records)].map((one) => ({
    pipeline: subjectOf(one).pipeline,
  }));
}

/** For a page that has the branches elsewhere. */
export function pipelineNames(project: Pick<ToldReport, "records" | "journal">): NameOf {
  const nameOf = namesAmong(pipelinesOf(project));
  return ({ pipeline }) => nameOf({ pipeline });
}

/** As its reader sees it. */
export function lineWithNames<L extends Line>(line: L, nameOf: NameOf): L {
  const { parts, rows } = line;
  const named = (some: readonly Part[]) => withNames(some, nameOf);
  return { ...line, parts: named(parts), ...(rows === undefined ? {} : { rows: rows.map(named) }) };
}

export function blockWithNames(block: Block, nameOf: NameOf): Block {
  return withPhrases(block, (phrase) => withNames(phrase, nameOf));
}

import type { Part } from "../../../shared/chat/message";
import { pipelineIdOf } from "../../../shared/pipeline";
import { subjectIn } from "../issue/entry";
import { branchName } from "../issue/names";
import type { Note } from "../issue/note";
import { words } from "../issue/parts";
import { isOfRuns } from "../issue/place";
import type { ToldReport } from "../issue/report";
import { momentSeenFrom } from "../issue/window";
import { joined, withoutFullStop } from "../render/phrases";

/** How many branches a line names. */
const maxBranches = 2;

/** The end of a problem of one branch also says which branches of the pipeline still have one: "still failing on main since 06:36 UTC". */
export function withStillWrong(
  note: Note,
  { lasting, window, config }: Pick<ToldReport, "lasting" | "window" | "config">,
): Note {
  const { pipeline, branch } = subjectIn(note);
  if (note.severity !== "recovery" || pipeline === undefined || branch === undefined) return note;
  const others = lasting.flatMap(({ entry }): Part[][] => {
    const other = subjectIn(entry.content);
    const isOther = other.branch !== undefined && other.branch !== branch && other.pipeline !== undefined;
    if (!isOther || !isOfRuns(entry.family) || entry.end !== undefined) return [];
    if (pipelineIdOf(other.pipeline ?? pipeline) !== pipelineIdOf(pipeline)) return [];
    const since = momentSeenFrom(window, entry.since, config.zone);
    return [[{ name: branchName(other.branch ?? "") }, words(" since "), since]];
  });
  if (others.length === 0) return note;
  const more = others.length > maxBranches ? [words(`, and on ${others.length - maxBranches} more`)] : [];
  const still = [words("; still failing on "), ...joined(others.slice(0, maxBranches), ", on "), ...more];
  const { parts, block } = note;
  return {
    ...note,
    parts: [...withoutFullStop(parts), ...still, words(".")],
    ...(block === undefined ? {} : { block: { ...block, parts: [...block.parts, ...still] } }),
  };
}

import type { Phrase } from "../../../shared/chat/message";
import { pipelineIdOf } from "../../../shared/pipeline";
import { branchName } from "../../../shared/subject";
import type { Zone } from "../../../shared/text/zone";
import { subjectIn } from "../issue/finding";

import type { Note } from "../issue/note";
import { momentAt, words } from "../issue/parts";
import { isOfRuns } from "../issue/place";
import type { Lasting } from "../issue/report";
import { joined } from "../render/phrases";

/** How many branches a line names. */
const maxBranches = 2;

/** The end of a problem of one branch also says which branches of the pipeline still have one: "still failing on main since 06:36 UTC". */
export function withStillWrong(note: Note, lasting: readonly Lasting[], zone: Zone): Note {
  const own = subjectIn(note);
  if (note.severity !== "recovery" || own.pipeline === undefined || own.branch === undefined) return note;
  const id = pipelineIdOf(own.pipeline);
  const wrong = lasting.filter(({ entry }) => {
    const { pipeline, branch } = subjectIn(entry.content);
    if (pipeline === undefined || branch === undefined || branch === own.branch) return false;
    return pipelineIdOf(pipeline) === id && isOfRuns(entry.family) && entry.end === undefined;
  });
  const others = wrong.map(({ entry }): Phrase => {
    const since = momentAt(entry.since, zone);
    return [{ name: branchName(subjectIn(entry.content).branch ?? "") }, words(" since "), since];
  });
  if (others.length === 0) return note;
  const more = others.length > maxBranches ? [words(`, and on ${others.length - maxBranches} more`)] : [];
  // A run that took too long has succeeded.
  const what = wrong.every(({ entry }) => entry.family === "failure") ? "failing" : "not well";
  const still = [words(`; still ${what} on `), ...joined(others.slice(0, maxBranches), ", on "), ...more];
  return { ...note, says: [...note.says, ...still] };
}

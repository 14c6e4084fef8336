import { endsProblem, hasSucceeded } from "../../../shared/azure-devops/run-state";
import { isTag } from "../../../shared/subject";
import { pluralize } from "../../../shared/text/pluralize";
import { daySeconds, readableMinutes } from "../../../shared/text/time";
import type { Entry } from "../issue/entry";
import { isIssue, subjectIn } from "../issue/finding";
import { runOf } from "../issue/issue";
import { mixedTally } from "../issue/kind";
import { isTold, presentOf, renewed } from "../issue/knowledge";
import { type Note, recoveryNote } from "../issue/note";
import { words } from "../issue/parts";
import type { Family } from "../issue/place";
import { isOfRuns, placeOf, stuckKey } from "../issue/place";
import type { CheckedRun, FoundProject, Recovery } from "../issue/report";
import { subjectOf } from "../issue/subject";
import { endOf } from "../issue/window";

/** A state ends if it was looked for and not found, or if a check says how it ended. `run` is the one that was stuck, if it has finished. */
export function endedState(
  entry: Entry,
  run: CheckedRun | undefined,
  { window, mayLast, runPage, ends }: FoundProject,
): Entry {
  const { family, content, key } = entry;
  const end = (note?: Note, at = endOf(window)): Entry => ({
    ...entry,
    end: { at, ...(note === undefined ? {} : { note: { ...note, key } }) },
  });
  if (ends.has(key)) return end(ends.get(key));
  const isOldTag = isTag(subjectIn(content)) && endOf(window) - entry.last >= daySeconds;
  if (isOfRuns(family) && isOldTag) return end();
  if (isOfRuns(family) || family === "once") return entry;
  // The rules look in every report.
  if (isIssue(content) && content.about === "project") return end(enoughAgain);
  if (run === undefined) return mayLast.includes(family) ? entry : end();
  const isWell = hasSucceeded(run) && run.verdict === undefined;
  return end(isWell ? recoveryNote(run, runPage(run.id), "has finished") : undefined, run.finishTime);
}

const enoughAgain: Note = {
  says: [words("As many runs as expected took place in the last hour again")],
  ended: [words("too few runs")],
  severity: "recovery",
  rank: 6,
};

/** The end of a run that was told as stuck (`beforeEnds` has its entry) is news, even if its pipeline's problem is known. */
export function withFinished(
  states: readonly Entry[],
  beforeEnds: ReadonlyMap<string, Entry>,
  { issues, window }: FoundProject,
): Entry[] {
  const entries = new Map(states.map((entry) => [entry.key, entry]));
  for (const issue of issues) {
    const run = runOf(issue);
    const stuck = run && beforeEnds.get(stuckKey(subjectOf(run)));
    const entry = entries.get(placeOf(issue, endOf(window)).key);
    if (stuck === undefined || entry === undefined || run?.finishTime === undefined) continue;
    entries.set(
      entry.key,
      renewed(entry, "changed", (to) => isTold(stuck, to)),
    );
  }
  return [...entries.values()];
}

const endings: Readonly<Partial<Record<Family, { says: string; what: string }>>> = {
  failure: { says: "works again", what: "failure" },
  limit: { says: "is within its limits again", what: "run" },
  missed: { says: "runs again", what: "missed run" },
};

/** "works again after 2 failures, 3 h 10 min" */
function endingOf({ family, content, since, count }: Entry, at: number): string {
  const { says, what } = endings[family] ?? { says: "is well again", what: "problem" };
  const isMixed = content.tally === mixedTally;
  return `${says} after ${pluralize(count, isMixed ? "problem" : what)}, ${readableMinutes(at - since)}`;
}

/** With its end, if a run that did well ends it. */
export function endedBy(entry: Entry, { at, run }: Recovery, { runPage }: FoundProject): Entry {
  if (entry.end !== undefined) return entry;
  const { content, last } = entry;
  const faulty = isIssue(content) ? runOf(content) : undefined;
  if (!endsProblem({ at, run }, { last, run: faulty })) return entry;
  const note = recoveryNote(run, runPage(run.id), endingOf(presentOf(entry), at));
  return { ...entry, end: { at, note: { ...note, key: entry.key } } };
}

import { pipelineKey } from "../../../../shared/journal/schema";
import { mayBe, type Pipeline, pathOf, pipelineAt } from "../../../../shared/pipeline";
import { isPattern } from "../../config/patterns";
import type { Entry } from "../../issue/entry";
import { isIssue } from "../../issue/finding";
import type { AboutPipeline } from "../../issue/issue";
import { isTold } from "../../issue/knowledge";
import { type FoundProject, isChecked } from "../../issue/report";
import { endOf, lastHour, type Window } from "../../issue/window";
import {
  type Deadline,
  type FinishBy,
  type FinishedRun,
  finishedRuns,
  firstSuccessAfter,
  isAllKnown,
  judge,
  lastDeadlines,
} from "./judge";
import { isOpenOverdue, overdueKey } from "./words";

/** A pipeline with a deadline, and what is known of it. */
export interface WatchedDeadline extends AboutPipeline {
  /** How its problem is known. */
  about: AboutPipeline;
  deadline: Deadline;
  runs: readonly FinishedRun[];
  /** False if nobody knows whether it has succeeded. */
  isAllKnown: boolean;
  /** Whether its entry is of no other pipeline, so that it has to exist. */
  isAlone: boolean;
  /** The entry of a missed deadline that earlier reports told; undefined if it is over. */
  entry: Entry | undefined;
}

/** The pipelines that have run, and those that only an entry names. */
export function watchedIn(report: FoundProject, finishBy: FinishBy): WatchedDeadline[] {
  const { config, window, journal, entries, records } = report;
  const deadlines = lastDeadlines(finishBy, endOf(window), config.zone);
  const nameOf = (pipeline: Pipeline) => finishBy.nameFor(pathOf(pipeline)) ?? "";
  const unreadable = records.flatMap((record) =>
    "unreadable" in record ? (record.unreadable.pipeline ?? []) : [],
  );
  const have = [...journal.pipelines.values()].filter(({ pipeline }) => deadlines.has(nameOf(pipeline)));
  const countOf = (name: string) => have.filter(({ pipeline }) => nameOf(pipeline) === name).length;
  const lack = [...deadlines.keys()].filter((name) => !isPattern(name) && countOf(name) === 0);
  const all: AboutPipeline[] = [...have, ...lack.map((name) => ({ pipeline: pipelineAt(name) }))];
  return all.flatMap(({ pipeline }) => {
    const name = nameOf(pipeline);
    const deadline = deadlines.get(name);
    if (deadline === undefined || !isChecked(config, { pipeline })) return [];
    const { branches = [] } = journal.pipelines.get(pipelineKey({ pipeline })) ?? {};
    const isAlone = !isPattern(name) && countOf(name) < 2;
    const entryOf = (about: Pipeline) =>
      entries.find((entry) => entry.key === overdueKey({ pipeline: about }) && isOpenOverdue(entry));
    // A problem from before its first run is known by the name in the configuration.
    const entryByName = isAlone ? entryOf(pipelineAt(name)) : undefined;
    return {
      pipeline,
      deadline,
      isAlone,
      about: { pipeline: entryByName === undefined ? pipeline : pipelineAt(name) },
      runs: finishedRuns(branches, config.pipelines.entryFor(pathOf(pipeline)).filter),
      isAllKnown:
        isAllKnown(deadline, journal, branches) && !unreadable.some((other) => mayBe(other, pipeline)),
      entry: entryByName ?? entryOf(pipeline),
    };
  });
}

/**
 * Only deadlines of the time since the last report are new: an edit of the configuration tells nothing of those before. The
 * first report looks back for a day, in which a pipeline may be new. `at` is when the deadline was, in seconds since 1970.
 */
export function outcomeOf(
  { deadline, runs, isAllKnown, entry }: WatchedDeadline,
  window: Window,
):
  | { what: "nothing" }
  | { what: "overdue"; at: number }
  /** Nobody knows whether what was told lasts. */
  | { what: "unknown" }
  /** It succeeded late, and who knows of the problem is told the end, or else everything is told at once. */
  | { what: "ended" | "late"; at: number; success: FinishedRun } {
  const isEarly = window.from === undefined && deadline.at < lastHour(window.nowMilliseconds).dueFrom;
  const isDue = deadline.at >= window.dueFrom && !(isEarly && runs.length === 0);
  const { isMet, success } = judge(deadline, runs);
  if (success === undefined) {
    if (!isAllKnown) return { what: entry === undefined ? "nothing" : "unknown" };
    return isDue || entry !== undefined ? { what: "overdue", at: deadline.at } : { what: "nothing" };
  }
  if (entry === undefined)
    return isDue && !isMet ? { what: "late", at: deadline.at, success } : { what: "nothing" };
  const at = (isIssue(entry.content) ? entry.content.at : undefined) ?? deadline.at;
  return { what: isTold(entry) ? "ended" : "late", at, success: firstSuccessAfter(at, runs) ?? success };
}

import pMap from "p-map";
import type { Run } from "../../../../shared/azure-devops/records";
import { messageOf } from "../../../../shared/errors";
import { groupBy } from "../../../../shared/group-by";
import { type ProjectJournal, pipelineKey } from "../../../../shared/journal/schema";
import { type Pipeline, type PipelineId, pipelineAt } from "../../../../shared/pipeline";
import { placeKeyOf } from "../../../../shared/subject";
import { tellsChanges } from "../../config/parse";
import { type Context, withinBudget } from "../../issue/context";
import type { Entry } from "../../issue/entry";
import { subjectIn } from "../../issue/finding";

import { runOf } from "../../issue/issue";
import type { Note } from "../../issue/note";
import { words } from "../../issue/parts";
import { isScheduledIn, missedKeys } from "../../issue/place";
import type { FoundProject, Recovery } from "../../issue/report";
import type { OptionalStage } from "../../issue/stage";
import { subjectOf } from "../../issue/subject";
import { endOf } from "../../issue/window";
import { readBranchEnd } from "../../ledger/gone";
import { namesOnPage } from "../../render/names";
import { readStatus } from "../../schedules/queue-status";
import { type MissedRun, readQueued, readReason } from "./excuses";
import { findDuePipelines, givenRuns, missedOf, queuedFrom } from "./given";
import { dueAfterRuns } from "./learned/hour";
import type { Schedules } from "./learned/learn";
import {
  endingRuns,
  type JudgedSchedule,
  judgedSince,
  judgeLearned,
  judgeQueued,
  missedRunsOf,
} from "./learned/missed";
import { missedIssue } from "./missed-issue";

/**
 * Reports the scheduled times at which no run was queued. Ends the problems of schedules that the configuration does not have
 * any more.
 */
export function findMissed(schedules: Schedules): OptionalStage {
  return {
    name: "missed runs",
    findsIssues: true,
    looksFor: ["missed"],
    isEnabled: ({ config, entries }) =>
      config.schedules.length > 0 || schedules.has(config) || entries.some(isOpenMissed),
    async run(report, context) {
      const { config, window, entries, journal } = report;
      const learnedBefore = schedules.get(config) ?? [];
      const due = findDuePipelines(config.schedules, window, entries);
      return withinBudget(context, async (signal) => {
        const learned = judgeLearned(learnedBefore, report);
        const doubtful = learned.filter(({ unmet }) => unmet.length > 0);
        const isAsked = due.length > 0 || doubtful.length > 0;
        const queued = isAsked
          ? await readQueued(
              [...due.map(({ scheduled }) => scheduled), ...doubtful.map(({ before }) => before)],
              Math.min(queuedFrom(due, journal), judgedSince(doubtful)),
              context.service,
              signal,
            )
          : undefined;
        const judged = queued === undefined ? learned : judgeQueued(learned, queued);
        const statuses = await readStatuses(judged, report, context, signal);
        const enabled = judged.map((schedule) => (statuses.has(schedule) ? ended(schedule) : schedule));
        const given = queued === undefined ? [] : missedOf(due, queued, journal, window);
        const missed = [
          ...(await withReasons(given, journal, context, signal)),
          ...enabled.flatMap(missedRunsOf).filter((run) => run.isFurther !== true || isCounted(run, report)),
        ];
        const issues = missed.map((run) => missedIssue(report, run));
        // What happened is listed before what goes on, although that is read first because it changes by the minute.
        const goesOn = report.issues.findIndex(
          (issue) => issue.isState === true && runOf(issue) !== undefined,
        );
        const ends = [...statuses].flatMap(([{ known }, note]) =>
          missedKeys(subjectOf(known)).map((key) => [key, note] as const),
        );
        const after = new Map(enabled.map(({ known }) => [placeKeyOf(known), known]));
        const next = learnedBefore.map((known) => after.get(placeKeyOf(known)) ?? known);
        if (schedules.has(config)) schedules.set(config, next);
        return {
          ...report,
          ends: new Map<string, Note | undefined>([...report.ends, ...endsOfUnscheduled(report), ...ends]),
          recoveries: [
            ...report.recoveries,
            ...[...givenRuns(due, queued), ...endingRuns(enabled, queued, report)].flatMap(recoveriesBy),
          ],
          issues: report.issues.toSpliced(goesOn === -1 ? report.issues.length : goesOn, 0, ...issues),
        };
      });
    },
  };
}

/** A pipeline that has started again, whenever the run ends. */
function recoveriesBy(run: Run): Recovery[] {
  const { queueTime: at } = run;
  return at === undefined ? [] : missedKeys(subjectOf(run)).map((key) => ({ key, at, run }));
}

/** Without reminders, nobody learns of how many there were. */
function isCounted(run: MissedRun, { config, entries }: FoundProject): boolean {
  const keys = missedKeys(subjectOf(run));
  return tellsChanges(config) && entries.some((entry) => keys.includes(entry.key) && isOpenMissed(entry));
}

function isOpenMissed({ family, end }: Entry): boolean {
  return family === "missed" && end === undefined;
}

/** Nobody is told of what an edit of the configuration ends. */
function endsOfUnscheduled({ entries, config }: FoundProject): [key: string, note: undefined][] {
  return entries.flatMap((entry) => {
    const { pipeline = pipelineAt(""), branch } = subjectIn(entry.content);
    return isOpenMissed(entry) && !isScheduledIn(config, { pipeline, branch })
      ? [[entry.key, undefined]]
      : [];
  });
}

/** The service is asked once for each pipeline. */
async function withReasons(
  missed: readonly MissedRun[],
  journal: ProjectJournal,
  context: Context,
  signal: AbortSignal,
): Promise<MissedRun[]> {
  const pipelines = new Map(missed.map((run) => [pipelineKey(run), run.pipeline]));
  const read = async ([key, pipeline]: [PipelineId, Pipeline]) =>
    [key, await readReason(pipeline, journal, context, signal)] as const;
  const byPipeline = new Map(await pMap(pipelines, read, { concurrency: context.connections }));
  return missed.map((run) => {
    const reason = byPipeline.get(pipelineKey(run));
    return reason === undefined ? run : { ...run, because: [words(": "), ...reason], cannotRun: true };
  });
}

/**
 * How the schedules have ended of which a run is missing now, or was reported as missed. A schedule ends without an issue when its
 * pipeline is disabled or paused, or its branch was deleted.
 */
async function readStatuses(
  judged: readonly JudgedSchedule[],
  report: FoundProject,
  context: Context,
  signal: AbortSignal,
): Promise<Map<JudgedSchedule, Note>> {
  const { entries, window } = report;
  const subjects = judged.map(({ before }) => subjectOf(before));
  const nameOf = namesOnPage(report, subjects);
  const open = new Set(entries.flatMap(({ key, end }) => (end === undefined ? [key] : [])));
  const isOpen = ({ before }: JudgedSchedule) => missedKeys(subjectOf(before)).some((key) => open.has(key));
  const doubtful = judged.filter((schedule) => schedule.missing.length > 0 || isOpen(schedule));
  const readEnds = async (
    some: readonly [JudgedSchedule, ...JudgedSchedule[]],
  ): Promise<[JudgedSchedule, Note][]> => {
    const { pipeline } = some[0].before;
    if (pipeline.id === undefined) return [];
    const name = nameOf({ pipeline });
    const status = await readStatus(pipeline.id, name, context, signal);
    if (["disabled", "paused"].includes(status))
      return some.map((schedule) => [schedule, endNote(schedule, `is ${status}`)]);
    // A pipeline that was deleted is missed, too, but only once.
    if (status === "deleted")
      return some.filter(isOpen).map((schedule) => [schedule, endNote(schedule, "was deleted")]);
    const ends: [JudgedSchedule, Note][] = [];
    for (const schedule of some) {
      const note = await branchEnd(schedule, name, endOf(window), context, signal);
      if (note !== undefined) ends.push([schedule, note]);
    }
    return ends;
  };
  const byPipeline = groupBy(doubtful, ({ before }) => pipelineKey(before));
  const ends = await pMap(byPipeline.values(), readEnds, { concurrency: context.connections });
  return new Map(ends.flat());
}

/** Undefined if nobody knows that the branch of a schedule was deleted, or left: that counts from the first run that was due and did not come. */
async function branchEnd(
  { before }: JudgedSchedule,
  name: string,
  now: number,
  { service, agent, cancelled }: Context,
  signal: AbortSignal,
): Promise<Note | undefined> {
  const { pipeline, branch } = before;
  if (pipeline.id === undefined || branch === undefined) return undefined;
  const idleSeconds = now - dueAfterRuns(before, now / 60) * 60;
  try {
    const code = await service.pipelineCode(pipeline.id, signal);
    return await readBranchEnd(code, { pipeline, branch, idleSeconds }, service, signal);
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(`Could not read whether a branch of ${agent.sanitize(name)} exists: ${messageOf(error)}`);
    return undefined;
  }
}

/** If the pipeline is enabled again, its schedule is learned anew. */
function ended(schedule: JudgedSchedule): JudgedSchedule {
  const known = { ...schedule.known, times: [], pattern: undefined };
  return { ...schedule, missing: [], further: [], known };
}

function endNote({ known }: JudgedSchedule, text: string): Note {
  const says = [words(` ${text}, so its runs are no longer due`)];
  return { subject: subjectOf(known), says, severity: "recovery", rank: 6 };
}

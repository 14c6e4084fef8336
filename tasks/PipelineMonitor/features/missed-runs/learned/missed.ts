import type { Run } from "../../../../../shared/azure-devops/records";
import { runsIn } from "../../../../../shared/azure-devops/records";
import type { KnownSchedule } from "../../../../../shared/journal/schema";
import { type BranchJournal, pipelineKey } from "../../../../../shared/journal/schema";
import { pathOf } from "../../../../../shared/pipeline";
import { mayBeOn } from "../../../../../shared/subject";
import { words } from "../../../issue/parts";
import { missedKeys } from "../../../issue/place";
import type { FoundProject } from "../../../issue/report";
import { subjectOf } from "../../../issue/subject";
import { endOf } from "../../../issue/window";
import { isScheduled, queuedTimes, scheduledTimes } from "../../../journal/times";
import { isProven } from "../../../schedules/proof";
import {
  dayMinutes,
  learnedTolerance,
  moveMinutes,
  strayBefore,
  weekMinutes,
} from "../../../schedules/slots";
import { evidenceAt } from "../../../schedules/words";
import {
  branchesMeant,
  longestMinutes,
  type MissedRun,
  type QueuedRuns,
  unknownOf,
  whileRunning,
} from "../excuses";
import { type Due, dueAfterRuns, hasTime, judge, waitMinutes } from "./hour";

/** A learned schedule, and what became of the slots that were due in the window. */
export interface JudgedSchedule extends ReturnType<typeof judge> {
  before: KnownSchedule;
  due: Due;
  branches: readonly BranchJournal[];
}

/** Judges the learned schedules by the runs that have finished. */
export function judgeLearned(
  schedules: readonly KnownSchedule[],
  { config, window, journal }: FoundProject,
): JudgedSchedule[] {
  return schedules.flatMap((before) => {
    const { learned } = config.pipelines.entryFor(pathOf(before.pipeline));
    if (learned === undefined || before.pattern === undefined) return [];
    const graceMinutes = Math.ceil(learned.graceSeconds / 60);
    const wait = waitMinutes(before, graceMinutes);
    const [from, until] = [window.dueFrom, endOf(window)].map((at) => Math.ceil(at / 60) - wait);
    const due = { from: from ?? 0, until: until ?? 0, graceMinutes };
    const branches = branchesMeant(journal, before);
    const judged = isProven(before)
      ? judge(before, [], [], due)
      : { known: before, unmet: [], missing: [], further: [] };
    return [{ before, due, branches, ...judged, ...(isOver(before, due.until) ? { unmet: [] } : {}) }];
  });
}

/** A run that has not finished may have ended a stop, but not weeks ago, nor long after the pause that is usual. */
function isOver(known: KnownSchedule, until: number): boolean {
  const dueAt = dueAfterRuns(known, until);
  const pause = dueAt - (known.times.at(-1) ?? dueAt);
  return known.isStopped && until - dueAt >= Math.max(weekMinutes, pause + dayMinutes);
}

/** Judges those that seem to lack runs again by all runs that were queued, because some have not finished. */
export function judgeQueued(judged: readonly JudgedSchedule[], queued: QueuedRuns): JudgedSchedule[] {
  return judged.map((schedule) => {
    const { before, due, branches, unmet } = schedule;
    if (unmet.length === 0) return schedule;
    const runs = queued.runs.filter((run) => isOf(run, before));
    const isRunning = whileRunning(branches, runs) ?? (() => false);
    const judgeBut = (isExcused: Due["isExcused"]) =>
      judge(before, queuedTimes(runs), scheduledTimes(runs), { ...due, isExcused });
    const again = judgeBut(isRunning);
    // Each record that cannot be read may have been a run, so nothing is known of the slot.
    const excused = new Set(again.unmet.slice(0, unknownOf(queued, before.pipeline)));
    const isExcused = (at: number) => isRunning(at) || excused.has(at);
    return { ...schedule, ...(excused.size === 0 ? again : judgeBut(isExcused)) };
  });
}

function isOf(run: Run, known: KnownSchedule): boolean {
  return pipelineKey(run) === pipelineKey(known) && mayBeOn(run, known);
}

/** The time from which runs must be known to judge schedules that seem to lack some, in seconds since 1970. */
export function judgedSince(judged: readonly JudgedSchedule[]): number {
  return Math.min(
    ...judged.flatMap(({ unmet, branches }) => {
      // A move by an hour may have been to an earlier one, and the run before may be in progress.
      const before = Math.max(60 + learnedTolerance.early, longestMinutes(branches));
      return unmet.map((at) => (at - before) * 60);
    }),
  );
}

/** The missed runs of a learned schedule, with the evidence. */
export function missedRunsOf({ before, missing, further, due }: JudgedSchedule): MissedRun[] {
  const { pipeline, branch, pattern, times } = before;
  const graceSeconds = waitMinutes(before, due.graceMinutes) * 60;
  const missedAt = (at: number) => {
    const instead = strayBefore(at, pattern?.slots ?? [], times);
    const insteadAt = instead === undefined ? undefined : instead * 60;
    const because = [words(evidenceAt(pattern, before.gaps, at))];
    return { pipeline, branch, at: at * 60, graceSeconds, because, insteadAt };
  };
  const changed = further.length === 0 ? 0 : changedAt(before);
  const counted = further.filter((at) => !before.times.some((time) => time > changed && time < at));
  return [...missing.map(missedAt), ...counted.map((at) => ({ ...missedAt(at), isFurther: true }))];
}

/** The runs that end the problem of a pipeline whose run is missed, or was reported as missed. */
export function endingRuns(
  judged: readonly JudgedSchedule[],
  queued: QueuedRuns | undefined,
  report: FoundProject,
): Run[] {
  const problems = new Set(report.entries.map(({ key }) => key));
  const finished = runsIn(report.records).filter(isScheduled);
  return judged.flatMap(({ known, missing }) => {
    const { pattern } = known;
    const isWrong = missing.length > 0 || missedKeys(subjectOf(known)).some((key) => problems.has(key));
    if (pattern === undefined || !isWrong) return [];
    const runs = [...finished, ...(queued?.runs ?? [])];
    const changed = changedAt(known);
    const ending = runs.filter((run) => {
      const at = (run.queueTime ?? 0) / 60;
      return isOf(run, known) && (hasTime(pattern, at) || (isScheduled(run) && at > changed));
    });
    return [...new Map(ending.map((run) => [run.id, run])).values()];
  });
}

/**
 * When a schedule stopped that may have other times now, in minutes since 1970: all runs that it had started were at those that
 * are learned, or an hour beside.
 */
function changedAt({ pattern, times }: KnownSchedule): number {
  if (pattern === undefined) return Number.POSITIVE_INFINITY;
  const stoppedAt = times.findLast((time) => hasTime(pattern, time)) ?? Number.POSITIVE_INFINITY;
  const isUsual = (time: number) => [0, moveMinutes, -moveMinutes].some((by) => hasTime(pattern, time + by));
  return times.every((time) => time > stoppedAt || isUsual(time)) ? stoppedAt : Number.POSITIVE_INFINITY;
}

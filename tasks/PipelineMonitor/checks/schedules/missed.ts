import type { Run } from "../../../../shared/azure-devops/records";
import { pipelineKey } from "../../issue/journal";
import { missedKey } from "../../issue/ledger";
import type { ProjectReport } from "../../issue/report";
import type { KnownSchedule } from "../../issue/schedules";
import { endOf } from "../../issue/window";
import { isScheduled } from "../../journal/times";
import type { MissingRun, QueuedRuns } from "../queued-runs";
import { type Due, type Judged, judge, waitMinutes } from "./hour";
import { scheduledRuns } from "./learn";
import { learnedTolerance, timesOf } from "./slots";
import { evidenceAt } from "./words";

/** A learned schedule, and what became of the slots that were due in the window. */
export interface JudgedSchedule extends Judged {
  before: KnownSchedule;
  due: Due;
}

/** Judges the learned schedules by the runs that have finished. */
export function judgeLearned({ config, window, schedules }: ProjectReport): JudgedSchedule[] {
  return (schedules ?? []).flatMap((before) => {
    const { learned } = config.pipelines.entryFor(before.pipeline);
    if (learned === undefined || before.pattern === undefined || isGiven(config, before.pipeline)) return [];
    const graceMinutes = Math.ceil(learned.graceSeconds / 60);
    const wait = waitMinutes(before, graceMinutes);
    const [from, until] = [window.dueFrom, endOf(window)].map((at) => Math.ceil(at / 60) - wait);
    const due = { from: from ?? 0, until: until ?? 0, graceMinutes };
    return [{ before, due, ...judge(before, [], [], due) }];
  });
}

function isGiven({ schedules }: ProjectReport["config"], name: string): boolean {
  return schedules.some(({ pipeline }) => pipeline.normalize() === name.normalize());
}

/** Judges them again by all runs that were queued, because some have not finished. */
export function judgeQueued(judged: readonly JudgedSchedule[], queued: QueuedRuns): JudgedSchedule[] {
  return judged.map((one) => {
    const runs = (queued.runs.get(one.before.pipeline.normalize()) ?? []).filter(
      (run) => pipelineKey(run) === pipelineKey(one.before),
    );
    const again = judge(one.before, minutesOf(runs), minutesOf(runs.filter(isScheduled)), one.due);
    const excused = queued.unknown.get(one.before.pipeline.normalize()) ?? 0;
    return { ...one, ...again, missing: again.missing.slice(excused) };
  });
}

function minutesOf(runs: readonly Run[]): number[] {
  return runs.flatMap(({ queueTime }) => (queueTime === undefined ? [] : [Math.floor(queueTime / 60)]));
}

/** The time from which runs must be known to judge schedules that seem to have missed some, in seconds since 1970. */
export function judgedSince(judged: readonly JudgedSchedule[]): number {
  // A move by an hour may have been to an earlier one.
  const first = Math.min(...judged.flatMap(({ missing }) => missing));
  return (first - 60 - learnedTolerance.early) * 60;
}

/** The missing runs of a learned schedule, with the evidence. */
export function missingOf({ before, missing, due }: JudgedSchedule): MissingRun[] {
  const { pipeline } = before;
  const graceSeconds = waitMinutes(before, due.graceMinutes) * 60;
  return missing.map((at) => ({ pipeline, at: at * 60, graceSeconds, evidence: evidenceOf(before, at) }));
}

function evidenceOf({ pattern }: KnownSchedule, at: number): string {
  return pattern === undefined ? "" : evidenceAt(pattern, at);
}

/** The runs that end the problem of a pipeline whose run was reported as missed. */
export function endingRuns(
  judged: readonly JudgedSchedule[],
  queued: QueuedRuns | undefined,
  report: ProjectReport,
): Run[] {
  const problems = new Set(report.entries.map(({ key }) => key));
  const finished = scheduledRuns(report);
  return judged.flatMap(({ known }) => {
    const { pipeline, pattern } = known;
    if (pattern === undefined || !problems.has(missedKey(pipeline))) return [];
    const runs = [...finished, ...(queued?.runs.get(pipeline.normalize()) ?? [])];
    const { early, late } = learnedTolerance;
    const isInTime = ({ queueTime = 0 }: Run) =>
      timesOf(pattern.slots, queueTime / 60 - late, queueTime / 60 + early + 1).length > 0;
    const ending = runs.filter((run) => pipelineKey(run) === pipelineKey(known) && isInTime(run));
    return [...new Map(ending.map((run) => [run.id, run])).values()];
  });
}

export function withJudged(report: ProjectReport, judged: readonly JudgedSchedule[]): ProjectReport {
  const { schedules } = report;
  if (schedules === undefined) return report;
  const after = new Map(judged.map(({ known }) => [pipelineKey(known), known]));
  return { ...report, schedules: schedules.map((known) => after.get(pipelineKey(known)) ?? known) };
}

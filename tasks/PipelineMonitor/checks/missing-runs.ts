import type { BuildService } from "../../../shared/azure-devops/client";
import type { Run } from "../../../shared/azure-devops/records";
import { occurrences } from "../config/cron";
import type { ScheduledPipeline } from "../config/schedules";
import { withinBudget } from "../issue/context";
import { type IssueKind, issueOf, missedCode } from "../issue/issue";
import { type KnownProblem, missedAt, missedRow, type ProjectMemory } from "../issue/memory";
import { words } from "../issue/parts";
import type { OptionalStage } from "../issue/report";
import { dueFrom, endOf, momentSeenFrom, takenFrom, type Window, wasSeen } from "../issue/window";
import { isOfUnfinishedRun } from "./unfinished-runs";

const missed: IssueKind = { code: missedCode, severity: "failure", rank: 1, tally: "did not run" };

/** Reports the scheduled times at which no run was queued. Enabled by `schedule` in a pipeline's settings. */
export const missingRuns: OptionalStage = {
  name: "missing runs",
  findsIssues: true,
  isEnabled: ({ config }) => config.schedules.length > 0,
  async run(report, context) {
    const { config, window, known } = report;
    const due = findDuePipelines(config.schedules, window, known);
    const { missing, queued } = await withinBudget(context, async (signal) =>
      due.length === 0 ? { missing: [], queued: [] } : readMissingRuns(due, context.service, signal),
    );
    const issues = missing.map(({ pipeline, at }) => {
      const time = { time: at * 1000, zone: config.zone, isDated: true };
      const sentence = [words("did not start at "), momentSeenFrom(window, at, config.zone)];
      const { graceSeconds = 0 } =
        due.find(({ scheduled }) => scheduled.pipeline === pipeline)?.scheduled ?? {};
      const text = [words("did not run at "), time];
      return issueOf(missed, { pipeline }, text, { at, graceSeconds, sentence });
    });
    // They are listed before stuck runs, which are read first, because those change by the minute.
    const others = report.issues.filter((issue) => !isOfUnfinishedRun(issue));
    const stuck = report.issues.filter(isOfUnfinishedRun);
    return { ...report, queued, issues: [...others, ...issues, ...stuck] };
  },
};

/** A scheduled pipeline, and those of its times whose grace ended within a window. */
export interface DuePipeline {
  scheduled: ScheduledPipeline;
  due: number[];
  /** From when on its runs must be known, in seconds since 1970. */
  since: number;
}

/**
 * Returns the scheduled pipelines that had a run due within a window, and those of which a message reported a missed run:
 * with the next run of these, the problem ends. A time that a mute has hidden is due again when it has ended.
 */
export function findDuePipelines(
  schedules: readonly ScheduledPipeline[],
  window: Window,
  known?: ProjectMemory,
): DuePipeline[] {
  return schedules.flatMap((scheduled) => {
    const { pipeline } = scheduled;
    const due = findDueTimes(scheduled, dueFrom(window), endOf(window)).filter(
      (at) => !wasSeen(window, missedAt(pipeline, at)),
    );
    // Each target may know of one.
    const problems = (known?.problems ?? []).filter(({ row }) => row === missedRow(pipeline));
    if (problems.length === 0) return due.length === 0 ? [] : [{ scheduled, due, since: queuedSince(due) }];
    const lastSeen = Math.min(...problems.map((problem) => problem.lastSeen));
    const uncovered = Math.min(takenFrom(window), dueFrom(window));
    const since = Math.min(queuedSince(due), Math.max(lastSeen, uncovered));
    // With a run, it is the end of a problem that silence has kept from the message.
    const isHidden = ({ held }: KnownProblem) => held !== undefined && held.runId === undefined;
    const hidden = problems.filter(isHidden).map((problem) => problem.lastSeen);
    const all = [...new Set([...hidden, ...due])].sort((one, other) => one - other);
    return [{ scheduled, due: all, since }];
  });
}

/**
 * Returns the missing runs, and those that were queued. A record that cannot be parsed may have been a run of its
 * pipeline, so each one excuses one missing run, the earliest first. Throws if the runs cannot be listed, because then it
 * is unknown which are missing.
 */
export async function readMissingRuns(
  pipelines: readonly DuePipeline[],
  service: Pick<BuildService, "runsQueuedSince">,
  signal: AbortSignal,
): Promise<{ missing: MissingRun[]; queued: Run[] }> {
  const since = Math.min(...pipelines.map((pipeline) => pipeline.since));
  const runs = new Map(pipelines.map(({ scheduled }) => [scheduled.pipeline.normalize(), [] as Run[]]));
  const unknown = new Map<string, number>();
  for await (const page of service.runsQueuedSince(since, signal))
    for (const record of page) {
      const run = "run" in record && record.run.queueTime !== undefined ? record.run : undefined;
      const { pipeline: name = "" } = "run" in record ? record.run : record.unreadable;
      const pipeline = name.normalize();
      if (run === undefined) unknown.set(pipeline, (unknown.get(pipeline) ?? 0) + 1);
      else runs.get(pipeline)?.push(run);
    }
  const missing = pipelines.flatMap(({ scheduled, due }) => {
    const pipeline = scheduled.pipeline.normalize();
    const times = (runs.get(pipeline) ?? []).flatMap(({ queueTime }) => queueTime ?? []);
    return findMissingRuns(scheduled, due, times).slice(unknown.get(pipeline) ?? 0);
  });
  return { missing, queued: [...runs.values()].flat() };
}

export interface MissingRun {
  pipeline: string;
  /** When it was due, in seconds since 1970. */
  at: number;
}

/** Clocks differ a little, so a run may be queued this long before its time. */
const earlySeconds = 60;

/** Returns the times whose grace ends from `from` on and before `until`. All are in seconds since 1970. */
export function findDueTimes(
  { schedules, graceSeconds }: ScheduledPipeline,
  from: number,
  until: number,
): number[] {
  return occurrences(schedules, from - graceSeconds, until - graceSeconds);
}

export function queuedSince(due: readonly number[]): number {
  return (due[0] ?? Number.POSITIVE_INFINITY) - earlySeconds;
}

/**
 * Returns the due times of a pipeline without a run that was queued between a minute before the time and the
 * end of the grace. Each run counts for one time: the last one before it. If that time already has a run, it
 * counts for an earlier one without.
 */
export function findMissingRuns(
  { pipeline, schedules, graceSeconds }: ScheduledPipeline,
  due: readonly number[],
  queueTimes: readonly number[],
): MissingRun[] {
  const [first = 0] = due;
  const last = due.at(-1) ?? 0;
  const times = occurrences(schedules, first, last + graceSeconds + 1);
  const spare: number[] = [];
  const met = new Set<number>();
  let next = 0;
  for (const queued of [...queueTimes].sort((one, other) => one - other)) {
    while ((times[next] ?? Number.POSITIVE_INFINITY) - earlySeconds <= queued) next++;
    const time = times[next - 1];
    if (time === undefined) continue;
    if (met.has(time) || queued > time + graceSeconds) spare.push(queued);
    else met.add(time);
  }
  let nextSpare = 0;
  const isMissing = (at: number) => {
    if (met.has(at)) return false;
    // Both lists are in order. A spare run from before this time is no use to a later one.
    while ((spare[nextSpare] ?? at) < at) nextSpare++;
    const isLate = (spare[nextSpare] ?? Number.POSITIVE_INFINITY) <= at + graceSeconds;
    if (isLate) nextSpare++;
    return !isLate;
  };
  return due.filter(isMissing).map((at) => ({ pipeline, at }));
}

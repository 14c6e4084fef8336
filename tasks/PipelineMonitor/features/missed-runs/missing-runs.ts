import pMap from "p-map";
import type { Run } from "../../../../shared/azure-devops/records";
import { messageOf } from "../../../../shared/errors";
import { HttpError, statusOf } from "../../../../shared/http/errors";
import { occurrences } from "../../config/cron";
import type { ScheduledPipeline } from "../../config/schedules";
import { type Context, withinBudget } from "../../issue/context";
import { type Issue, type IssueKind, issueOf, missedCode, type Note } from "../../issue/issue";
import { type Entry, missedKey, missedKeys } from "../../issue/ledger";
import { strong, words } from "../../issue/parts";
import type { OptionalStage, ProjectReport } from "../../issue/report";
import { endOf, momentSeenFrom, takenFrom, type Window } from "../../issue/window";
import { isOfUnfinishedRun } from "../stuck-runs/unfinished-runs";
import {
  endingRuns,
  type JudgedSchedule,
  judgedSince,
  judgeLearned,
  judgeQueued,
  missingOf,
  withJudged,
} from "./learned/missed";
import { type MissingRun, type QueuedRuns, readQueued } from "./queued-runs";

const missed: IssueKind = { code: missedCode, severity: "failure", rank: 1, tally: "did not run" };

/** Reports the scheduled times at which no run was queued. Enabled by `schedule` in a pipeline's settings. */
export const missingRuns: OptionalStage = {
  name: "missing runs",
  findsIssues: true,
  isEnabled: ({ config, schedules }) => config.schedules.length > 0 || schedules !== undefined,
  async run(report, context) {
    const { config, window, entries, schedules, lookedFor } = report;
    const due = findDuePipelines(config.schedules, window, entries);
    return withinBudget(context, async (signal) => {
      const learned = judgeLearned(report);
      const doubtful = learned.filter(({ unmet }) => unmet.length > 0);
      const isAsked = due.length > 0 || doubtful.length > 0;
      const queued = isAsked
        ? await readQueued(namesOf(due, doubtful), sinceOf(due, doubtful), context.service, signal)
        : undefined;
      const judged = queued === undefined ? learned : judgeQueued(learned, queued);
      const statuses = await readStatuses(judged, report, context, signal);
      const enabled = judged.map((one) => (statuses.has(one) ? ended(one) : one));
      const missing = [
        ...(queued === undefined ? [] : findMissing(due, queued)),
        ...enabled.flatMap(missingOf),
      ];
      const issues = missing.map((run) => missedIssue(report, run));
      // They are listed before stuck runs, although those are read first because they change by the minute.
      const others = report.issues.filter((issue) => !isOfUnfinishedRun(issue));
      const stuck = report.issues.filter(isOfUnfinishedRun);
      return {
        ...withJudged(report, enabled),
        ends: new Map(
          [...statuses].flatMap(([one, text]) =>
            missedKeys(one.known).map((key) => [key, endNote(one, text)] as const),
          ),
        ),
        queued: [...givenRuns(due, queued), ...endingRuns(enabled, queued, report)],
        issues: [...others, ...issues, ...stuck],
        // What a learned schedule misses is found later if it is not known now.
        lookedFor: config.learnsSchedules && schedules === undefined ? lookedFor : [...lookedFor, "missed"],
      };
    });
  },
};

function namesOf(given: readonly DuePipeline[], learned: readonly JudgedSchedule[]): string[] {
  return [
    ...given.map(({ scheduled }) => scheduled.pipeline),
    ...learned.map(({ before }) => before.pipeline),
  ];
}

function sinceOf(given: readonly DuePipeline[], learned: readonly JudgedSchedule[]): number {
  return Math.min(...given.map((pipeline) => pipeline.since), judgedSince(learned));
}

export function missedIssue(
  { window, config: { zone } }: Pick<ProjectReport, "window" | "config">,
  { pipeline, definitionId, at, graceSeconds = 0, evidence = "" }: MissingRun,
): Issue {
  const because = evidence === "" ? [] : [words(evidence)];
  const time = { time: at * 1000, zone, isDated: true };
  const sentence = [words("did not start at "), momentSeenFrom(window, at, zone), ...because];
  return issueOf(missed, { pipeline, definitionId }, [words("did not run at "), time, ...because], {
    ...{ at, graceSeconds, sentence },
  });
}

/** How many pipelines are read at the same time. */
const maxRequests = 4;

/**
 * Why the schedules have ended of which a run is missing now, or was reported as missed. A schedule ends without an issue when its
 * pipeline is disabled or paused.
 */
async function readStatuses(
  judged: readonly JudgedSchedule[],
  { entries }: Pick<ProjectReport, "entries">,
  { service, agent, cancelled }: Pick<Context, "service" | "agent" | "cancelled">,
  signal: AbortSignal,
): Promise<Map<JudgedSchedule, string>> {
  const open = new Set(entries.flatMap(({ key, end }) => (end === undefined ? [key] : [])));
  const ends = await pMap(
    judged,
    async (one): Promise<[JudgedSchedule, string][]> => {
      const { pipeline, definitionId } = one.before;
      const isOpen = missedKeys(one.before).some((key) => open.has(key));
      if ((one.missing.length === 0 && !isOpen) || definitionId === undefined) return [];
      const status = await service.queueStatus(definitionId, signal).catch((error: unknown) => {
        if (error instanceof HttpError && statusOf(error.problem) === 404) return "deleted";
        cancelled.throwIfAborted();
        agent.warn(`Could not read whether ${agent.sanitize(pipeline)} is disabled: ${messageOf(error)}`);
        return "";
      });
      if (["disabled", "paused"].includes(status)) return [[one, `is ${status}`]];
      // A pipeline that was deleted is missed, too, but only once.
      return status === "deleted" && isOpen ? [[one, "was deleted"]] : [];
    },
    { concurrency: maxRequests },
  );
  return new Map(ends.flat());
}

/** If the pipeline is enabled again, its schedule is learned anew. */
function ended(one: JudgedSchedule): JudgedSchedule {
  return { ...one, missing: [], known: { ...one.known, times: [], pattern: undefined } };
}

function endNote({ known: { pipeline } }: JudgedSchedule, text: string): Note {
  const name = { name: pipeline };
  const block = { parts: [strong(name), words(` ${text}`)] };
  const parts = [name, words(` ${text}, so its runs are no longer due.`)];
  return { pipeline, parts, block, severity: "recovery", rank: 6 };
}

/** A scheduled pipeline, and those of its times whose grace ended within a window. */
export interface DuePipeline {
  scheduled: ScheduledPipeline;
  due: number[];
  /** From when on its runs must be known, in seconds since 1970. */
  since: number;
}

/**
 * Pipelines with a run due within the window, and those of which a run was missed: with the next run of these, the
 * problem ends.
 */
export function findDuePipelines(
  schedules: readonly ScheduledPipeline[],
  window: Window,
  entries: readonly Entry[] = [],
): DuePipeline[] {
  return schedules.flatMap((scheduled) => {
    const due = findDueTimes(scheduled, window.dueFrom, endOf(window));
    const missed = entries.find(
      ({ key, end }) => key === missedKey({ pipeline: scheduled.pipeline }) && end === undefined,
    );
    if (missed === undefined) return due.length === 0 ? [] : [{ scheduled, due, since: queuedSince(due) }];
    const uncovered = Math.min(takenFrom(window), window.dueFrom);
    return [{ scheduled, due, since: Math.min(queuedSince(due), Math.max(missed.last, uncovered)) }];
  });
}

/**
 * For given schedules. A record that cannot be parsed may have been a run of its pipeline, so each one excuses one
 * missing run, the earliest first.
 */
export function findMissing(pipelines: readonly DuePipeline[], { runs, unknown }: QueuedRuns): MissingRun[] {
  return pipelines.flatMap(({ scheduled, due }) => {
    const pipeline = scheduled.pipeline.normalize();
    const times = (runs.get(pipeline) ?? []).flatMap(({ queueTime }) => queueTime ?? []);
    const missing = findMissingRuns(scheduled, due, times).slice(unknown.get(pipeline) ?? 0);
    return missing.map((run) => ({ ...run, graceSeconds: scheduled.graceSeconds }));
  });
}

function givenRuns(given: readonly DuePipeline[], queued: QueuedRuns | undefined): Run[] {
  const names = new Set(given.map(({ scheduled }) => scheduled.pipeline.normalize()));
  return [...names].flatMap((name) => queued?.runs.get(name) ?? []);
}

/** Clocks differ a little, so a run may be queued this long before its time. */
const earlySeconds = 60;

/** The times whose grace ends from `from` on and before `until`. All are in seconds since 1970. */
function findDueTimes({ schedules, graceSeconds }: ScheduledPipeline, from: number, until: number): number[] {
  return occurrences(schedules, from - graceSeconds, until - graceSeconds);
}

function queuedSince(due: readonly number[]): number {
  return (due[0] ?? Number.POSITIVE_INFINITY) - earlySeconds;
}

/**
 * A due time is met by a run that was queued between a minute before it and the end of the grace. Each run counts
 * for one time: the last one before it. If that time already has a run, it counts for an earlier one without.
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

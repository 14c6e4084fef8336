import type { Phrase } from "../../../../shared/chat/message";
import type { Day, PipelineJournal, ProjectJournal } from "../../../../shared/journal/schema";
import { isWatched } from "../../../../shared/journal/schema";
import { pipelineNamesAmong } from "../../../../shared/pipeline";
import { pluralize } from "../../../../shared/text/pluralize";
import { daySeconds, readable } from "../../../../shared/text/time";
import { localTime, timeOf, type Zone } from "../../../../shared/text/zone";
import type { PlatformWarning } from "./platform-warnings";

export type Week = Pick<Day, "runs" | "failures" | "timedRuns" | "totalSeconds">;

export interface PipelineDigest {
  pipeline: string;
  current: Week;
  before: Week;
  longestWaitSeconds: number;
  /** The id of the run that waited so long; 0 if none waited. */
  longestWaitId: number;
  /** How many commits there are on which runs failed and passed. */
  flakyCommits: number;
}

export interface Digest extends WeekOfProject {
  /** The most failures first, then by name. */
  pipelines: readonly PipelineDigest[];
  /** How many of the week's hours nobody watched. */
  unwatchedHours: number;
}

interface WeekOfProject {
  projectName: string;
  runPage: (id: number) => URL;
  period: Period;
  /** Further sentences about the week. */
  totals: readonly Phrase[];
  /** The platform's warnings. */
  warnings: readonly PlatformWarning[];
}

/** The figures of two weeks of a project. */
export function digestOf(journal: ProjectJournal, { period, ...project }: WeekOfProject): Digest {
  const ran = [...journal.pipelines.values()];
  const nameOf = pipelineNamesAmong(ran.map(({ pipeline }) => pipeline));
  const pipelines = ran.flatMap((pipeline): PipelineDigest[] => {
    const current = daysOf(pipeline, period.from, period.until);
    const before = daysOf(pipeline, period.before, period.from);
    if (current.length === 0 && before.length === 0) return [];
    const [longest] = current.toSorted((day, other) => other.longestWaitSeconds - day.longestWaitSeconds);
    return [
      {
        pipeline: nameOf(pipeline.pipeline),
        current: sumOf(current),
        before: sumOf(before),
        longestWaitSeconds: longest?.longestWaitSeconds ?? 0,
        longestWaitId: longest?.longestWaitId ?? 0,
        flakyCommits: current.reduce((sum, { flakyCommits }) => sum + flakyCommits, 0),
      },
    ];
  });
  return {
    ...project,
    period,
    unwatchedHours: unwatchedHours(journal, period),
    pipelines: pipelines.sort(
      (pipeline, other) =>
        other.current.failures - pipeline.current.failures || (pipeline.pipeline < other.pipeline ? -1 : 1),
    ),
  };
}

/** Those with runs. */
function daysOf({ days }: PipelineJournal, from: number, until: number): Day[] {
  return [...days].flatMap(([day, figures]) =>
    day >= from && day < until && figures.runs > 0 ? [figures] : [],
  );
}

export function sumOf(days: readonly Week[]): Week {
  const sum = (figure: keyof Week) => days.reduce((total, day) => total + day[figure], 0);
  const times = { timedRuns: sum("timedRuns"), totalSeconds: sum("totalSeconds") };
  return { runs: sum("runs"), failures: sum("failures"), ...times };
}

function unwatchedHours(journal: ProjectJournal, period: Period): number {
  let count = 0;
  const until = beginOf(period.until, period);
  for (let from = beginOf(period.from, period); from < until; from += 3600)
    if (!isWatched(journal, from, from + 3600)) count++;
  return count;
}

/** In whole seconds; undefined if no run has a time. */
export function meanOf({ timedRuns, totalSeconds }: Week): number | undefined {
  return timedRuns === 0 ? undefined : Math.round(totalSeconds / timedRuns);
}

/** The week of a digest, and the one before, in whole days since 1970 in the zone. */
interface Period {
  /** Where the week before begins. */
  before: number;
  from: number;
  /** The first day after the week. */
  until: number;
  zone: Zone;
}

/** The last week of whole days before a second since 1970. */
export function periodUntil(seconds: number, zone: Zone): Period {
  const until = Math.floor(localTime(seconds, zone) / daySeconds);
  return { before: until - 14, from: until - 7, until, zone };
}

/** When a day begins, in seconds since 1970. */
export function beginOf(day: number, { zone }: Period): number {
  return timeOf(day * daySeconds, zone);
}

/** A pipeline is slower from this increase on, in seconds and as a part of the time before. */
const slowerSeconds = 60;
const slowerPercent = 20;

/** Pipelines whose mean run time rose by a fifth and a minute, the largest rise first. */
export function slowerPipelines(digest: Digest): PipelineDigest[] {
  return ranked(digest, ({ current, before }) => rise(meanOf(current), meanOf(before)));
}

/** Rises that are too small count as 0. */
function rise(current = Number.NaN, before = Number.NaN): number {
  const seconds = current - before;
  return seconds >= slowerSeconds && seconds * 100 >= before * slowerPercent ? seconds : 0;
}

/** The largest figure first; none is 0. */
export function ranked(
  { pipelines }: Digest,
  figureOf: (pipeline: PipelineDigest) => number,
): PipelineDigest[] {
  const some = pipelines.filter((pipeline) => figureOf(pipeline) > 0);
  return some.sort((one, other) => figureOf(other) - figureOf(one));
}

export function minutesOf(seconds: number): number {
  return Math.round(seconds / 60);
}

/** Renders "5 of 40 runs failed". */
export function failedClause({ runs, failures }: Week): string {
  return runs === 0 ? "no runs" : `${failures} of ${pluralize(runs, "run")} failed`;
}

/** Renders "5 of 40 runs failed (3 of 42 the week before)". */
export function failingClause(current: Week, before: Week): string {
  const earlier = before.runs === 0 ? "no runs" : `${before.failures} of ${before.runs}`;
  return `${failedClause(current)} (${earlier} the week before)`;
}

export function slowerClause({ current, before }: PipelineDigest): string {
  const [now = 0, earlier = 0] = [meanOf(current), meanOf(before)];
  return `got slower: ${readable(now)} on average (${readable(earlier)} the week before)`;
}

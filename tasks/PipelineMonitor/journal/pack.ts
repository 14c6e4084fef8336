import {
  figureNames,
  type JournalContent,
  letters,
  notWatched,
  type PipelineContent,
  type State,
} from "../../../shared/journal/content-schema";
import type { Sanitize } from "../../../shared/text/sanitize";
import { daySeconds } from "../../../shared/text/time";
import { timeOf, type Zone } from "../../../shared/text/zone";
import { type BranchJournal, type Hour, hourOf, type Journal, type PipelineJournal } from "../issue/journal";
import { dayIn, isWatched, keptDays, keptHours } from "./cells";

/** How much is written: runs of the busiest branch of a pipeline and of each other one, and how many pipelines. */
export interface Room {
  busiest: number;
  others: number;
  pipelines: number;
  /** How many times of a schedule. */
  times: number;
  /** The present, in seconds since 1970. */
  now: number;
  /** Empty for a pipeline that nobody owns. */
  ownerOf?: ((pipeline: string) => string) | undefined;
}

const maxBranches = 10;

/** Replaces texts that occur often by their indexes. */
function createTexts(sanitize: Sanitize) {
  const indexes = new Map<string, number>([["", 0]]);
  const shown = [""];
  return {
    shown,
    indexOf(text: string): number {
      const known = indexes.get(text);
      if (known !== undefined) return known;
      indexes.set(text, shown.length);
      return shown.push(sanitize(text)) - 1;
    },
  };
}

/** The content of the file. Every text passes `sanitize`. */
export function packJournal(journal: Journal, room: Room, zone: Zone, sanitize: Sanitize): JournalContent {
  const texts = createTexts(sanitize);
  const [lastHour, lastDay] = [hourOf(room.now), dayIn(zone)(room.now)];
  const hours = range(lastHour - keptHours + 1, lastHour);
  const days = range(lastDay - keptDays + 1, lastDay);
  const starts = new Map(
    range(lastDay - keptDays + 1, lastDay + 1).map((day) => [day, timeOf(day * daySeconds, zone)]),
  );
  const projects = [...journal].map(([project, known]) => {
    const { name, url, since = null, pipelines, isFilled, contradictedAt } = known;
    const cells: Cells = {
      hours: hours.map((hour) => [hour, isWatched(known, hour * 3600, (hour + 1) * 3600)]),
      days: days.map((day) => [day, isWatched(known, starts.get(day) ?? 0, starts.get(day + 1) ?? 0)]),
    };
    const gaps = known.gaps.filter(([, until]) => until > room.now - keptDays * daySeconds);
    return {
      project,
      name: sanitize(name),
      url,
      since,
      isFilled,
      contradictedAt,
      lastHour,
      lastDay,
      gaps: gaps.map(([from, until]): [number, number] => [from, until]),
      pipelines: [...pipelines.values()]
        .sort((one, other) => lastFinish(other) - lastFinish(one))
        .slice(0, room.pipelines)
        .map((one) => packPipeline(one, cells, room, { indexOf: texts.indexOf, sanitize })),
    };
  });
  return { texts: texts.shown, projects };
}

/** The hours and days of a file, and whether somebody watched in each. */
interface Cells {
  hours: readonly (readonly [hour: number, isWatched: boolean])[];
  days: readonly (readonly [day: number, isWatched: boolean])[];
}

function lastFinish({ branches }: PipelineJournal): number {
  return Math.max(0, ...branches.map(lastOf));
}

function lastOf({ runs }: BranchJournal): number {
  return runs.at(-1)?.finishTime ?? 0;
}

function packPipeline(
  { pipeline, definitionId, isRead, hours, days, branches, ...schedule }: PipelineJournal,
  cells: Cells,
  { busiest, others, times: maxTimes, now, ownerOf = () => "" }: Room,
  texts: { indexOf: (text: string) => number; sanitize: Sanitize },
): PipelineContent {
  const { times, pattern, missed, isStopped, proofs, gaps } = schedule;
  const owner = ownerOf(pipeline);
  const column = (name: Exclude<keyof Hour, "state">) =>
    cells.hours.map(([hour]) => hours.get(hour)?.[name] ?? 0);
  return {
    pipeline: texts.sanitize(pipeline),
    ...(owner === "" ? {} : { owner: texts.sanitize(owner) }),
    ...(definitionId === undefined ? {} : { definitionId }),
    isRead,
    hours: cells.hours.map(([hour, seen]) => letterOf(hours.get(hour)?.state, seen)).join(""),
    queued: column("queued"),
    checked: column("checked"),
    failed: column("failed"),
    flaky: column("flaky"),
    days: cells.days.map(([day, seen]) => letterOf(days.get(day)?.state, seen)).join(""),
    figures: cells.days.flatMap(([day]) => {
      const figures = days.get(day);
      return figures === undefined ? [] : [[day, ...figureNames.map((name) => Math.round(figures[name]))]];
    }),
    times: differencesOf(times.slice(-maxTimes)),
    slots: differencesOf(pattern?.slots ?? []),
    slotsSince: pattern?.since ?? null,
    missed: differencesOf(missed),
    isStopped,
    proofs: differencesOf(proofs),
    gaps: differencesOf(gaps),
    branches: [...branches]
      .sort((one, other) => recentRuns(other, now) - recentRuns(one, now) || lastOf(other) - lastOf(one))
      .slice(0, maxBranches)
      .map((branch, index) => packBranch(branch, index === 0 ? busiest : others, texts)),
  };
}

/** How busy a branch was in the last week. */
function recentRuns({ runs }: BranchJournal, now: number): number {
  return runs.filter(({ finishTime }) => finishTime > now - 7 * daySeconds).length;
}

/** An hour that nobody watched never looks well. */
function letterOf(state: State = "none", seen: boolean): string {
  return !seen && ["none", "well", "limit"].includes(state) ? notWatched : letters[state];
}

function packBranch(
  branch: BranchJournal,
  room: number,
  { indexOf, sanitize }: { indexOf: (text: string) => number; sanitize: Sanitize },
): PipelineContent["branches"][number] {
  const isWhole = branch.runs.length <= room;
  const runs = branch.runs.slice(-room);
  // Nobody knows any more which of the others the rules saw.
  const { older, isCut } = isWhole ? branch : { older: undefined, isCut: true };
  const before = (end: number, time: number | undefined) => (time === undefined ? null : end - time);
  return {
    branch: sanitize(branch.branch),
    commit: branch.commit,
    commitResults: [...branch.commitResults],
    isCut,
    isOut: branch.isOut,
    older: older ?? null,
    ids: differencesOf(runs.map(({ id }) => id)),
    finished: differencesOf(runs.map(({ finishTime }) => finishTime)),
    queued: runs.map(({ finishTime, queueTime }) => before(finishTime, queueTime)),
    started: runs.map(({ finishTime, startTime }) => before(finishTime, startTime)),
    outcomes: runs.map(({ status, result }) => indexOf(`${status} ${result}`)),
    reasons: runs.map(({ reason = "" }) => indexOf(reason)),
    causes: runs.map(({ cause = "" }) => indexOf(cause)),
    commits: runs
      .map(({ isOtherCommit }) => (isOtherCommit === undefined ? "?" : isOtherCommit ? "+" : "="))
      .join(""),
    attempts: runs.map(({ attempt }) => attempt),
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

function differencesOf(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

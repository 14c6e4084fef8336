import type { Sanitize } from "../../../shared/text/sanitize";
import { timeOf, type Zone } from "../../../shared/text/zone";
import {
  type BranchJournal,
  type Day,
  hourOf,
  type Journal,
  type PastRun,
  type PipelineJournal,
  type ProjectJournal,
  pipelineKey,
  type State,
  states,
} from "../issue/journal";
import { trimmed } from "./branch";
import { dayIn, emptyDay, isWatched, keptDays, keptHours } from "./cells";
import {
  type BranchContent,
  type JournalContent,
  letters,
  notWatched,
  type PipelineContent,
} from "./content-schema";

/** How much is written: runs of the busiest branch of a pipeline and of each other one, and how many pipelines. */
export interface Room {
  busiest: number;
  others: number;
  pipelines: number;
  /** The present, in seconds since 1970. */
  now: number;
}

const maxBranches = 10;
const daySeconds = 24 * 3600;

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
    const { since = null, pipelines, isFilled, contradictedAt } = known;
    const cells: Cells = {
      hours: hours.map((hour) => [hour, isWatched(known, hour * 3600, (hour + 1) * 3600)]),
      days: days.map((day) => [day, isWatched(known, starts.get(day) ?? 0, starts.get(day + 1) ?? 0)]),
    };
    const gaps = known.gaps.filter(([, until]) => until > room.now - keptDays * daySeconds);
    return {
      ...{ project, since, isFilled, contradictedAt, lastHour, lastDay },
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

interface Texts {
  indexOf: (text: string) => number;
  sanitize: Sanitize;
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
  { busiest, others }: Room,
  texts: Texts,
): PipelineContent {
  const { times, pattern, missed, isStopped } = schedule;
  return {
    ...{
      pipeline: texts.sanitize(pipeline),
      ...(definitionId === undefined ? {} : { definitionId }),
      isRead,
    },
    hours: cells.hours.map(([hour, seen]) => letterOf(hours.get(hour)?.state, seen)).join(""),
    queued: cells.hours.map(([hour]) => hours.get(hour)?.queued ?? 0),
    days: cells.days.map(([day, seen]) => letterOf(days.get(day)?.state, seen)).join(""),
    figures: cells.days.flatMap(([day]) => {
      const figures = days.get(day);
      return figures === undefined ? [] : [[day, ...figureNames.map((name) => Math.round(figures[name]))]];
    }),
    ...{ times: differencesOf(times), slots: differencesOf(pattern?.slots ?? []) },
    ...{ slotsSince: pattern?.since ?? null, missed: differencesOf(missed), isStopped },
    branches: [...branches]
      .sort((one, other) => other.runs.length - one.runs.length || lastOf(other) - lastOf(one))
      .slice(0, maxBranches)
      .map((branch, index) => packBranch(branch, index === 0 ? busiest : others, texts)),
  };
}

/** What nobody watched never looks well. */
function letterOf(state: State = "none", seen: boolean): string {
  return !seen && ["none", "well", "limit"].includes(state) ? notWatched : letters[state];
}

const figureNames = [
  ...(["runs", "failures", "timedRuns", "totalSeconds", "medianSeconds", "longestSeconds"] as const),
  ...(["longestWaitSeconds", "longestWaitId", "flakyCommits"] as const),
];

function packBranch(branch: BranchJournal, room: number, { indexOf, sanitize }: Texts): BranchContent {
  const { runs, older, isCut } = trimmed(branch, room, () => false);
  const before = (end: number, time: number | undefined) => (time === undefined ? null : end - time);
  return {
    ...{ branch: sanitize(branch.branch), commit: branch.commit, commitResults: [...branch.commitResults] },
    ...{ isCut, isOut: branch.isOut, older: older ?? null },
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

/** Throws if the columns do not belong together. */
export function unpackJournal({ texts, projects }: JournalContent): Journal {
  return new Map(
    projects.map(({ project, since, gaps, isFilled, contradictedAt, lastHour, lastDay, pipelines }) => {
      const all = pipelines.map((one) => unpackPipeline(one, lastHour, lastDay, texts));
      const journal: ProjectJournal = {
        ...{ since: since ?? undefined, gaps, isFilled, contradictedAt },
        pipelines: new Map(all.map((one) => [pipelineKey(one), one])),
      };
      return [project, journal];
    }),
  );
}

function unpackPipeline(
  { pipeline, definitionId, isRead, hours, queued, days, figures, branches, ...schedule }: PipelineContent,
  lastHour: number,
  lastDay: number,
  texts: readonly string[],
): PipelineJournal {
  const { slots, slotsSince, times, missed, isStopped } = schedule;
  const counts = queued.map((count, index) => [lastHour - queued.length + 1 + index, count] as const);
  const stateOfHour = statesOf(hours, lastHour);
  const stateOfDay = statesOf(days, lastDay);
  const figuresOfDay = new Map(figures.map(([day = 0, ...values]) => [day, values]));
  return {
    ...{ pipeline, definitionId, isRead },
    ...{ times: sumsOf(times), missed: sumsOf(missed), isStopped },
    ...(slotsSince === null ? {} : { pattern: { slots: sumsOf(slots), since: slotsSince } }),
    hours: new Map(
      counts.flatMap(([hour, count]) => {
        const state = stateOfHour.get(hour) ?? "none";
        return count === 0 && state === "none" ? [] : [[hour, { state, queued: count }]];
      }),
    ),
    days: new Map(
      [...new Set([...figuresOfDay.keys(), ...stateOfDay.keys()])].map((day) => [
        day,
        dayOf(stateOfDay.get(day) ?? "none", figuresOfDay.get(day) ?? []),
      ]),
    ),
    branches: branches.map((branch) => unpackBranch(branch, texts)),
  };
}

function dayOf(state: State, figures: readonly number[]): Day {
  const named = Object.fromEntries(figureNames.map((name, index) => [name, figures[index] ?? 0]));
  return { ...emptyDay(), ...named, state };
}

/** Those that are not "none", by their numbers. */
function statesOf(cells: string, last: number): Map<number, State> {
  return new Map(
    [...cells].flatMap((letter, index) => {
      const state = states.find((one) => letters[one] === letter);
      return state === undefined || state === "none" ? [] : [[last - cells.length + 1 + index, state]];
    }),
  );
}

function unpackBranch(content: BranchContent, texts: readonly string[]): BranchJournal {
  const { branch, commit, commitResults, isCut, isOut, older } = content;
  const [ids, finished] = [sumsOf(content.ids), sumsOf(content.finished)];
  const columns = [
    content.queued,
    content.started,
    content.outcomes,
    content.reasons,
    content.causes,
    content.attempts,
  ];
  if ([finished, content.commits, ...columns].some(({ length }) => length !== ids.length))
    throw new Error("the columns of a branch differ in their length");
  const runs = ids.map((id, index): PastRun => {
    const finishTime = finished[index] ?? 0;
    const time = (before: number | null | undefined) =>
      typeof before === "number" ? finishTime - before : undefined;
    const text = (list: readonly number[]) => texts[list[index] ?? 0] ?? "";
    const [status = "", ...result] = text(content.outcomes).split(" ");
    const [reason, cause, letter] = [text(content.reasons), text(content.causes), content.commits[index]];
    return {
      ...{ id, status, result: result.join(" "), finishTime, attempt: content.attempts[index] ?? 1 },
      ...{ queueTime: time(content.queued[index]), startTime: time(content.started[index]) },
      reason: reason === "" ? undefined : reason,
      isOtherCommit: letter === "?" ? undefined : letter === "+",
      cause: cause === "" ? undefined : cause,
    };
  });
  return { branch, commit, commitResults, isCut, isOut, older: older ?? undefined, runs };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

function differencesOf(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

function sumsOf(differences: readonly number[]): number[] {
  let last = 0;
  return differences.map((difference) => {
    last += difference;
    return last;
  });
}

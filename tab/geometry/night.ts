import { figureNames, states as knownStates, letters } from "../../shared/journal/content-schema";
import type { NightOfPipeline, NightOfProject } from "../../shared/journal/night";
import { isCalm } from "../../shared/report/form";
import type { ReportProblem } from "../../shared/report/schema";
import { daySeconds, hourSeconds } from "../../shared/text/time";
import { localTime, timeOf, type Zone } from "../../shared/text/zone";
import { medianOf } from "./project-run";
import { round, type TimeScale } from "./time-scale";

export const periods = ["24h", "7d", "28d"] as const;
export type Period = (typeof periods)[number];

/** What became of an hour or a day of a pipeline, the worst first. The present hour may be `open`: no report knows it yet. */
export const cellStates = [
  ...(["failed", "missed", "stuck", "limit", "muted", "unwatched", "well", "none", "open"] as const),
] as const;
export type CellState = (typeof cellStates)[number];

const badStates: readonly CellState[] = ["failed", "missed", "stuck", "limit"];

/** Hours or days side by side. Times are in seconds since 1970. */
export interface Grid {
  scale: TimeScale;
  cells: readonly { from: number; to: number }[];
  /** The hours or days since 1970 that the cells are, and whether they are days. */
  numbers: readonly number[];
  isDays: boolean;
  /** The day since 1970 on the clocks of the zone, and how many days up to it the figures are of. */
  today: number;
  dayCount: number;
}

export function gridOf(period: Period, now: number, zone: Zone): Grid {
  const isDays = period === "28d";
  const count = period === "24h" ? 24 : isDays ? 28 : 7 * 24;
  const today = Math.floor(localTime(now, zone) / daySeconds);
  const last = isDays ? today : Math.floor(now / hourSeconds);
  const numbers = Array.from({ length: count }, (_, index) => last - count + 1 + index);
  const startOf = (number: number) => (isDays ? timeOf(number * daySeconds, zone) : number * hourSeconds);
  const cells = numbers.map((number) => ({ from: startOf(number), to: startOf(number + 1) }));
  const dayCount = period === "24h" ? 2 : isDays ? 28 : 7;
  return {
    cells,
    numbers,
    isDays,
    today,
    dayCount,
    scale: { from: cells[0]?.from ?? now, to: cells.at(-1)?.to ?? now },
  };
}

/** Equal neighbours. All cells are as wide, a day of 23 hours too. Place and width are percent of the width. */
export interface Segment {
  state: CellState;
  /** Of the runs of its days; 0 where only hours are known. */
  runs: number;
  failures: number;
  from: number;
  to: number;
  at: number;
  width: number;
}

/** A pipeline that a monitor watches. */
export interface NightRow {
  monitor: string;
  project: Pick<NightOfProject, "name" | "url">;
  pipeline: string;
  definitionId: number | undefined;
  owner: string;
  /** What is wrong with it now. */
  problems: readonly ReportProblem[];
  states: readonly CellState[];
  segments: readonly Segment[];
  runs: number;
  /** Undefined without a run. */
  goodShare: number | undefined;
  /** Of the time before that the journal has; undefined if unknown. */
  goodShareBefore: number | undefined;
  /** The median run time of the period, and of the time before; undefined if unknown. */
  medianSeconds: number | undefined;
  usualSeconds: number | undefined;
}

/** What one monitor knows of a project. */
export interface Watched {
  monitor: string;
  night: NightOfProject;
  problems: readonly ReportProblem[];
  /** It has not reported for long: nobody watches since. */
  isSilent: boolean;
}

/** The worst first. */
export function nightRows(watched: readonly Watched[], grid: Grid): NightRow[] {
  return watched
    .flatMap((one) => one.night.pipelines.map((pipeline) => rowOf(pipeline, one, grid)))
    .sort((one, other) => badnessOf(other) - badnessOf(one) || (one.pipeline < other.pipeline ? -1 : 1));
}

function rowOf(
  known: NightOfPipeline,
  { monitor, night, problems, isSilent }: Watched,
  grid: Grid,
): NightRow {
  const { pipeline, owner = "", definitionId } = known;
  const own = problems.filter((problem) => problem.pipeline === pipeline);
  const mutedSince = own.every(isMuted)
    ? Math.min(...own.map(({ since }) => since))
    : Number.POSITIVE_INFINITY;
  const mutedStates = own.map(({ kind }) => stateOfKind[kind] ?? "limit");
  const [text, last] = grid.isDays ? [known.days, night.lastDay] : [known.hours, night.lastHour];
  const first = last - text.length + 1;
  const states = grid.numbers.map((number, index): CellState => {
    if (number > last) return isSilent ? "unwatched" : "open";
    const state = stateOf(text[number - first]);
    // Of its last hour, a monitor that is silent knows a part only.
    if (number === last && isSilent && !badStates.slice(0, 3).includes(state)) return "unwatched";
    const isQuiet = mutedStates.includes(state) && (grid.cells[index]?.to ?? 0) > mutedSince;
    return isQuiet ? "muted" : state;
  });
  const days = known.figures.map(figuresOf);
  const { today, dayCount } = grid;
  const recent = days.filter(({ day }) => day > today - dayCount);
  // Four weeks are compared within themselves.
  const split = today - Math.min(dayCount, 14);
  const median = (some: typeof days) =>
    medianOf(some.flatMap(({ timedRuns, medianSeconds }) => (timedRuns > 0 ? [medianSeconds] : [])));
  return {
    ...{ monitor, project: night, pipeline, definitionId, owner, problems: own, states },
    runs: sumOf(recent.map(({ runs }) => runs)),
    segments: segmentsOf(states, grid, days),
    goodShare: goodShareOf(recent),
    goodShareBefore: goodShareOf(days.filter(({ day }) => day <= today - dayCount)),
    medianSeconds: median(days.filter(({ day }) => day > split)),
    usualSeconds: median(days.filter(({ day }) => day <= split)),
  };
}

/** A failure below its threshold is a failure all the same. */
function isMuted({ state }: ReportProblem): boolean {
  return state.kind === "muted" || state.kind === "maintenance";
}

/** What its hours look like; all others are limits that a run crossed. */
const stateOfKind: Readonly<Partial<Record<ReportProblem["kind"], CellState>>> = {
  failed: "failed",
  missed: "missed",
  stuck: "stuck",
};

function goodShareOf(days: readonly { runs: number; failures: number }[]): number | undefined {
  const runs = sumOf(days.map((day) => day.runs));
  return runs === 0 ? undefined : (runs - sumOf(days.map(({ failures }) => failures))) / runs;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function stateOf(letter: string | undefined): CellState {
  return knownStates.find((state) => letters[state] === letter) ?? "unwatched";
}

function figuresOf(figures: readonly number[]) {
  const named = (name: (typeof figureNames)[number]) => figures[1 + figureNames.indexOf(name)] ?? 0;
  return {
    day: figures[0] ?? 0,
    runs: named("runs"),
    failures: named("failures"),
    timedRuns: named("timedRuns"),
    medianSeconds: named("medianSeconds"),
  };
}

function segmentsOf(
  states: readonly CellState[],
  { cells, numbers, isDays }: Grid,
  days: readonly { day: number; runs: number; failures: number }[],
): Segment[] {
  const byDay = new Map(isDays ? days.map((one) => [one.day, one] as const) : []);
  const segments: Segment[] = [];
  const place = (index: number) => round((100 * index) / states.length);
  for (const [index, state] of states.entries()) {
    const [cell, before] = [cells[index], segments.at(-1)];
    const { runs = 0, failures = 0 } = byDay.get(numbers[index] ?? Number.NaN) ?? {};
    if (cell === undefined) continue;
    // Days with failures differ in how many.
    if (before?.state !== state || failures > 0) {
      const width = round(place(index + 1) - place(index));
      segments.push({ state, ...cell, runs, failures, at: place(index), width });
    } else {
      before.to = cell.to;
      before.runs += runs;
      before.width = round(place(index + 1) - before.at);
    }
  }
  return segments;
}

/** What is wrong now counts most, then the bad hours, the later ones more. */
function badnessOf({ problems, states }: NightRow): number {
  const now = problems.filter((problem) => !isCalm(problem.state.kind));
  const weights = { high: 3, normal: 2, info: 1 };
  const worst = Math.max(
    0,
    ...now.map(({ importance, severity }) => weights[importance] * (severity === "failure" ? 2 : 1)),
  );
  const hours = states.reduce((sum, state, index) => {
    const place = badStates.indexOf(state);
    return place === -1 ? sum : sum + (badStates.length - place) * (1 + index / states.length);
  }, 0);
  const quiet = states.filter((state) => state === "muted").length / 100;
  const unwatched = states.filter((state) => state === "unwatched").length / 10_000;
  return worst * 1e6 + hours + quiet + unwatched;
}

/** All rows as one: of each hour or day the worst. */
export function wholeNight(rows: readonly NightRow[], grid: Grid): Segment[] {
  const worst = grid.numbers.map((_, index) => {
    const states = new Set(rows.map((row) => row.states[index]));
    return cellStates.find((state) => states.has(state)) ?? "open";
  });
  return segmentsOf(worst, grid, []);
}

/** How many of the cells nobody watched, in at least one row. */
export function unwatchedCells(rows: readonly NightRow[]): number {
  const [first] = rows;
  return (first?.states ?? []).filter((_, index) => rows.some(({ states }) => states[index] === "unwatched"))
    .length;
}

import { figureNames } from "../../shared/journal/content-schema";
import { medianOf } from "../../shared/journal/median";
import type { NightOfPipeline } from "../../shared/journal/night";
import { daySeconds } from "../../shared/text/time";
import { timeOf, type Zone } from "../../shared/text/zone";
import type { Grid, Span } from "./grid";

/** How many runs, and how many of them did not succeed. */
export interface Counts {
  runs: number;
  failures: number;
}

/** The figures of a row: those of the cells that are drawn, apart from what is compared. */
export interface Figures extends Counts {
  /** One for each cell. */
  counts: readonly Counts[];
  /** On how many commits runs failed and passed. */
  flakyCommits: number;
  /** Undefined without a run. */
  goodShare: number | undefined;
  /** The period and the one before; of four weeks, the second half and the first. Undefined if one of them is unknown. */
  change: { now: Counts; before: Counts } | undefined;
  /** The median run time of the days of the period, and of the time before; undefined if unknown. */
  medianSeconds: number | undefined;
  usualSeconds: number | undefined;
  /** The longest wait for an agent on these days; 0 if none is known. */
  waitSeconds: number;
}

interface DrawnCells {
  grid: Grid;
  cells: readonly Span[];
  /** That of the days of the figures. */
  zone: Zone;
}

export function figuresOf(known: NightOfPipeline, lastHour: number, drawn: DrawnCells): Figures {
  const { grid, cells } = drawn;
  const days = known.figures.map(dayFigures);
  const ofDay = new Map(days.map((one) => [one.day, one]));
  const hoursIn = (some: readonly Span[]) => hourCounts(known, lastHour, some);
  const counts = grid.isDays ? cells.map(({ number }) => ofDay.get(number) ?? noRuns) : hoursIn(cells);
  const total = totalOf(counts);
  const from = firstDay(drawn);
  const recent = days.filter(({ day }) => day >= from);
  const earlier = days.filter(({ day }) => day < from);
  const median = (some: typeof days) =>
    medianOf(some.flatMap(({ timedRuns, medianSeconds }) => (timedRuns > 0 ? [medianSeconds] : [])));
  const before =
    grid.period === "24h"
      ? totalOf(hoursIn(cells.map(({ number, ...span }) => ({ ...span, number: number - cells.length }))))
      : totalOf(earlier.filter(({ day }) => day >= daysBefore(drawn, from)));
  const now = grid.isDays ? totalOf(recent) : total;
  return {
    counts,
    ...total,
    flakyCommits: grid.isDays
      ? sumOf(cells.map(({ number }) => ofDay.get(number)?.flakyCommits ?? 0))
      : sumOf(cells.map(({ number }) => columnAt(known.flaky, lastHour, number))),
    goodShare: goodShareOf(total),
    change: now.runs === 0 || before.runs === 0 ? undefined : { now, before },
    medianSeconds: median(recent),
    usualSeconds: median(earlier),
    waitSeconds: Math.max(0, ...recent.map(({ longestWaitSeconds }) => longestWaitSeconds)),
  };
}

const noRuns: Counts & { flakyCommits: number } = { runs: 0, failures: 0, flakyCommits: 0 };

/** The first day with a part in the drawn hours; of four weeks, the first of the second half. */
function firstDay({ grid, cells, zone }: DrawnCells): number {
  if (grid.isDays) return (cells.at(-1)?.number ?? 0) - 13;
  const day = Math.floor(grid.scale.from / daySeconds) - 1;
  return [day, day + 1, day + 2].find((one) => timeOf((one + 1) * daySeconds, zone) > grid.scale.from) ?? day;
}

/** The first of the days that are compared: as many as those of the period. */
function daysBefore({ grid }: DrawnCells, from: number): number {
  return from - (grid.isDays ? 14 : 7);
}

function hourCounts(
  { checked, failed }: Pick<NightOfPipeline, "checked" | "failed">,
  lastHour: number,
  cells: readonly Span[],
): Counts[] {
  return cells.map(({ number }) => ({
    runs: columnAt(checked, lastHour, number),
    failures: columnAt(failed, lastHour, number),
  }));
}

/** The last entry of a column is of the last hour. */
function columnAt(column: readonly number[], last: number, number: number): number {
  return column[column.length - 1 - (last - number)] ?? 0;
}

function totalOf(counts: readonly Counts[]): Counts {
  return {
    runs: sumOf(counts.map(({ runs }) => runs)),
    failures: sumOf(counts.map(({ failures }) => failures)),
  };
}

function goodShareOf({ runs, failures }: Counts): number | undefined {
  return runs === 0 ? undefined : (runs - failures) / runs;
}

/** Whether two shares differ by more than chance explains, with about nineteen of twenty certain. */
export function isNews({ now, before }: NonNullable<Figures["change"]>): boolean {
  const pooled = (now.failures + before.failures) / (now.runs + before.runs);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / now.runs + 1 / before.runs));
  const difference = now.failures / now.runs - before.failures / before.runs;
  return Math.abs(difference) > 2 * spread;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Where a figure of a day stands in its list, which begins with the day: there may be thousands of days. */
const places = new Map(figureNames.map((name, index) => [name, index + 1]));
const placeOf = (name: (typeof figureNames)[number]) => places.get(name) ?? 0;
const [runsAt, failuresAt, timedAt] = [placeOf("runs"), placeOf("failures"), placeOf("timedRuns")];
const [medianAt, waitAt] = [placeOf("medianSeconds"), placeOf("longestWaitSeconds")];
const flakyAt = placeOf("flakyCommits");

function dayFigures(figures: readonly number[]) {
  return {
    day: figures[0] ?? 0,
    runs: figures[runsAt] ?? 0,
    failures: figures[failuresAt] ?? 0,
    timedRuns: figures[timedAt] ?? 0,
    medianSeconds: figures[medianAt] ?? 0,
    longestWaitSeconds: figures[waitAt] ?? 0,
    flakyCommits: figures[flakyAt] ?? 0,
  };
}

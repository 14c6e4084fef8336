import { medianOf } from "../../shared/journal/median";
import type { NightOfPipeline } from "../../shared/journal/night";
import type { Day } from "../../shared/journal/schema";
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

export function figuresOf({ hours, days }: NightOfPipeline, drawn: DrawnCells): Figures {
  const { grid, cells } = drawn;
  const hoursBefore = (cellsBefore: number) =>
    cells.map(({ number }): Counts => {
      const { checked = 0, failed = 0 } = hours.get(number - cellsBefore) ?? {};
      return { runs: checked, failures: failed };
    });
  const counts = grid.isDays ? cells.map(({ number }) => days.get(number) ?? noRuns) : hoursBefore(0);
  const total = totalOf(counts);
  const from = firstDay(drawn);
  const recent = [...days.values()].filter(({ day }) => day >= from);
  const earlier = [...days.values()].filter(({ day }) => day < from);
  const median = (some: readonly Day[]) =>
    medianOf(some.flatMap(({ timedRuns, medianSeconds }) => (timedRuns > 0 ? [medianSeconds] : [])));
  const before =
    grid.period === "24h"
      ? totalOf(hoursBefore(cells.length))
      : totalOf(earlier.filter(({ day }) => day >= daysBefore(drawn, from)));
  const now = grid.isDays ? totalOf(recent) : total;
  return {
    counts,
    ...total,
    flakyCommits: sumOf(
      cells.map(
        ({ number }) => (grid.isDays ? days.get(number)?.flakyCommits : hours.get(number)?.flaky) ?? 0,
      ),
    ),
    goodShare: goodShareOf(total),
    change: now.runs === 0 || before.runs === 0 ? undefined : { now, before },
    medianSeconds: median(recent),
    usualSeconds: median(earlier),
    waitSeconds: Math.max(0, ...recent.map(({ longestWaitSeconds }) => longestWaitSeconds)),
  };
}

const noRuns: Counts = { runs: 0, failures: 0 };

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

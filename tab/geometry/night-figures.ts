import { medianOf } from "../../shared/journal/median";
import type { NightOfPipeline } from "../../shared/journal/night";
import type { Day } from "../../shared/journal/schema";
import { daySeconds } from "../../shared/text/time";
import { timeOf, type Zone } from "../../shared/text/zone";
import type { Grid, Span } from "./grid";

/** How many runs, how many of them did not succeed, and on how many commits runs failed and passed. */
export interface Counts {
  runs: number;
  failures: number;
  flakyCommits: number;
}

/** The counts of a time, and those of the time before. */
export interface Change {
  now: Counts;
  before: Counts;
}

/** The counts of a day or an hour, by its number. */
export function countsAt({ hours, days }: NightOfPipeline, isDays: boolean, number: number): Counts {
  if (isDays) {
    const { runs = 0, failures = 0, flakyCommits = 0 } = days.get(number) ?? {};
    return { runs, failures, flakyCommits };
  }
  const { checked = 0, failed = 0, flaky = 0 } = hours.get(number) ?? {};
  return { runs: checked, failures: failed, flakyCommits: flaky };
}

/** The figures of a row: those of the cells that are drawn, apart from what is compared. `zone` is that of its days. */
export function figuresOf(
  journal: NightOfPipeline,
  cells: readonly (Span & Counts)[],
  { isDays, period, scale }: Grid,
  zone: Zone,
) {
  const days = [...journal.days.values()];
  const total = totalOf(cells);
  const from = isDays ? (cells.at(-1)?.number ?? 0) - 13 : firstDay(scale.from, zone);
  const recent = days.filter(({ day }) => day >= from);
  const earlier = days.filter(({ day }) => day < from);
  const median = (some: readonly Day[]) =>
    medianOf(some.flatMap(({ timedRuns, medianSeconds }) => (timedRuns > 0 ? [medianSeconds] : [])));
  // As many days as those of the period.
  const firstBefore = from - (isDays ? 14 : 7);
  const before =
    period === "24h"
      ? totalOf(cells.map(({ number }) => countsAt(journal, false, number - cells.length)))
      : totalOf(earlier.filter(({ day }) => day >= firstBefore));
  const now = isDays ? totalOf(recent) : total;
  return {
    ...total,
    /** The period and the one before; of four weeks, the second half and the first. Undefined if one of them is unknown. */
    change: now.runs === 0 || before.runs === 0 ? undefined : { now, before },
    /** The median run time of the days of the period, and of the time before; undefined if unknown. */
    medianSeconds: median(recent),
    usualSeconds: median(earlier),
    /** The longest wait for an agent on these days; 0 if none is known. */
    waitSeconds: Math.max(0, ...recent.map(({ longestWaitSeconds }) => longestWaitSeconds)),
  };
}

/** The first day with a part in the drawn hours, which begin at a time. */
function firstDay(begin: number, zone: Zone): number {
  const day = Math.floor(begin / daySeconds) - 1;
  return [day, day + 1, day + 2].find((next) => timeOf((next + 1) * daySeconds, zone) > begin) ?? day;
}

export function totalOf(counts: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) => counts.reduce((total, each) => total + each[name], 0);
  return { runs: sum("runs"), failures: sum("failures"), flakyCommits: sum("flakyCommits") };
}

/** Whether two shares differ by more than chance explains, with about nineteen of twenty certain. */
export function isNews({ now, before }: Change): boolean {
  const pooled = (now.failures + before.failures) / (now.runs + before.runs);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / now.runs + 1 / before.runs));
  const difference = now.failures / now.runs - before.failures / before.runs;
  return Math.abs(difference) > 2 * spread;
}

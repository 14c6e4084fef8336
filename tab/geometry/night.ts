import { groupBy } from "../../shared/group-by";
import type { NightOfPipeline, NightOfProject } from "../../shared/journal/night";
import { hourOf, isWatched, keptDays, keptHours } from "../../shared/journal/schema";
import { pipelineIdOf } from "../../shared/pipeline";
import { isCalm } from "../../shared/report/form";
import type { NameOf } from "../../shared/subject";
import { dayOf, type Zone } from "../../shared/text/zone";
import { daysWithin, type Grid, placeIn, type Span } from "./grid";
import { type Counts, countsAt, figuresOf, totalOf } from "./night-figures";
import type { Problem } from "./problem";
import { round, type TimeScale } from "./time-scale";

const bad = ["failed", "missed", "stuck", "limit"] as const;
/** The states of an hour or a day of a pipeline, the worst first. The present hour may be `open`: no report knows it yet. */
export const cellStates = [...bad, "muted", "unwatched", "well", "none", "open"] as const;
export type CellState = (typeof cellStates)[number];
const badStates: readonly CellState[] = bad;

/** Equal neighbours. All cells are as wide, a day of 23 hours too. Place and width are percent of the width. */
export interface Segment extends TimeScale {
  state: CellState;
  /** How many runs were checked, and how many of them failed. */
  runs: number;
  failures: number;
  /** How many hours or days it is. */
  cells: number;
  at: number;
  width: number;
}

/** An hour or a day of a pipeline. */
interface Cell extends Span, Counts {
  state: CellState;
}

/** A pipeline that a monitor watches. */
export type NightRow = ReturnType<typeof rowOf>;

/** A project as one monitor knows it. */
export interface WatchedProject {
  monitor: string;
  /** That of the monitor's days. */
  zone: Zone;
  night: NightOfProject;
  problems: readonly Problem[];
  nameOf: NameOf;
  /** It has not reported for long: nobody watches since. */
  isSilent: boolean;
}

/** The worst first. */
export function nightRows(watched: readonly WatchedProject[], grid: Grid): NightRow[] {
  return watched
    .flatMap((project) => {
      const { zone } = project;
      const spans = grid.isDays && zone.name !== grid.zone.name ? daysWithin(grid, zone) : grid.cells;
      const byPipeline = groupBy(project.problems, ({ pipeline }) => pipeline && pipelineIdOf(pipeline));
      return project.night.pipelines.map((journal) => {
        const problems = byPipeline.get(pipelineIdOf(journal.pipeline)) ?? [];
        return rowOf(journal, { ...project, problems }, grid, spans);
      });
    })
    .map((row) => ({ row, badness: badnessOf(row) }))
    .sort((one, other) => other.badness - one.badness || (one.row.name < other.row.name ? -1 : 1))
    .map(({ row }) => row);
}

function rowOf(journal: NightOfPipeline, watched: WatchedProject, grid: Grid, spans: readonly Span[]) {
  const { monitor, night, problems, nameOf, isSilent, zone } = watched;
  const { pipeline, owner = "" } = journal;
  const mutedSince = problems.every(isMuted)
    ? Math.min(...problems.map(({ since }) => since))
    : Number.POSITIVE_INFINITY;
  const mutedStates = problems.map(stateOf);
  const last = grid.isDays ? dayOf(night.until, zone) : hourOf(night.until);
  const first = last + 1 - (grid.isDays ? keptDays : keptHours);
  const stateAt = ({ number, from, to }: Span): CellState => {
    if (number > last) return isSilent ? "unwatched" : "open";
    const { state = "none" } = (grid.isDays ? journal.days : journal.hours).get(number) ?? {};
    // Of its last hour, a monitor that is silent knows a part only.
    const isKnown = number >= first && isWatched(night, from, to) && !(number === last && isSilent);
    if (!isKnown && !badStates.slice(0, 3).includes(state)) return "unwatched";
    return mutedStates.includes(state) && to > mutedSince ? "muted" : state;
  };
  const cells = spans.map((span): Cell => {
    // There may be hundreds of thousands of cells, and to spread objects takes five times as long.
    const { number, from, to } = span;
    const { runs, failures, flakyCommits } = countsAt(journal, grid.isDays, number);
    return { number, from, to, runs, failures, flakyCommits, state: stateAt(span) };
  });
  return {
    monitor,
    project: { name: night.name, url: night.url },
    pipeline,
    name: nameOf({ pipeline }),
    owner,
    /** Its present problems. */
    problems,
    /** Its hours or days; the days are those of its monitor's zone. */
    cells,
    ...figuresOf(journal, cells, grid, zone),
    unwatchedSeconds: unwatchedSeconds([watched], grid),
    segments: segmentsOf(cells, grid),
  };
}

/** A failure below its threshold is a failure all the same. */
export function isMuted({ state }: Problem): boolean {
  return state.kind === "muted" || state.kind === "maintenance";
}

/** The state of the hours with a problem; all other problems are limits that a run crossed. */
function stateOf({ kind }: Problem): CellState {
  return bad.find((state) => state === kind) ?? "limit";
}

function segmentsOf(cells: readonly Cell[], grid: Grid): Segment[] {
  const segments: Segment[] = [];
  for (const { state, from, to, runs, failures } of cells) {
    const before = segments.at(-1);
    const end = placeIn(grid, to);
    // What failed differs in its share.
    if (before?.state === state && before.failures * runs === failures * before.runs) {
      before.to = to;
      before.runs += runs;
      before.failures += failures;
      before.cells++;
      before.width = round(end - before.at);
    } else {
      const at = placeIn(grid, from);
      segments.push({ state, from, to, runs, failures, cells: 1, at, width: round(end - at) });
    }
  }
  return segments.filter(({ width }) => width > 0);
}

/** Present problems count most, then bad hours, the later ones more. */
function badnessOf({ problems, cells }: NightRow): number {
  const weights = { high: 3, normal: 2, info: 1 };
  const worst = problems
    .filter((problem) => !isCalm(problem.state.kind))
    .map(({ importance, severity }) => weights[importance] * (severity === "failure" ? 2 : 1));
  const hours = cells.map(({ state }, index) => {
    const place = badStates.indexOf(state);
    if (place !== -1) return (badStates.length - place) * (1 + index / cells.length);
    return state === "muted" ? 1 / 100 : state === "unwatched" ? 1 / 10_000 : 0;
  });
  return hours.reduce((sum, hour) => sum + hour, Math.max(0, ...worst) * 1e6);
}

/** All rows as one: of each hour the worst, with all runs. Of hours only, which are the same for all. */
export function wholeNight(rows: readonly NightRow[], grid: Grid): Segment[] {
  const cells = grid.cells.map((span, index) => {
    const all = rows.flatMap((row) => row.cells[index] ?? []);
    const state = cellStates.find((worst) => all.some((cell) => cell.state === worst)) ?? "open";
    return { ...span, ...totalOf(all), state };
  });
  return segmentsOf(cells, grid);
}

/** How many seconds of the drawn time until now nobody watched, in at least one of the projects. */
export function unwatchedSeconds(watched: readonly WatchedProject[], { scale, now }: Grid): number {
  const spans = watched.flatMap(({ night: { since = now, gaps, until }, isSilent }) => [
    [scale.from, since] as const,
    ...gaps,
    ...(isSilent ? [[until, now] as const] : []),
  ]);
  let [seconds, end] = [0, scale.from];
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    seconds += Math.max(0, Math.min(to, now) - Math.max(from, end));
    end = Math.max(end, to);
  }
  return seconds;
}

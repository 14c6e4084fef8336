import { groupBy } from "../../shared/group-by";
import type { NightOfPipeline, NightOfProject } from "../../shared/journal/night";
import { hourOf, isWatched, keptDays, keptHours } from "../../shared/journal/schema";
import { isCalm } from "../../shared/report/form";
import type { ReportProblem } from "../../shared/report/schema";
import type { Zone } from "../../shared/text/zone";
import { dayOf, daysWithin, type Grid, placeIn, type Span } from "./grid";
import { type Figures, figuresOf } from "./night-figures";
import { round, type TimeScale } from "./time-scale";

/** The states of an hour or a day of a pipeline, the worst first. The present hour may be `open`: no report knows it yet. */
export const cellStates = [
  "failed",
  "missed",
  "stuck",
  "limit",
  "muted",
  "unwatched",
  "well",
  "none",
  "open",
] as const;
export type CellState = (typeof cellStates)[number];

const badStates: readonly CellState[] = ["failed", "missed", "stuck", "limit"];

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

/** A pipeline that a monitor watches. */
export interface NightRow extends Figures {
  monitor: string;
  project: Pick<NightOfProject, "name" | "url">;
  pipeline: string;
  definitionId: number | undefined;
  owner: string;
  /** Its present problems. */
  problems: readonly ReportProblem[];
  /** Its hours or days; the days are those of its monitor's zone. */
  cells: readonly Span[];
  states: readonly CellState[];
  segments: readonly Segment[];
}

/** A project as one monitor knows it. */
export interface WatchedProject {
  monitor: string;
  /** That of the monitor's days. */
  zone: Zone;
  night: NightOfProject;
  problems: readonly ReportProblem[];
  /** It has not reported for long: nobody watches since. */
  isSilent: boolean;
}

/** The worst first. */
export function nightRows(watched: readonly WatchedProject[], grid: Grid): NightRow[] {
  return watched
    .flatMap((one) => {
      const cells = grid.isDays && one.zone.name !== grid.zone.name ? daysWithin(grid, one.zone) : grid.cells;
      const byPipeline = groupBy(one.problems, ({ pipeline = "" }) => pipeline);
      return one.night.pipelines.map((pipeline) =>
        rowOf(pipeline, { ...one, problems: byPipeline.get(pipeline.pipeline) ?? [] }, grid, cells),
      );
    })
    .map((row) => ({ row, badness: badnessOf(row) }))
    .sort((one, other) => other.badness - one.badness || (one.row.pipeline < other.row.pipeline ? -1 : 1))
    .map(({ row }) => row);
}

function rowOf(
  known: NightOfPipeline,
  watched: WatchedProject,
  grid: Grid,
  cells: readonly Span[],
): NightRow {
  const { monitor, night, problems, isSilent, zone } = watched;
  const { pipeline, owner = "", definitionId } = known;
  const mutedSince = problems.every(isMuted)
    ? Math.min(...problems.map(({ since }) => since))
    : Number.POSITIVE_INFINITY;
  const mutedStates = problems.map(({ kind }) => stateOfKind[kind] ?? "limit");
  const last = grid.isDays ? dayOf(night.until, zone) : hourOf(night.until);
  const first = last + 1 - (grid.isDays ? keptDays : keptHours);
  const states = cells.map(({ number, from, to }): CellState => {
    if (number > last) return isSilent ? "unwatched" : "open";
    const { state = "none" } = (grid.isDays ? known.days : known.hours).get(number) ?? {};
    const isKnown = number >= first && isWatched(night, from, to);
    if (!isKnown && !badStates.slice(0, 3).includes(state)) return "unwatched";
    // Of its last hour, a monitor that is silent knows a part only.
    if (number === last && isSilent && !badStates.slice(0, 3).includes(state)) return "unwatched";
    return mutedStates.includes(state) && to > mutedSince ? "muted" : state;
  });
  const figures = figuresOf(known, { grid, cells, zone });
  return {
    monitor,
    project: night,
    pipeline,
    definitionId,
    owner,
    problems,
    cells,
    states,
    ...figures,
    segments: segmentsOf(states, cells, grid, figures.counts),
  };
}

/** A failure below its threshold is a failure all the same. */
function isMuted({ state }: ReportProblem): boolean {
  return state.kind === "muted" || state.kind === "maintenance";
}

/** The state of the hours with a problem; all other problems are limits that a run crossed. */
const stateOfKind: Readonly<Partial<Record<ReportProblem["kind"], CellState>>> = {
  failed: "failed",
  missed: "missed",
  stuck: "stuck",
};

function segmentsOf(
  states: readonly CellState[],
  cells: readonly Span[],
  grid: Grid,
  counts: Figures["counts"],
): Segment[] {
  const segments: Segment[] = [];
  for (const [index, state] of states.entries()) {
    const [cell, before] = [cells[index], segments.at(-1)];
    if (cell === undefined) continue;
    const { runs = 0, failures = 0 } = counts[index] ?? {};
    const end = placeIn(grid, cell.to);
    // What failed differs in its share.
    if (before?.state === state && before.failures * runs === failures * before.runs) {
      before.to = cell.to;
      before.runs += runs;
      before.failures += failures;
      before.cells++;
      before.width = round(end - before.at);
    } else {
      const at = placeIn(grid, cell.from);
      segments.push({
        state,
        from: cell.from,
        to: cell.to,
        runs,
        failures,
        cells: 1,
        at,
        width: round(end - at),
      });
    }
  }
  return segments.filter(({ width }) => width > 0);
}

/** Present problems count most, then bad hours, the later ones more. */
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

/** All rows as one: of each hour the worst, with all runs. Of hours only, which are the same for all. */
export function wholeNight(rows: readonly NightRow[], grid: Grid): Segment[] {
  const worst = grid.cells.map((_, index) => {
    const states = new Set(rows.map((row) => row.states[index]));
    return cellStates.find((state) => states.has(state)) ?? "open";
  });
  const counts = grid.cells.map((_, index) => {
    const sum = (name: "runs" | "failures") =>
      rows.reduce((total, row) => total + (row.counts[index]?.[name] ?? 0), 0);
    return { runs: sum("runs"), failures: sum("failures") };
  });
  return segmentsOf(worst, grid.cells, grid, counts);
}

/** How many of the cells nobody watched, in at least one row. */
export function unwatchedCells(rows: readonly NightRow[], { cells }: Grid): number {
  const unwatched = cells.map(() => false);
  for (const row of rows)
    for (const [index, state] of row.states.entries()) {
      const span = row.cells[index];
      if (state !== "unwatched" || span === undefined) continue;
      const middle = (span.from + span.to) / 2;
      const place = row.cells === cells ? index : cells.findIndex(({ to }) => to > middle);
      if (place !== -1 && (cells[place]?.from ?? 0) <= middle) unwatched[place] = true;
    }
  return unwatched.filter(Boolean).length;
}

import { groupBy } from "../../shared/group-by";
import { type Pipeline, type PipelineId, pipelineIdOf } from "../../shared/pipeline";
import { isCalm, isProblem, severityOf } from "../../shared/report/form";
import type { MonitorReport, PipelineTotals, ReportProblem, ReportRun } from "../../shared/report/schema";
import { beganAt } from "./project-run";
import { positionOf, round, type TimeScale, ticksOf } from "./time-scale";

/** A pipeline with its runs. */
export type GanttRow = ReturnType<typeof rowOf>;

/** A run: its wait, then its run time. */
export type Bar = ReturnType<typeof barOf>;

/**
 * Pipelines with the worst issues first. `onlyIssues` omits the rest. Ticks are round by a clock ahead of UTC. Places and
 * widths are percent of the width, heights are pixels.
 */
export function ganttOf(report: MonitorReport, onlyIssues: boolean, aheadSeconds = 0) {
  const runs = report.runs.filter(({ verdict }) => !onlyIssues || isProblem(verdict));
  // The same with the filter, so that what stays does not move.
  const scale = scaleOf(report);
  // What is wrong with the project has no row; runs without a name have.
  const ofPipelines = <T extends Entry>(some: readonly T[]) =>
    some.filter(({ pipeline = "" }) => pipeline !== "");
  const [otherIssues, present] = [ofPipelines(report.otherIssues), ofPipelines(report.problems)];
  const others = onlyIssues ? [] : report.pipelines;
  const all: readonly Entry[] = [...runs, ...report.missedRuns, ...otherIssues, ...present, ...others];
  const byPipeline = groupBy(runs, keyOf);
  const missed = groupBy(report.missedRuns, keyOf);
  const [issues, problems] = [groupBy(otherIssues, keyOf), groupBy(present, keyOf)];
  const totals = new Map(report.pipelines.map((pipeline) => [keyOf(pipeline), pipeline]));
  const rows = [...groupBy(all, keyOf)].map(([key, [{ pipeline = "" }]]) =>
    rowOf(
      {
        pipeline,
        totals: totals.get(key),
        problems: problems.get(key) ?? [],
        tallies: (issues.get(key) ?? []).flatMap(({ tally }) => tally ?? []),
        missed: (missed.get(key) ?? []).map((run) => ({ missed: run, at: positionOf(scale, run.at) })),
      },
      byPipeline.get(key) ?? [],
      scale,
    ),
  );
  return {
    scale,
    ticks: ticksOf(scale, 8, aheadSeconds),
    /** Where the window begins; runs that finished in it may have begun before. */
    windowAt: positionOf(scale, report.from),
    rows: rows.sort(bySeverity),
  };
}

/** An entry of a list of the report. */
interface Entry {
  readonly pipeline?: string | undefined;
  readonly definitionId?: number | undefined;
  readonly definition?: Pipeline | undefined;
}

function keyOf({ definition, pipeline: name = "", definitionId: id = definition?.id }: Entry): PipelineId {
  return pipelineIdOf({ id, name });
}

/** The window, and as much before it as most of its runs need. Those that began earlier are cut. */
function scaleOf({ from, to, runs }: MonitorReport): TimeScale {
  const reach = from - (to - from) * mostBefore;
  const begun = runs.map((run) => run.queueTime ?? run.startTime ?? from).filter((time) => time >= reach);
  return { from: begun.reduce((least, time) => Math.min(least, time), from), to };
}

/** The time before the window takes at most a fifth of the width. */
const mostBefore = 0.25;

/** In pixels. */
const missedHeight = 16;

function rowOf(
  about: {
    pipeline: string;
    totals: PipelineTotals | undefined;
    missed: readonly { missed: MonitorReport["missedRuns"][number]; at: number }[];
    problems: readonly ReportProblem[];
    /** Its issues without a run, in a word or two each. */
    tallies: readonly string[];
  },
  runs: readonly ReportRun[],
  scale: TimeScale,
) {
  const spans = runs
    .map((run) => ({ run, ...spanOf(run, scale) }))
    .sort((one, other) => one.from - other.from);
  const lanes = lanesOf(spans);
  const count = Math.max(-1, ...lanes) + 1;
  const height = laneHeight(count);
  const [barsHeight, marksHeight] = [count * height, about.missed.length === 0 ? 0 : missedHeight];
  return {
    ...about,
    laneHeight: height,
    height: Math.max(28, barsHeight + marksHeight + 8),
    /** Where the marks of missed runs are: below all bars. */
    missedTop: count === 0 ? 14 : 4 + barsHeight + marksHeight / 2,
    /** Ordered by time, as the arrow keys visit them. */
    bars: spans.map(({ run }, index) => barOf(run, (lanes[index] ?? 0) * height + 4, scale)),
    issues:
      runs.filter(({ verdict }) => isProblem(verdict)).length +
      about.missed.length +
      about.tallies.length +
      about.problems.length,
  };
}

/**
 * The lane of each interval, in the order in which they begin: intervals of one lane do not overlap, and there are as few lanes
 * as possible. Intervals that only touch may share a lane.
 */
export function lanesOf(intervals: readonly { from: number; to: number }[]): number[] {
  const ends: number[] = [];
  return intervals.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = to;
    return lane;
  });
}

/** In pixels: rows with many lanes have lower ones. */
export function laneHeight(count: number): number {
  return Math.max(6, Math.min(20, Math.floor(128 / Math.max(1, count))));
}

/** When a run begins and ends on the chart. A run that is not finished takes its lane to the end. */
function spanOf(run: ReportRun, { from, to }: TimeScale): { from: number; to: number } {
  const begins = beganAt(run) ?? from;
  return { from: begins, to: Math.max(begins, run.finishTime ?? to) };
}

function barOf(run: ReportRun, top: number, scale: TimeScale) {
  const { from, to } = spanOf(run, scale);
  const isOpen = run.finishTime === undefined;
  const started = run.startTime ?? (isOpen ? to : from);
  const [at, middle, end] = [positionOf(scale, from), positionOf(scale, started), positionOf(scale, to)];
  const limit = limitTime(run);
  const hasLimit = limit !== undefined && limit >= scale.from && limit <= scale.to;
  return {
    run,
    top,
    /** Where the wait begins, or the run if the wait is unknown. */
    at,
    waitWidth: round(Math.max(0, middle - at)),
    runWidth: round(Math.max(0, end - Math.max(at, middle))),
    /** Where the run crossed a limit, or would have reached the smallest allowed time; undefined outside the chart. */
    limitAt: hasLimit ? positionOf(scale, limit) : undefined,
    /** When it began, if that is before the chart does. */
    cutSince: from < scale.from ? from : undefined,
    /** It has not finished. */
    isOpen,
  };
}

function limitTime({ verdict, limits = {}, queueTime, startTime }: ReportRun): number | undefined {
  const after = (begin = Number.NaN, seconds = Number.NaN) =>
    Number.isNaN(begin + seconds) ? undefined : begin + seconds;
  if (verdict === "waitedTooLong") return after(queueTime, limits.maxWaitSeconds);
  if (verdict === "finishedTooFast") return after(startTime, limits.minSeconds);
  return after(startTime, limits.maxSeconds) ?? after(queueTime, limits.maxWaitSeconds);
}

/** Orders rows: those with issues first, by their worst, then by the number of issues, then by name. */
function bySeverity(one: GanttRow, other: GanttRow): number {
  return (
    worstOf(one) - worstOf(other) || other.issues - one.issues || (one.pipeline < other.pipeline ? -1 : 1)
  );
}

function worstOf({ bars, missed, tallies, problems }: GanttRow): number {
  // A missed run is as bad as a failed one.
  if (missed.length > 0) return 0;
  const worst = problems.map(({ kind, state }) => {
    if (kind === "other" || isCalm(state.kind)) return severityOf("finishedTooFast");
    return kind === "missed" ? 0 : severityOf(kind);
  });
  return Math.min(
    severityOf(tallies.length > 0 ? "finishedTooFast" : "ok"),
    ...worst,
    bars.reduce((least, { run }) => Math.min(least, severityOf(run.verdict)), severityOf("notChecked")),
  );
}

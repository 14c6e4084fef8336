import { groupBy } from "../../shared/group-by";
import { isIssue, severityOf } from "../../shared/report/form";
import type { MissedRun, MonitorReport, PipelineTotals, ReportRun } from "../../shared/report/schema";
import { laneHeight, lanesOf } from "./lanes";
import { placeOf, round, type Tick, type TimeScale, ticksOf } from "./time-scale";

/** Places and widths are percent of the width, heights are pixels. */
export interface Gantt {
  scale: TimeScale;
  ticks: Tick[];
  /** Where the window begins; runs that finished in it may have begun before. */
  windowAt: number;
  rows: GanttRow[];
}

export interface GanttRow {
  pipeline: string;
  totals: PipelineTotals | undefined;
  laneHeight: number;
  height: number;
  /** Ordered by time, as the arrow keys visit them. */
  bars: Bar[];
  missed: { missed: MissedRun; at: number }[];
  /** Its issues without a run, in a word or two each. */
  tallies: string[];
  issues: number;
}

/** A run: its wait, then its run time. */
export interface Bar {
  run: ReportRun;
  top: number;
  /** Where the wait begins, or the run if the wait is unknown. */
  at: number;
  waitWidth: number;
  runWidth: number;
  /** Where the run crossed a limit, or would have reached the smallest allowed time. */
  limitAt: number | undefined;
  /** It has not finished. */
  isOpen: boolean;
}

/** Pipelines with the worst issues first. `onlyIssues` omits the rest. */
export function ganttOf(report: MonitorReport, onlyIssues: boolean): Gantt {
  const runs = report.runs.filter(({ verdict }) => !onlyIssues || isIssue(verdict));
  // The same with the filter, so that what stays does not move.
  const scale = scaleOf(report);
  const byPipeline = groupBy(runs, ({ pipeline }) => pipeline);
  const missed = groupBy(report.missedRuns, ({ pipeline }) => pipeline);
  const totals = new Map(report.pipelines.map((one) => [one.pipeline, one]));
  const others = onlyIssues ? [] : totals.keys();
  const issues = groupBy(report.otherIssues, ({ pipeline = "" }) => pipeline);
  issues.delete("");
  const names = [...new Set([...byPipeline.keys(), ...missed.keys(), ...issues.keys(), ...others])];
  const rows = names.map((pipeline) =>
    rowOf(
      {
        pipeline,
        totals: totals.get(pipeline),
        tallies: (issues.get(pipeline) ?? []).flatMap(({ tally }) => tally ?? []),
        missed: (missed.get(pipeline) ?? []).map((one) => ({ missed: one, at: placeOf(scale, one.at) })),
      },
      byPipeline.get(pipeline) ?? [],
      scale,
    ),
  );
  return {
    scale,
    ticks: ticksOf(scale, 8),
    windowAt: placeOf(scale, report.from),
    rows: rows.sort(bySeverity),
  };
}

/** The window, and as much before it as runs that finished in it need, but no more than its length. */
function scaleOf({ from, to, runs }: MonitorReport): TimeScale {
  const earliest = runs.reduce((least, run) => Math.min(least, run.queueTime ?? run.startTime ?? from), from);
  return { from: Math.max(earliest, from - (to - from)), to };
}

function rowOf(
  known: Pick<GanttRow, "pipeline" | "totals" | "tallies" | "missed">,
  runs: readonly ReportRun[],
  scale: TimeScale,
): GanttRow {
  const spans = runs
    .map((run) => ({ run, ...spanOf(run, scale) }))
    .sort((one, other) => one.from - other.from);
  const { lanes, count } = lanesOf(spans);
  const height = laneHeight(count);
  return {
    ...known,
    laneHeight: height,
    height: Math.max(28, Math.max(1, count) * height + 8),
    bars: spans.map(({ run }, index) => barOf(run, (lanes[index] ?? 0) * height + 4, scale)),
    issues:
      runs.filter(({ verdict }) => isIssue(verdict)).length + known.missed.length + known.tallies.length,
  };
}

/** When a run begins and ends on the chart. A run that is not finished takes its lane to the end. */
function spanOf(run: ReportRun, { from, to }: TimeScale): { from: number; to: number } {
  const begins = run.queueTime ?? run.startTime ?? run.finishTime ?? from;
  return { from: begins, to: Math.max(begins, run.finishTime ?? to) };
}

function barOf(run: ReportRun, top: number, scale: TimeScale): Bar {
  const { from, to } = spanOf(run, scale);
  const isOpen = run.finishTime === undefined;
  const started = run.startTime ?? (isOpen ? to : from);
  const [at, middle, end] = [placeOf(scale, from), placeOf(scale, started), placeOf(scale, to)];
  const limit = limitTime(run);
  return {
    run,
    top,
    at,
    waitWidth: round(Math.max(0, middle - at)),
    runWidth: round(Math.max(0, end - Math.max(at, middle))),
    limitAt: limit === undefined ? undefined : placeOf(scale, limit),
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

function worstOf({ bars, missed, tallies }: GanttRow): number {
  // A missed run is as bad as a failed one.
  if (missed.length > 0) return 0;
  return bars.reduce(
    (worst, { run }) => Math.min(worst, severityOf(run.verdict)),
    severityOf(tallies.length > 0 ? "finishedTooFast" : "ok"),
  );
}

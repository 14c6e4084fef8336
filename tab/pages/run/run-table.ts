import { isProblem, severityOf } from "../../../shared/report/form";
import type { MonitorReport, PipelineTotals, ReportRun } from "../../../shared/report/schema";
import { pluralize } from "../../../shared/text/pluralize";
import { daySeconds } from "../../../shared/text/time";
import { tones } from "../../charts/marks";
import { link } from "../../dom/element";
import { table } from "../../dom/table";
import type { GanttRow } from "../../geometry/gantt";
import { runSecondsOf, waitSecondsOf } from "../../geometry/project-run";
import { type Clock, durationText, timeText } from "../../words/clock";
import { trendText, verdictWords, whatIsWrong } from "../../words/run-words";

/** Missed runs, then the worst first, and of equally bad ones the latest. */
export function runTable(
  { runs, missedRuns, from, to }: MonitorReport,
  onlyIssues: boolean,
  { zone }: Clock,
): HTMLElement {
  // A time of day is ambiguous where the window is longer than a day.
  const write = (time: number) => timeText(time, zone).slice(to - from > daySeconds ? 0 : 11);
  const seconds = (value: number | undefined) => (value === undefined ? "" : durationText(value));
  type Row = Omit<ReportRun, "verdict"> & { verdict: keyof typeof tones; due?: number };
  const missed = missedRuns.map(
    ({ at, ...run }): Row => ({ sentence: "did not start", ...run, number: "", verdict: "missed", due: at }),
  );
  const shown = runs
    .filter(({ verdict }) => !onlyIssues || isProblem(verdict))
    .sort(
      (one, other) =>
        severityOf(one.verdict) - severityOf(other.verdict) ||
        (other.finishTime ?? 0) - (one.finishTime ?? 0),
    );
  const isWrong = ({ verdict }: Row) => verdict === "missed" || isProblem(verdict);
  const wrong = (row: Row) => row.sentence ?? (isWrong(row) ? verdictWords[row.verdict] : "");
  const runOf = ({ number, runUrl, pipeline }: Row) => link(number, runUrl, `Run ${number} of ${pipeline}`);
  const logOf = ({ number, logUrl, pipeline }: Row) =>
    logUrl === undefined ? "" : link("Log", logUrl, `Log of ${pipeline} ${number}`);
  const finished = ({ due, finishTime }: Row) => {
    if (due !== undefined) return `due ${write(due).slice(0, -3)}`;
    return finishTime === undefined ? "" : write(finishTime);
  };
  return table<Row>("Runs", [...missed, ...shown], (row) => (isWrong(row) ? tones[row.verdict] : "plain"), [
    ["Result", "9em", ({ verdict }) => verdictWords[verdict]],
    ["Pipeline", "minmax(8em, 2fr)", ({ pipeline }) => pipeline],
    ["Run", "minmax(7em, 1fr)", runOf],
    ["What is wrong", "minmax(12em, 4fr)", wrong],
    ["Waited", "7em", (run) => seconds(waitSecondsOf(run)), "number"],
    ["Ran", "7em", (run) => seconds(runSecondsOf(run)), "number"],
    [`Finished (${zone.name})`, "11em", finished, "number"],
    ["Log", "3em", logOf],
  ]);
}

/** The rows of the chart have the pipelines in their order, the worst first. */
export function totalsTable(
  { pipelines }: MonitorReport,
  worstFirst: readonly GanttRow[],
  clock: Clock,
): HTMLElement {
  const rows = worstFirst.flatMap((row) => (row.totals === undefined ? [] : [{ ...row.totals, row }]));
  type Row = (typeof rows)[number];
  const hasWrong = pipelines.some(({ issues }) => issues > 0);
  const hasTrend = pipelines.some((totals) => trendText(totals) !== "");
  const number = (head: string, textOf: (row: Row) => number | string) =>
    [head, "minmax(5em, 1fr)", (row: Row) => String(textOf(row)), "number"] as const;
  const seconds = (value: PipelineTotals["runTime"], name: "mean" | "longest") =>
    value === undefined ? "" : durationText(value[name]);
  return table("Totals by pipeline", rows, ({ issues }) => (issues > 0 ? "bad" : "plain"), [
    ["Pipeline", "minmax(10em, 3fr)", ({ pipeline }) => (pipeline === "" ? "other pipelines" : pipeline)],
    hasWrong && ["What is wrong", "minmax(10em, 3fr)", ({ row, issues }) => wrongText(row, issues, clock)],
    number("Runs", ({ runs }) => runs),
    number("Problems", ({ issues }) => issues),
    number("Failed", ({ failures }) => failures),
    number("Mean run time", ({ runTime }) => seconds(runTime, "mean")),
    number("Longest run time", ({ runTime }) => seconds(runTime, "longest")),
    hasTrend && ["Trend of the run time", "minmax(8em, 2fr)", trendText],
    number("Mean wait", ({ wait }) => seconds(wait, "mean")),
    number("Longest wait", ({ wait }) => seconds(wait, "longest")),
  ]);
}

/** Never empty beside a problem: its run may be missing in a report that was cut. */
function wrongText(row: GanttRow, issues: number, clock: Clock): string {
  const wrong = whatIsWrong(row, clock).join(", ");
  return wrong === "" && issues > 0 ? pluralize(issues, "problem") : wrong;
}

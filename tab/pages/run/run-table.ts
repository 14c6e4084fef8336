import { isIssue, severityOf } from "../../../shared/report/form";
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
  const shown = runs
    .filter(({ verdict }) => !onlyIssues || isIssue(verdict))
    .sort(
      (one, other) =>
        severityOf(one.verdict) - severityOf(other.verdict) ||
        (other.finishTime ?? 0) - (one.finishTime ?? 0),
    );
  const missed = missedRuns.map(({ pipeline, at, sentence = "did not run" }) => ({
    tone: tones.missed,
    cells: ["missed", pipeline, "", sentence, "", "", `due ${write(at).slice(0, -3)}`, ""],
  }));
  const rows = [...missed, ...shown.map((run) => runRow(run, write))];
  return table(
    "Runs",
    rows,
    ({ tone }) => tone,
    [
      { head: "Result", width: "9em" },
      { head: "Pipeline", width: "minmax(8em, 2fr)" },
      { head: "Run", width: "minmax(7em, 1fr)" },
      { head: "What is wrong", width: "minmax(12em, 4fr)" },
      { head: "Waited", width: "7em", isNumber: true },
      { head: "Ran", width: "7em", isNumber: true },
      { head: `Finished (${zone.name})`, width: "11em", isNumber: true },
      { head: "Log", width: "3em" },
    ].map((column, index) => ({ ...column, cell: ({ cells }) => cells[index] ?? "" })),
  );
}

function runRow(run: ReportRun, write: (time: number) => string): { tone: string; cells: (Node | string)[] } {
  const { verdict, pipeline, number, runUrl, logUrl, finishTime } = run;
  const { sentence = isIssue(verdict) ? verdictWords[verdict] : "" } = run;
  const seconds = (value: number | undefined) => (value === undefined ? "" : durationText(value));
  return {
    tone: isIssue(verdict) ? tones[verdict] : "plain",
    cells: [
      verdictWords[verdict],
      pipeline,
      link(number, runUrl, `Run ${number} of ${pipeline}`),
      sentence,
      seconds(waitSecondsOf(run)),
      seconds(runSecondsOf(run)),
      finishTime === undefined ? "" : write(finishTime),
      logUrl === undefined ? "" : link("Log", logUrl, `Log of ${pipeline} ${number}`),
    ],
  };
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
  const number = (head: string, textOf: (row: Row) => number | string) => {
    const cell = (row: Row) => String(textOf(row));
    return { head, width: "minmax(5em, 1fr)", isNumber: true, cell };
  };
  const seconds = (value: PipelineTotals["runTime"], name: "mean" | "longest") =>
    value === undefined ? "" : durationText(value[name]);
  return table("Totals by pipeline", rows, ({ issues }) => (issues > 0 ? "bad" : "plain"), [
    {
      head: "Pipeline",
      width: "minmax(10em, 3fr)",
      cell: ({ pipeline }) => (pipeline === "" ? "other pipelines" : pipeline),
    },
    hasWrong && {
      head: "What is wrong",
      width: "minmax(10em, 3fr)",
      cell: ({ row, issues }) => wrongText(row, issues, clock),
    },
    number("Runs", ({ runs }) => runs),
    number("Problems", ({ issues }) => issues),
    number("Failed", ({ failures }) => failures),
    number("Mean run time", ({ runTime }) => seconds(runTime, "mean")),
    number("Longest run time", ({ runTime }) => seconds(runTime, "longest")),
    hasTrend && { head: "Trend of the run time", width: "minmax(8em, 2fr)", cell: trendText },
    number("Mean wait", ({ wait }) => seconds(wait, "mean")),
    number("Longest wait", ({ wait }) => seconds(wait, "longest")),
  ]);
}

/** Never empty beside a problem: its run may be missing in a report that was cut. */
function wrongText(row: GanttRow, issues: number, clock: Clock): string {
  const known = whatIsWrong(row, clock).join(", ");
  return known === "" && issues > 0 ? pluralize(issues, "problem") : known;
}

import { isIssue, severityOf } from "../../../shared/report/form";
import type { MonitorReport, PipelineTotals, ReportRun } from "../../../shared/report/schema";
import { pluralize } from "../../../shared/text/pluralize";
import { daySeconds } from "../../../shared/text/time";
import { tones } from "../../charts/marks";
import { link } from "../../dom/element";
import { table } from "../../dom/table";
import type { GanttRow } from "../../geometry/gantt";
import type { Clock } from "../../words/clock";
import { runTimeOf, trendText, verdictWords, waitOf, whatIsWrong } from "../../words/run-words";
import { durationText, timeText } from "../../words/times";

/** The worst first, and of equally bad ones the latest. */
export function runTable(
  { runs, missedRuns, from, to }: MonitorReport,
  onlyIssues: boolean,
  { zone }: Clock,
): HTMLElement {
  // A time of day is ambiguous where the window is longer than a day.
  const write: (time: number) => string = (time) =>
    timeText(time, zone).slice(to - from > daySeconds ? 0 : 11);
  const shown = runs
    .filter(({ verdict }) => !onlyIssues || isIssue(verdict))
    .sort(
      (one, other) =>
        severityOf(one.verdict) - severityOf(other.verdict) ||
        (other.finishTime ?? 0) - (one.finishTime ?? 0),
    );
  return table({
    label: "Runs",
    columns: [
      { head: "Result", width: "9em" },
      { head: "Pipeline", width: "minmax(8em, 2fr)" },
      { head: "Run", width: "minmax(7em, 1fr)" },
      { head: "What is wrong", width: "minmax(12em, 4fr)" },
      { head: "Waited", width: "7em", isNumber: true },
      { head: "Ran", width: "7em", isNumber: true },
      { head: `Finished (${zone.name})`, width: "11em", isNumber: true },
      { head: "Log", width: "3em" },
    ],
    rows: [...missedRuns.map((one) => missedRow(one, write)), ...shown.map((one) => runRow(one, write))],
  });
}

function runRow(run: ReportRun, write: (time: number) => string) {
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
      seconds(waitOf(run)),
      seconds(runTimeOf(run)),
      finishTime === undefined ? "" : write(finishTime),
      logUrl === undefined ? "" : link("Log", logUrl, `Log of ${pipeline} ${number}`),
    ],
  };
}

function missedRow(
  { pipeline, at, sentence = "did not run" }: MonitorReport["missedRuns"][number],
  write: (time: number) => string,
) {
  const due = `due ${write(at).slice(0, -3)}`;
  return { tone: tones.missed, cells: ["missed", pipeline, "", sentence, "", "", due, ""] };
}

/** The rows of the chart have the pipelines in their order, the worst first. */
export function totalsTable(
  { pipelines }: MonitorReport,
  worstFirst: readonly GanttRow[],
  clock: Clock,
): HTMLElement {
  const rows = worstFirst.flatMap((row) => (row.totals === undefined ? [] : [{ ...row.totals, row }]));
  const hasWrong = pipelines.some(({ issues }) => issues > 0);
  const hasTrend = pipelines.some((totals) => trendText(totals) !== "");
  const times = (value: PipelineTotals["runTime"]) =>
    value === undefined ? ["", ""] : [durationText(value.mean), durationText(value.longest)];
  const number = (head: string) => ({ head, width: "minmax(5em, 1fr)", isNumber: true });
  return table({
    label: "Totals by pipeline",
    columns: [
      { head: "Pipeline", width: "minmax(10em, 3fr)" },
      ...(hasWrong ? [{ head: "What is wrong", width: "minmax(10em, 3fr)" }] : []),
      ...["Runs", "Problems", "Failed", "Mean run time", "Longest run time"].map(number),
      ...(hasTrend ? [{ head: "Trend of the run time", width: "minmax(8em, 2fr)" }] : []),
      ...["Mean wait", "Longest wait"].map(number),
    ],
    rows: rows.map(({ pipeline, runs, issues, failures, runTime, wait, usual, row }) => ({
      tone: issues > 0 ? "bad" : "plain",
      cells: [
        pipeline === "" ? "other pipelines" : pipeline,
        ...(hasWrong ? [wrongText(row, issues, clock)] : []),
        ...[runs, issues, failures].map(String),
        ...times(runTime),
        ...(hasTrend ? [trendText({ runTime, usual })] : []),
        ...times(wait),
      ],
    })),
  });
}

/** Never empty beside a problem: its run may be missing in a report that was cut. */
function wrongText(row: GanttRow, issues: number, clock: Clock): string {
  const known = whatIsWrong(row, clock).join(", ");
  return known === "" && issues > 0 ? pluralize(issues, "problem") : known;
}

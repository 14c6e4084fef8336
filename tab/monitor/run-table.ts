import { isIssue, severityOf } from "../../shared/report/form";
import type { MissedRun, MonitorReport, PipelineTotals, ReportRun } from "../../shared/report/schema";
import { link } from "../dom/element";
import { table } from "../dom/table";
import { runTimeOf, verdictWords, waitOf } from "../words/run-words";
import { durationText, timeText } from "../words/times";
import { tones } from "./marks";

/** The worst first, and of equally bad ones the latest. */
export function runTable({ runs, missedRuns }: MonitorReport, onlyIssues: boolean): HTMLElement {
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
      { head: "Finished (UTC)", width: "8em", isNumber: true },
      { head: "Log", width: "3em" },
    ],
    rows: [...missedRuns.map(missedRow), ...shown.map(runRow)],
  });
}

function runRow(run: ReportRun) {
  const { verdict, pipeline, number, runUrl, logUrl, sentence = "", finishTime } = run;
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
      finishTime === undefined ? "" : timeText(finishTime).slice(11),
      logUrl === undefined ? "" : link("Log", logUrl, `Log of ${pipeline} ${number}`),
    ],
  };
}

function missedRow({ pipeline, at, sentence = "" }: MissedRun) {
  const due = `due ${timeText(at).slice(11, 16)}`;
  return { tone: tones.missed, cells: ["missed", pipeline, "", sentence, "", "", due, ""] };
}

export function totalsTable(pipelines: readonly PipelineTotals[]): HTMLElement {
  const times = (value: PipelineTotals["runTime"]) =>
    value === undefined ? ["", ""] : [durationText(value.mean), durationText(value.longest)];
  const number = (head: string) => ({ head, width: "minmax(5em, 1fr)", isNumber: true });
  return table({
    label: "Totals by pipeline",
    columns: [
      { head: "Pipeline", width: "minmax(10em, 3fr)" },
      ...["Runs", "Issues", "Failed", "Mean run time", "Longest run time", "Mean wait", "Longest wait"].map(
        number,
      ),
    ],
    rows: pipelines.map(({ pipeline, runs, issues, failures, runTime, wait }) => ({
      tone: issues > 0 ? "bad" : "plain",
      cells: [
        pipeline === "" ? "other pipelines" : pipeline,
        ...[runs, issues, failures].map(String),
        ...times(runTime),
        ...times(wait),
      ],
    })),
  });
}

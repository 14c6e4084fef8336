import { groupBy } from "../../../shared/group-by";
import { isIssue, severityOf } from "../../../shared/report/form";
import type { MissedRun, MonitorReport, PipelineTotals, ReportRun } from "../../../shared/report/schema";
import { tones } from "../../charts/marks";
import { link } from "../../dom/element";
import { table } from "../../dom/table";
import { runTimeOf, verdictWords, waitOf } from "../../words/run-words";
import { durationText, timeText } from "../../words/times";

/** The worst first, and of equally bad ones the latest. */
export function runTable({ runs, missedRuns, from, to }: MonitorReport, onlyIssues: boolean): HTMLElement {
  // A time of day is ambiguous where the window is longer than a day.
  const write: WriteTime = to - from > 24 * 3600 ? timeText : (time) => timeText(time).slice(11);
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
      { head: "Finished (UTC)", width: "11em", isNumber: true },
      { head: "Log", width: "3em" },
    ],
    rows: [...missedRuns.map((one) => missedRow(one, write)), ...shown.map((one) => runRow(one, write))],
  });
}

type WriteTime = (time: number) => string;

function runRow(run: ReportRun, write: WriteTime) {
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
      finishTime === undefined ? "" : write(finishTime),
      logUrl === undefined ? "" : link("Log", logUrl, `Log of ${pipeline} ${number}`),
    ],
  };
}

function missedRow({ pipeline, at, sentence = "" }: MissedRun, write: WriteTime) {
  const due = `due ${write(at).slice(0, -3)}`;
  return { tone: tones.missed, cells: ["missed", pipeline, "", sentence, "", "", due, ""] };
}

/** "3 min, usually 1 min" */
function withUsual([mean = "", longest = ""]: string[], usual: number | undefined): string[] {
  const usually = usual === undefined ? "" : durationText(usual);
  return [mean === "" || ["", mean].includes(usually) ? mean : `${mean}, usually ${usually}`, longest];
}

/** `worstFirst` are the names of the pipelines in their order. */
export function totalsTable(
  { pipelines, otherIssues }: MonitorReport,
  worstFirst: readonly string[],
): HTMLElement {
  const places = new Map(worstFirst.map((pipeline, index) => [pipeline, index]));
  const placeOf = ({ pipeline }: PipelineTotals) => places.get(pipeline) ?? places.size;
  const tallies = groupBy(otherIssues, ({ pipeline = "" }) => pipeline);
  const hasTallies = pipelines.some(({ pipeline }) => pipeline !== "" && tallies.has(pipeline));
  const times = (value: PipelineTotals["runTime"]) =>
    value === undefined ? ["", ""] : [durationText(value.mean), durationText(value.longest)];
  const number = (head: string) => ({ head, width: "minmax(5em, 1fr)", isNumber: true });
  return table({
    label: "Totals by pipeline",
    columns: [
      { head: "Pipeline", width: "minmax(10em, 3fr)" },
      ...(hasTallies ? [{ head: "What is wrong", width: "minmax(8em, 2fr)" }] : []),
      ...["Runs", "Problems", "Failed", "Mean run time", "Longest run time", "Mean wait", "Longest wait"].map(
        number,
      ),
    ],
    rows: pipelines
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .map(({ pipeline, runs, issues, failures, runTime, wait, usual }) => ({
        tone: issues > 0 ? "bad" : "plain",
        cells: [
          pipeline === "" ? "other pipelines" : pipeline,
          ...(hasTallies
            ? [(tallies.get(pipeline) ?? []).flatMap(({ tally }) => tally ?? []).join(", ")]
            : []),
          ...[runs, issues, failures].map(String),
          ...withUsual(times(runTime), usual),
          ...times(wait),
        ],
      })),
  });
}

import { isProblem, type Verdict, verdicts } from "../../shared/report/form";
import type { PipelineTotals, ReportRun } from "../../shared/report/schema";
import type { GanttRow } from "../geometry/gantt";
import { runSecondsOf, waitSecondsOf } from "../geometry/project-run";
import { type Clock, durationText, momentText, offsetText, readersAt, timeText } from "./clock";
import { sentenceText } from "./report-words";

export const verdictWords: Readonly<Record<Verdict | "missed", string>> = {
  missed: "missed",
  failed: "failed",
  stuck: "stuck",
  unreadable: "unreadable",
  canceled: "canceled",
  partiallySucceeded: "partially succeeded",
  ranTooLong: "ran too long",
  waitedTooLong: "waited too long",
  finishedTooFast: "finished too fast",
  waiting: "waiting for a person",
  ok: "succeeded",
  notChecked: "not checked",
};

export function runFigures(run: ReportRun, clock: Clock): string[] {
  const { limits = {}, queueTime, startTime, finishTime, sentence } = run;
  const line = (name: string, value: number | undefined, limit = "") =>
    value === undefined ? [] : [`${name} ${durationText(value)}${limit}`];
  const allowed = (end: "most" | "least", limit: number | undefined) =>
    limit === undefined ? "" : `, allowed at ${end} ${durationText(limit)}`;
  const moments = Object.entries({ queued: queueTime, started: startTime, finished: finishTime });
  const times = moments.flatMap(([name, time]) =>
    time === undefined ? [] : [`${name} ${timeText(time, clock.zone).slice(11)}`],
  );
  const readers = finishTime === undefined ? undefined : readersAt(finishTime, clock);
  const own = readers === undefined ? "" : `, ${timeText(finishTime ?? 0, readers).slice(11)} your time`;
  return [
    sentence ?? verdictWords[run.verdict],
    ...line("Waited", waitSecondsOf(run), allowed("most", limits.maxWaitSeconds)),
    ...line(
      "Ran",
      runSecondsOf(run),
      allowed("most", limits.maxSeconds) + allowed("least", limits.minSeconds),
    ),
    ...(times.length === 0 ? [] : [`${times.join(", ")} ${offsetText(clock.now, clock.zone)}${own}`]),
  ];
}

/** `since Tue 23:12`: of a run that began before the chart. */
export function cutText(since: number, { zone, now }: Clock): string {
  return `since ${momentText(since, { zone, readers: undefined, now })}`;
}

/** For screen readers, with everything that is to be read on its bar. */
export function runLabel(run: ReportRun, clock: Clock, cutSince?: number): string {
  const since = cutSince === undefined ? [] : [cutText(cutSince, clock)];
  return [`${run.pipeline} ${run.number}`, ...runFigures(run, clock), ...since].join(". ");
}

/** `1 missed · 2 failed · near a run limit`, or what is wrong although the report has no run of it. Empty if nothing is. */
export function whatIsWrong({ bars, missed, tallies, problems }: GanttRow, clock: Clock): string[] {
  const counted = verdicts.filter(isProblem).flatMap((verdict) => {
    const { length } = bars.filter(({ run }) => run.verdict === verdict);
    return length === 0 ? [] : [`${length} ${verdictWords[verdict]}`];
  });
  const wrong = [...(missed.length > 0 ? [`${missed.length} missed`] : []), ...counted, ...tallies];
  return wrong.length > 0 ? wrong : problems.map((problem) => sentenceText(problem, clock));
}

/** `1 missed · 2 failed · slower · 7 finished in all`. */
export function rowSummary(row: GanttRow, clock: Clock): string {
  const { bars, totals } = row;
  const finished = totals?.runs ?? bars.filter(({ isOpen }) => !isOpen).length;
  const wrong = whatIsWrong(row, clock);
  const trend = totals === undefined ? "" : trendText(totals);
  return [
    ...wrong,
    `${finished} finished${wrong.length === 0 ? "" : " in all"}`,
    ...(["", asUsual].includes(trend) ? [] : [trend]),
  ].join(" · ");
}

/** A run time that is so many times longer or shorter than usual stands out. */
const changedBy = 1.5;

function isChanged(mean: number, usual: number): boolean {
  const [shorter, longer] = [Math.min(mean, usual), Math.max(mean, usual)];
  return longer >= 10 && longer >= changedBy * shorter;
}

const asUsual = "as usual";

/** `3 min, usually 1 min` or `as usual`. Empty if nobody knows. */
export function trendText({ runTime, usual }: PipelineTotals): string {
  if (runTime === undefined || usual === undefined) return "";
  const { mean } = runTime;
  if (!isChanged(mean, usual)) return asUsual;
  return `${durationText(mean)}, usually ${usual < 1 ? "under 1 s" : durationText(usual)}`;
}

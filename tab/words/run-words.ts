import { isIssue, severityOf, type Verdict } from "../../shared/report/form";
import type { ReportRun } from "../../shared/report/schema";
import type { GanttRow } from "../geometry/gantt";
import { durationText, timeText } from "./times";

export const verdictWords: Readonly<Record<Verdict, string>> = {
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

/** Undefined if it is not known. */
export function waitOf({ queueTime, startTime }: ReportRun): number | undefined {
  return queueTime === undefined || startTime === undefined ? undefined : startTime - queueTime;
}

/** Undefined if it is not known. */
export function runTimeOf({ startTime, finishTime }: ReportRun): number | undefined {
  return startTime === undefined || finishTime === undefined ? undefined : finishTime - startTime;
}

export function runFigures(run: ReportRun): string[] {
  const { limits = {}, queueTime, startTime, finishTime, sentence } = run;
  const line = (name: string, value: number | undefined, limit = "") =>
    value === undefined ? [] : [`${name} ${durationText(value)}${limit}`];
  const most = (limit: number | undefined) =>
    limit === undefined ? "" : `, allowed at most ${durationText(limit)}`;
  const least =
    limits.minSeconds === undefined ? "" : `, allowed at least ${durationText(limits.minSeconds)}`;
  const moments = [
    ["queued", queueTime],
    ["started", startTime],
    ["finished", finishTime],
  ] as const;
  const known = moments.flatMap(([name, time]) =>
    time === undefined ? [] : [`${name} ${timeText(time).slice(11)}`],
  );
  return [
    sentence ?? verdictWords[run.verdict],
    ...line("Waited", waitOf(run), most(limits.maxWaitSeconds)),
    ...line("Ran", runTimeOf(run), most(limits.maxSeconds) + least),
    ...(known.length === 0 ? [] : [`${known.join(", ")} UTC`]),
  ];
}

/** For screen readers. */
export function runLabel(run: ReportRun): string {
  return [`${run.pipeline} ${run.number}`, ...runFigures(run)].join(". ");
}

/** `1 missed · 2 failed · slower · 7 finished in all`. */
export function rowSummary({ bars, missed, tallies, totals }: GanttRow): string {
  const counts = new Map<Verdict, number>();
  for (const { run } of bars)
    if (isIssue(run.verdict)) counts.set(run.verdict, (counts.get(run.verdict) ?? 0) + 1);
  const worst = [...counts].sort(([one], [other]) => severityOf(one) - severityOf(other));
  const parts = worst.map(([verdict, count]) => `${count} ${verdictWords[verdict]}`);
  if (missed.length > 0) parts.unshift(`${missed.length} missed`);
  const finished = totals?.runs ?? bars.filter(({ isOpen }) => !isOpen).length;
  const wrong = [...parts, ...tallies];
  return [...wrong, `${finished} finished${wrong.length === 0 ? "" : " in all"}`].join(" · ");
}

import { isProblem, severityOf } from "../../shared/report/form";
import type { MonitorReport } from "../../shared/report/schema";
import { pluralize } from "../../shared/text/pluralize";
import { safeUrl, shape } from "../dom/element";
import type { Bar, GanttRow, ganttOf } from "../geometry/gantt";
import { type Clock, momentText } from "../words/clock";
import { cutText, rowSummary, runFigures, runLabel, verdictWords } from "../words/run-words";
import { type ChartRow, chart } from "./chart";
import { type ChartItem, itemAttributes, stillItem } from "./chart-item";
import { legend, legendBar, mark, markPaths, tones } from "./marks";

/** Rows in which nothing is wrong are drawn, too, up to this number. */
const maxFine = 12;

/** A row for each pipeline. */
export function ganttChart({ rows, ticks, windowAt }: ReturnType<typeof ganttOf>, clock: Clock): HTMLElement {
  const isFolded = (row: GanttRow, index: number) => index >= maxFine && row.issues === 0;
  const [shown, folded] = [rows.filter((row, index) => !isFolded(row, index)), rows.filter(isFolded)];
  const drawn = (some: readonly GanttRow[]) => some.map((row) => chartRow(row, windowAt, clock));
  const more = `Show ${pluralize(folded.length, "more pipeline")} without a problem`;
  return chart("Runs by pipeline.", ticks, clock, drawn(shown), drawn(folded), more);
}

function chartRow(row: GanttRow, windowAt: number, clock: Clock): ChartRow {
  const { pipeline, bars, missed, missedTop, height, laneHeight, totals } = row;
  const isBlank = bars.length + missed.length === 0 && (totals?.runs ?? 0) > 0;
  return {
    name: pipeline === "" ? "other pipelines" : pipeline,
    note: rowSummary(row, clock),
    height,
    size: bars.length + 1,
    draw: () => ({
      shapes: [
        // The time before the window, in which some of its runs began.
        ...(windowAt > 0 ? [shape("rect", { class: "outside", width: `${windowAt}%`, height: "100%" })] : []),
        ...(isBlank ? [blankText(windowAt, height / 2 + 4)] : []),
      ],
      items: [
        ...bars.map((bar) => runBar(bar, laneHeight, clock)),
        ...missed.map((run) => missedMark(run, missedTop, clock)),
      ],
    }),
  };
}

function blankText(at: number, y: number): SVGElement {
  return shape("text", { x: `${at}%`, y, class: "blank", dx: 12 }, "Its runs are not in the report.");
}

/** Waiting hatched, running solid, its limit as a line, its verdict as a mark. */
function runBar(bar: Bar, laneHeight: number, clock: Clock): ChartItem {
  const { run, at, cutSince } = bar;
  const { verdict, runUrl, logUrl } = run;
  const url = safeUrl(isProblem(verdict) ? (logUrl ?? runUrl) : runUrl);
  const tone = `${tones[verdict]}${bar.isOpen ? " open" : ""}`;
  const label = runLabel(run, clock, cutSince);
  const parts = barParts(bar, laneHeight, clock);
  const anchor = { ...itemAttributes(tone, label), href: url, target: "_blank", rel: "noopener noreferrer" };
  return {
    element: url === undefined ? stillItem(tone, label, ...parts) : shape("a", anchor, parts),
    at,
    details: () => ({
      title: `${run.pipeline} ${run.number}`,
      lines: runFigures(run, clock),
      links: { Run: safeUrl(runUrl), Log: safeUrl(logUrl) },
    }),
  };
}

function barParts(bar: Bar, laneHeight: number, clock: Clock): SVGElement[] {
  const { run, at, waitWidth, runWidth, top, limitAt, cutSince } = bar;
  const { verdict } = run;
  const height = Math.max(2, laneHeight - Math.min(6, laneHeight / 3));
  const isLow = laneHeight < 10;
  // The outlines of low lanes would fill the space between them.
  const outline = isLow ? 0 : undefined;
  const rect = (name: string, x: number, width: number) =>
    shape("rect", { class: name, x: `${x}%`, y: top, width: `${width}%`, height, "stroke-width": outline });
  const parts: SVGElement[] = [];
  if (waitWidth > 0) parts.push(rect("wait", at, waitWidth));
  // A run without any length is still a line.
  if (runWidth > 0 || waitWidth === 0) parts.push(rect("run", at + waitWidth, runWidth));
  if (limitAt !== undefined) {
    const x = `${limitAt}%`;
    parts.push(shape("line", { class: "limit", x1: x, x2: x, y1: top - 3, y2: top + height + 3 }));
  }
  if (cutSince !== undefined) {
    // Points to the time before the chart, in which the run began. A long bar also says when.
    parts.push(mark("M0-5v10l-6-5z", "cut", 0, top + height / 2));
    if (waitWidth + runWidth >= widthOfText)
      parts.push(shape("text", { x: 8, y: top + height / 2 + 4, class: "blank" }, cutText(cutSince, clock)));
  }
  const path = markPaths[verdict];
  const markAt = verdict === "waitedTooLong" ? at + waitWidth : at + waitWidth + runWidth;
  if (path !== undefined)
    parts.push(mark(path, isLow ? `${verdict} small` : verdict, markAt, top + height / 2));
  return parts;
}

/** In percent of the narrowest chart. */
const widthOfText = 45;

function missedMark({ missed, at }: GanttRow["missed"][number], y: number, clock: Clock): ChartItem {
  const line = missed.sentence ?? `did not start at ${momentText(missed.at, clock)}`;
  const label = `${missed.pipeline}: missed run. ${line}`;
  return {
    element: stillItem("bad missed", label, mark(markPaths.missed ?? "", "missed", at, y)),
    at,
    details: () => ({ title: missed.pipeline, lines: ["missed run", line] }),
  };
}

/** Only the marks that the chart has. */
export function runLegend({ runs, missedRuns, from }: MonitorReport): HTMLElement {
  const verdicts = [...new Set(runs.map(({ verdict }) => verdict))].filter(isProblem);
  verdicts.sort((one, other) => severityOf(one) - severityOf(other));
  const markOf = (name: string, d = "") => shape("path", { d, class: `mark ${name}` });
  const hasLimit = runs.some(({ limits }) => limits !== undefined);
  const hasBefore = runs.some(({ queueTime, startTime = from }) => (queueTime ?? startTime) < from);
  return legend([
    ["waiting", "fine", legendBar("wait")],
    ["running", "fine", legendBar("run")],
    ...verdicts.map((name) => [verdictWords[name], tones[name], markOf(name, markPaths[name])] as const),
    missedRuns.length > 0 && ["missed", tones.missed, markOf("missed", markPaths.missed)],
    hasLimit && ["limit", "warn", shape("line", { class: "limit", x1: 0, x2: 0, y1: -8, y2: 8 })],
    hasBefore && ["before this report", "fine", legendBar("outside", 16)],
  ]);
}

import { isIssue } from "../../shared/report/form";
import { safeUrl, shape } from "../dom/element";
import type { Bar, GanttRow } from "../geometry/gantt";
import { type Clock, momentText } from "../words/clock";
import { cutText, runFigures, runLabel } from "../words/run-words";

import { mark } from "./axis";
import { type ChartItem, itemAttributes, stillItem } from "./chart-item";
import { markPaths, tones } from "./marks";

/** Waiting hatched, running solid, its limit as a line, its verdict as a mark. */
export function runBar(bar: Bar, laneHeight: number, clock: Clock): ChartItem {
  const { run, at, waitWidth, runWidth, top, limitAt, cutSince } = bar;
  const { verdict, runUrl, logUrl } = run;
  const height = Math.max(2, laneHeight - Math.min(6, laneHeight / 3));
  // The outlines of low lanes would fill the space between them.
  const outline = laneHeight < 10 ? { "stroke-width": 0 } : {};
  const rect = (name: string, x: number, width: number) =>
    shape("rect", { class: name, x: `${x}%`, y: top, width: `${width}%`, height, ...outline });
  const parts: SVGElement[] = [];
  if (waitWidth > 0) parts.push(rect("wait", at, waitWidth));
  // A run without any length is still a line.
  if (runWidth > 0 || waitWidth === 0) parts.push(rect("run", at + waitWidth, runWidth));
  if (limitAt !== undefined)
    parts.push(
      shape("line", {
        class: "limit",
        x1: `${limitAt}%`,
        x2: `${limitAt}%`,
        y1: top - 3,
        y2: top + height + 3,
      }),
    );
  if (cutSince !== undefined) parts.push(...cutMark(cutSince, waitWidth + runWidth, top + height / 2, clock));
  const path = markPaths[verdict];
  const markAt = verdict === "waitedTooLong" ? at + waitWidth : at + waitWidth + runWidth;
  if (path !== undefined)
    parts.push(mark(path, laneHeight < 10 ? `${verdict} small` : verdict, markAt, top + height / 2));
  const url = safeUrl(isIssue(verdict) ? (logUrl ?? runUrl) : runUrl);
  const tone = `${tones[verdict]}${bar.isOpen ? " open" : ""}`;
  const label = runLabel(run, clock, cutSince);
  return {
    element:
      url === undefined
        ? stillItem(tone, label, ...parts)
        : shape(
            "a",
            { ...itemAttributes(tone, label), href: url, target: "_blank", rel: "noopener noreferrer" },
            ...parts,
          ),
    at,
    details: () => ({
      title: `${run.pipeline} ${run.number}`,
      lines: runFigures(run, clock),
      links: [
        { text: "Run", url: safeUrl(runUrl) },
        { text: "Log", url: safeUrl(logUrl) },
      ],
    }),
  };
}

/** Points to the time before the chart, in which the run began. A long bar also says when. */
function cutMark(since: number, width: number, y: number, clock: Clock): SVGElement[] {
  const arrow = shape("path", { d: "M0-5v10l-6-5z", class: "mark cut" });
  return [
    shape("svg", { x: "0%", y, class: "place" }, arrow),
    ...(width < widthOfText
      ? []
      : [shape("text", { x: 8, y: y + 4, class: "blank" }, cutText(since, clock))]),
  ];
}

/** In percent of the narrowest chart. */
const widthOfText = 45;

export function missedMark({ missed, at }: GanttRow["missed"][number], y: number, clock: Clock): ChartItem {
  const line = missed.sentence ?? `did not run at ${momentText(missed.at, clock)}`;
  const label = `${missed.pipeline}: missed run. ${line}`;
  return {
    element: stillItem("bad missed", label, mark(markPaths.missed ?? "", "missed", at, y)),
    at,
    details: () => ({ title: missed.pipeline, lines: ["missed run", line], links: [] }),
  };
}

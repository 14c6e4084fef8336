import { wholeMarkdownWriting } from "../../../shared/chat/markdown";
import { type Phrase, renderParts } from "../../../shared/chat/message";
import { table } from "../../../shared/text/markdown";
import type { Sanitize } from "../../../shared/text/sanitize";
import { readable } from "../../../shared/text/time";
import { renderPeriod, renderSecond } from "../../../shared/text/zone";
import { numberOf } from "../issue/parts";
import { andMore, emphasized, maxPipelines, pipelineCell } from "../render/summary";
import { minutesOf } from "./compare";
import { type Digest, type LongestWait, meanOf, type Week } from "./figures";

const head = [
  "Pipeline",
  "Failed",
  "Week before",
  "Mean run time",
  "Week before",
  "Longest wait",
  "Agent minutes",
  "Flaky commits",
];

export function digestSummary(
  { period, pipelines, runPage }: Digest,
  title: Phrase,
  isDelivered: boolean,
  sanitize: Sanitize,
): string {
  const rows = pipelines
    .slice(0, maxPipelines)
    .map(({ pipeline, current, before, longestWait, flakyCommits }) => [
      pipelineCell(pipeline, sanitize),
      failedCell(current),
      failedCell(before),
      timeCell(current),
      timeCell(before),
      waitCell(longestWait, runPage, sanitize),
      current.runTime.runs === 0 ? "" : String(minutesOf(current.runTime.totalSeconds)),
      emphasized(flakyCommits),
    ]);
  const { zone } = period;
  const range = renderPeriod(period.from, period.until, zone);
  return [
    renderParts(title, wholeMarkdownWriting, sanitize),
    ...(isDelivered ? [] : ["**The digest was not delivered:** see the step's log."]),
    ...(rows.length === 0 ? [] : [table(head, rows, "right")]),
    ...andMore(pipelines.length - maxPipelines, "pipeline", "with no more failures than these"),
    `Runs that finished from ${range}, compared with those since ${renderSecond(period.before, zone)}.`,
    "",
  ].join("\n\n");
}

function failedCell({ runs, failures }: Week): string {
  return runs === 0 ? "" : `${emphasized(failures)} of ${runs}`;
}

function timeCell(week: Week): string {
  const mean = meanOf(week);
  return mean === undefined ? "" : readable(mean);
}

function waitCell(
  longest: LongestWait | undefined,
  runPage: (id: number) => URL,
  sanitize: Sanitize,
): string {
  if (longest === undefined) return "";
  const number = renderParts(numberOf(longest.run, runPage(longest.run.id)), wholeMarkdownWriting, sanitize);
  return `${readable(longest.seconds)} (${number})`;
}

import { wholeMarkdownWriting } from "../../../shared/chat/markdown";
import { type Phrase, renderParts } from "../../../shared/chat/message";
import { table } from "../../../shared/text/markdown";
import type { Sanitize } from "../../../shared/text/sanitize";
import { readable } from "../../../shared/text/time";
import { renderPeriod, renderSecond } from "../../../shared/text/zone";
import { numberOf } from "../issue/parts";
import { andMore, emphasized, maxPipelines, pipelineCell } from "../render/summary";
import { minutesOf, renderChange } from "./compare";
import type { Digest, LongestWait } from "./figures";

const head = [
  "Pipeline",
  "Runs",
  "Before",
  "Failed",
  "Before",
  "Mean run time",
  "Change",
  "99 % within",
  "Change",
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
    .map(({ pipeline, current, before, longestWait, flakiness }) => [
      pipelineCell(pipeline, sanitize),
      String(current.runs),
      String(before.runs),
      emphasized(current.failures),
      String(before.failures),
      ...timeCells(current.mean, before.mean),
      ...timeCells(current.percentile99, before.percentile99),
      waitCell(longestWait, runPage, sanitize),
      current.times.runs === 0 ? "" : String(minutesOf(current.times.totalSeconds)),
      emphasized(flakiness.commits),
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

function timeCells(current: number | undefined, before: number | undefined): [string, string] {
  return [current === undefined ? "" : readable(current), renderChange(current, before)];
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

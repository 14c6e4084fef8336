import { wholeMarkdownWriting } from "../../../../shared/chat/markdown";
import { type Phrase, renderParts } from "../../../../shared/chat/message";
import { table } from "../../../../shared/text/markdown";
import type { Sanitize } from "../../../../shared/text/sanitize";
import { readable } from "../../../../shared/text/time";
import { renderPeriod, renderSecond } from "../../../../shared/text/zone";
import { words } from "../../issue/parts";
import { andMore, emphasized, maxTableRows, pipelineCell } from "../../render/pipeline-table";
import { beginOf, type Digest, meanOf, minutesOf, type PipelineDigest, type Week } from "./figures";

const head =
  "Pipeline|Failed|Week before|Mean run time|Week before|Longest wait|Agent minutes|Flaky commits".split("|");

const maxWarnings = 100;
const maxWarned = 20;

export function digestSummary(
  { period, pipelines, totals, warnings, runPage }: Digest,
  title: Phrase,
  isDelivered: boolean,
  sanitize: Sanitize,
): string {
  const rows = pipelines
    .slice(0, maxTableRows)
    .map((digest) => [
      pipelineCell(digest.pipeline, sanitize),
      failedCell(digest.current),
      failedCell(digest.before),
      timeCell(digest.current),
      timeCell(digest.before),
      waitCell(digest, runPage, sanitize),
      digest.current.timedRuns === 0 ? "" : String(minutesOf(digest.current.totalSeconds)),
      emphasized(digest.flakyCommits),
    ]);
  const { zone } = period;
  const begin = (day: number) => beginOf(day, period);
  const range = renderPeriod(begin(period.from), begin(period.until), zone);
  return [
    renderParts(title, wholeMarkdownWriting, sanitize),
    ...(isDelivered ? [] : ["**The digest was not delivered:** see the step's log."]),
    ...(rows.length === 0 ? [] : [table(head, rows, "right")]),
    ...andMore(pipelines.length - maxTableRows, "pipeline", "with no more failures than these"),
    ...totals.map((total) => renderParts(total, wholeMarkdownWriting, sanitize)),
    ...warningTable(warnings, sanitize),
    `Runs that were queued from ${range}, compared with those since ${renderSecond(begin(period.before), zone)}.`,
    "",
  ].join("\n\n");
}

function warningTable(warnings: Digest["warnings"], sanitize: Sanitize): string[] {
  if (warnings.length === 0) return [];
  const rows = warnings.slice(0, maxWarnings).map(({ text, pipelines }) => {
    const more = pipelines.length > maxWarned ? [`${pipelines.length - maxWarned} more`] : [];
    const names = pipelines.slice(0, maxWarned).map((name) => pipelineCell(name, sanitize));
    return [pipelineCell(text, sanitize), [...names, ...more].join(", ")];
  });
  return [
    table(["Warning of Azure Pipelines", "Pipelines"], rows, "left"),
    ...andMore(warnings.length - maxWarnings, "warning", "not shown"),
  ];
}

function failedCell({ runs, failures }: Week): string {
  return runs === 0 ? "" : `${emphasized(failures)} of ${runs}`;
}

function timeCell(week: Week): string {
  const mean = meanOf(week);
  return mean === undefined ? "" : readable(mean);
}

function waitCell(
  { longestWaitId, longestWaitSeconds }: PipelineDigest,
  runPage: (id: number) => URL,
  sanitize: Sanitize,
): string {
  if (longestWaitSeconds === 0) return "";
  const run = { label: words("run"), url: runPage(longestWaitId) };
  return `${readable(longestWaitSeconds)} (${renderParts([run], wholeMarkdownWriting, sanitize)})`;
}

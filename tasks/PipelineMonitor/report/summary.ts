import { fitLines } from "../../../shared/chat/format";
import type { Line } from "../../../shared/chat/message";
import { escapeMarkdown, escapeUnderscores, table } from "../../../shared/text/markdown";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { readable, utc } from "../../../shared/text/time";
import { otherPipelines, type PipelineFigures, type Times } from "./figures";
import { type Delivery, renderSummaryLine } from "./lines";

/** What the summary on the run's page shows. */
export interface SummaryParts {
  /** The number of issues; several may share a line. */
  issueCount: number;
  /** The lines of the message. */
  lines: readonly Line[];
  /** Shown in place of the issues if there are none. */
  quiet: string;
  delivered: Delivery;
  figures: readonly PipelineFigures[];
  runCount: number;
  /** The window that was checked, in milliseconds since 1970. */
  since: number;
  until: number;
  /** A note about the agent's clock; empty if the clock is right. */
  clockNote: string;
}

const notDelivered = "**The chat was not told:** the log of the step says why.";

/** A longer page is slow to show. The message and the log hold everything. */
const maxLines = 200;
const maxPipelines = 100;

/** Renders the summary as Markdown: the issues, then a table of the pipelines, then the window. */
export function renderMonitorSummary(parts: SummaryParts, sanitize: Sanitize): string {
  const {
    issueCount,
    lines,
    quiet,
    delivered,
    figures: pipelines,
    runCount,
    since,
    until,
    clockNote,
  } = parts;
  const listed = fitLines(
    { header: "", lines },
    maxLines,
    (line) => `- ${renderSummaryLine(line, sanitize)}`,
    () => 1,
    sanitize,
  );
  const window = `${pluralize(runCount, "run")} finished from ${utc(since)} to ${utc(until)} UTC.`;
  return [
    issueCount === 0 ? quiet : `**${pluralize(issueCount, "issue")}**`,
    ...(delivered === "failed" ? [notDelivered] : []),
    ...(listed.length === 0 ? [] : [listed.join("\n")]),
    ...(pipelines.length === 0 ? [] : [pipelineTable(pipelines.slice(0, maxPipelines), sanitize)]),
    ...andMore(pipelines.length - maxPipelines, "pipeline", "with no more failures than these"),
    window,
    ...(clockNote === "" ? [] : [`${clockNote} The window goes by the service's time.`]),
    "",
  ].join("\n\n");
}

function pipelineTable(pipelines: readonly PipelineFigures[], sanitize: Sanitize): string {
  const head = ["Pipeline", "Runs", "Failed", "Run time, mean", "longest", "Wait, mean", "longest"];
  const rows = pipelines.map(({ pipeline, runs, failures, runTime, queueTime }) => [
    pipeline === otherPipelines ? "*others*" : escapeUnderscores(escapeMarkdown(sanitize(pipeline))),
    String(runs),
    failures === 0 ? "0" : `**${failures}**`,
    ...meanAndLongest(runTime),
    ...meanAndLongest(queueTime),
  ]);
  return table(head, rows, "right");
}

function meanAndLongest({ runs, totalSeconds, longestSeconds }: Times): [string, string] {
  return runs === 0 ? ["", ""] : [readable(Math.round(totalSeconds / runs)), readable(longestSeconds)];
}

function andMore(count: number, thing: string, where: string): string[] {
  return count > 0 ? [`… and ${pluralize(count, `more ${thing}`)}, ${where}.`] : [];
}

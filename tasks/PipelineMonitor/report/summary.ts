import { fitLines } from "../../../shared/chat/format";
import type { Line } from "../../../shared/chat/message";
import { escapeMarkdown, escapeUnderscores, table } from "../../../shared/text/markdown";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { readable, utc } from "../../../shared/text/time";
import { type Issue, pipelineNameOf } from "../issue/issue";
import { otherPipelines, type PipelineFigures, type Times } from "./figures";
import { type Delivery, renderSummaryLine } from "./lines";

/** What the summary on the run's page shows. */
export interface SummaryParts {
  /** Several may share a line. */
  issues: readonly Issue[];
  /** The lines of the message. */
  lines: readonly Line[];
  /** The issues that the message leaves out. */
  withheld: readonly Issue[];
  /** A line for each of them with the reason, and for each mute that lasts. */
  withheldLines: readonly Line[];
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

const notDelivered = "**The message was not delivered:** see the step's log.";

/** A longer page is slow to show. The message and the log hold everything. */
const maxLines = 200;
export const maxPipelines = 100;

/** Renders the summary as Markdown: the issues, then a table of the pipelines, then the window. */
export function renderMonitorSummary(parts: SummaryParts, sanitize: Sanitize): string {
  const { issues, lines, withheld, withheldLines, quiet, delivered, figures: pipelines } = parts;
  const { runCount, since, until, clockNote } = parts;
  const list = (some: readonly Line[]) =>
    fitLines(
      { lines: some },
      maxLines,
      (line) => `- ${renderSummaryLine(line, sanitize)}`,
      () => 1,
      sanitize,
    ).fitted.join("\n");
  const window = `${pluralize(runCount, "run")} finished from ${utc(since)} to ${utc(until)} UTC.`;
  return [
    issues.length === 0 ? quiet : `**${pluralize(issues.length, "issue")}**`,
    ...(delivered === "failed" ? [notDelivered] : []),
    ...(lines.length === 0 ? [] : [list(lines)]),
    ...(withheldLines.length === 0 ? [] : ["**Not in the message**", list(withheldLines)]),
    ...(pipelines.length === 0
      ? []
      : [
          pipelineTable(
            pipelines.slice(0, maxPipelines),
            countIssues([...issues, ...withheld], pipelines),
            sanitize,
          ),
        ]),
    ...andMore(pipelines.length - maxPipelines, "pipeline", "with no more failures than these"),
    window,
    ...(clockNote === "" ? [] : [`${clockNote} The times are the service's.`]),
    "",
  ].join("\n\n");
}

function pipelineTable(
  pipelines: readonly PipelineFigures[],
  issueCounts: ReadonlyMap<string, number>,
  sanitize: Sanitize,
): string {
  const head = [
    "Pipeline",
    "Runs",
    "Issues",
    "Failed",
    "Mean run time",
    "Longest run time",
    "Mean wait",
    "Longest wait",
  ];
  const rows = pipelines.map(({ pipeline, runs, failures, runTime, queueTime }) => [
    pipelineCell(pipeline, sanitize),
    String(runs),
    emphasized(issueCounts.get(pipeline) ?? 0),
    emphasized(failures),
    ...meanAndLongest(runTime),
    ...meanAndLongest(queueTime),
  ]);
  return table(head, rows, "right");
}

/** Returns the cell of a table that names a pipeline. */
export function pipelineCell(pipeline: string, sanitize: Sanitize): string {
  return pipeline === otherPipelines ? "*others*" : escapeUnderscores(escapeMarkdown(sanitize(pipeline)));
}

/** Returns a count of what is wrong, which stands out unless it is 0. */
export function emphasized(count: number): string {
  return count === 0 ? "0" : `**${count}**`;
}

/** Returns how many issues each row of the table has, by its name. */
export function countIssues(
  issues: readonly Issue[],
  pipelines: readonly PipelineFigures[],
): ReadonlyMap<string, number> {
  const rows = new Set(pipelines.map(({ pipeline }) => pipeline));
  const counts = new Map<string, number>();
  for (const issue of issues) {
    if (issue.about === "project") continue;
    const name = pipelineNameOf(issue) ?? otherPipelines;
    // An issue may be about a pipeline without a run in the table.
    const isOfFinishedRun = "unreadable" in issue.about || ("run" in issue.about && issue.isState !== true);
    const row = rows.has(name) || !isOfFinishedRun ? name : otherPipelines;
    counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  return counts;
}

function meanAndLongest({ runs, totalSeconds, longestSeconds }: Times): [string, string] {
  return runs === 0 ? ["", ""] : [readable(Math.round(totalSeconds / runs)), readable(longestSeconds)];
}

/** Returns the line that counts what a list does not show; none if it shows everything. */
export function andMore(count: number, thing: string, where: string): string[] {
  return count > 0 ? [`… and ${pluralize(count, `more ${thing}`)}, ${where}.`] : [];
}

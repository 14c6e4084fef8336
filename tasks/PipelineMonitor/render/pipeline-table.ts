import { escapeMarkdown, escapeUnderscores, table } from "../../../shared/text/markdown";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { readable } from "../../../shared/text/time";
import { otherPipelines, type pipelineRows, type Times } from "./figures";

/** A table has so many rows: a longer page is slow to show. */
export const maxTableRows = 100;

const head = "Pipeline|Runs|Problems|Failed|Mean run time|Longest run time|Mean wait|Longest wait".split("|");

/** Renders the table of pipelines in a summary; nothing without pipelines. */
export function pipelineTable(pipelines: ReturnType<typeof pipelineRows>, sanitize: Sanitize): string[] {
  if (pipelines.length === 0) return [];
  const rows = pipelines
    .slice(0, maxTableRows)
    .map(({ pipeline, runs, problems, failures, runTime, queueTime }) => [
      pipelineCell(pipeline, sanitize),
      String(runs),
      emphasized(problems),
      emphasized(failures),
      ...meanAndLongest(runTime),
      ...meanAndLongest(queueTime),
    ]);
  const more = andMore(pipelines.length - maxTableRows, "pipeline", "with no more failures than these");
  return [table(head, rows, "right"), ...more];
}

export function pipelineCell(pipeline: string, sanitize: Sanitize): string {
  return pipeline === otherPipelines ? "*others*" : escapeUnderscores(escapeMarkdown(sanitize(pipeline)));
}

/** Stands out unless it is 0. */
export function emphasized(count: number): string {
  return count === 0 ? "0" : `**${count}**`;
}

export function meanAndLongest({ runs, totalSeconds, longestSeconds }: Times): [string, string] {
  return runs === 0 ? ["", ""] : [readable(Math.round(totalSeconds / runs)), readable(longestSeconds)];
}

/** The last line of a list that does not show everything; none if it does. */
export function andMore(count: number, thing: string, where: string): string[] {
  return count > 0 ? [`… and ${pluralize(count, `more ${thing}`)}, ${where}.`] : [];
}

import { escapeMarkdown, escapeUnderscores, table } from "../../../shared/text/markdown";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { readable } from "../../../shared/text/time";
import { pipelinesOf, problemsOf } from "../issue/problems";
import { listedRecords, type ProjectReport } from "../issue/report";
import { figuresOf, otherPipelines, type PipelineFigures, type Times, withOthers } from "./figures";

/** A table has so many rows: a longer page is slow to show. */
export const maxPipelines = 100;

/** Renders the table of pipelines in a summary. */
export function pipelineTable(
  pipelines: readonly PipelineFigures[],
  problemCounts: ReadonlyMap<string, number>,
  sanitize: Sanitize,
): string {
  const head = [
    "Pipeline",
    "Runs",
    "Problems",
    "Failed",
    "Mean run time",
    "Longest run time",
    "Mean wait",
    "Longest wait",
  ];
  const rows = pipelines.map(({ pipeline, runs, failures, runTime, queueTime }) => [
    pipelineCell(pipeline, sanitize),
    String(runs),
    emphasized(problemCounts.get(pipeline) ?? 0),
    emphasized(failures),
    ...meanAndLongest(runTime),
    ...meanAndLongest(queueTime),
  ]);
  return table(head, rows, "right");
}

export function pipelineCell(pipeline: string, sanitize: Sanitize): string {
  return pipeline === otherPipelines ? "*others*" : escapeUnderscores(escapeMarkdown(sanitize(pipeline)));
}

/** Stands out unless it is 0. */
export function emphasized(count: number): string {
  return count === 0 ? "0" : `**${count}**`;
}

/** One row for each pipeline with finished runs, or with a problem but no run. */
export function allFiguresOf(project: ProjectReport): PipelineFigures[] {
  const known = project.lasting.map(({ entry }) => entry.pipeline ?? otherPipelines);
  return withOthers(figuresOf(listedRecords(project)), [...known, ...pipelinesOf(problemsOf(project))]);
}

/** How many problems each pipeline has, by the name of its row. */
export function problemsByRow(
  project: Parameters<typeof problemsOf>[0],
  pipelines: readonly PipelineFigures[],
): ReadonlyMap<string, number> {
  const rows = new Set(pipelines.map(({ pipeline }) => pipeline));
  const counts = new Map<string, number>();
  for (const name of pipelinesOf(problemsOf(project))) {
    const row = rows.has(name) ? name : otherPipelines;
    counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  return counts;
}

export function meanAndLongest({ runs, totalSeconds, longestSeconds }: Times): [string, string] {
  return runs === 0 ? ["", ""] : [readable(Math.round(totalSeconds / runs)), readable(longestSeconds)];
}

/** The last line of a list that does not show everything; none if it does. */
export function andMore(count: number, thing: string, where: string): string[] {
  return count > 0 ? [`… and ${pluralize(count, `more ${thing}`)}, ${where}.`] : [];
}

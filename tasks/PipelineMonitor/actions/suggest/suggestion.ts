import { keysOf, memberAt } from "../../../../shared/json/path";
import { pluralize } from "../../../../shared/text/pluralize";
import { type Sanitize, shorten } from "../../../../shared/text/sanitize";
import type { Config } from "../../config/parse";
import { isPattern } from "../../config/patterns";
import { sectionLines } from "../../config/section-lines";
import { findSpread, minSuccessfulRuns, type PipelineTimes, suggestedTimes } from "./times";

/** The section `pipelines`, and the pipelines whose settings stay as they are. */
interface Suggestion {
  pipelines: Record<string, unknown>;
  left: { pipeline: string; why: string }[];
}

/**
 * Changes only the times in the section `pipelines` of a configuration. Entries of pipelines that are not checked,
 * or had too few successful runs, stay as they are. `file` is the value of the configuration file.
 */
export function findSuggestion(file: unknown, config: Config, history: readonly PipelineTimes[]): Suggestion {
  const entries = new Map(
    keysOf(memberAt(file, ["pipelines"])).map((name) => [name, memberAt(file, ["pipelines", name])]),
  );
  const historyOf = new Map(history.map((times) => [times.pipeline, times]));
  const left: Suggestion["left"] = [];
  for (const pipeline of new Set([...config.pipelines.byName.keys(), ...historyOf.keys()])) {
    const isOnlyPattern = isPattern(pipeline) && !historyOf.has(pipeline);
    if (config.pipelines.entryFor(pipeline).limits === undefined || isOnlyPattern) continue;
    const successSeconds = historyOf.get(pipeline)?.successSeconds ?? [];
    const times = suggestedTimes(successSeconds);
    // A pipeline with one of these names cannot have settings of its own.
    const isTaken =
      pipeline === "default" || (entries.has(pipeline) && !config.pipelines.byName.has(pipeline));
    if (isTaken || pipeline === "__proto__") {
      if (historyOf.has(pipeline))
        left.push({ pipeline, why: "a pipeline with this name cannot be configured" });
    } else if (times === undefined) left.push({ pipeline, why: renderTooFew(successSeconds.length) });
    else {
      // An entry of its own takes the place of a pattern, and keeps what the pattern gave the pipeline.
      const entry = config.pipelines.nameFor(pipeline);
      entries.set(pipeline, { ...Object(entries.get(entry ?? pipeline)), ...times });
    }
  }
  return { pipelines: Object.fromEntries(entries), left };
}

/** Advice if no pipeline has enough history for a suggestion; undefined if one has. */
export function comeBack(history: readonly PipelineTimes[], days: number): string | undefined {
  const most = Math.max(0, ...history.map(({ successSeconds }) => successSeconds.length));
  if (most >= minSuccessfulRuns) return undefined;
  const daysLeft = Math.ceil((days * (minSuccessfulRuns - most)) / most);
  const when = most === 0 ? "once pipelines succeed" : `in ${pluralize(daysLeft, "day")}`;
  return (
    `Too little history to suggest anything: it takes ${minSuccessfulRuns} successful runs of a pipeline, and the most is ${most}. ` +
    `Use more days, or come back ${when}.`
  );
}

function renderTooFew(goodRuns: number): string {
  return `too little history, ${pluralize(goodRuns, "successful run")} of the ${minSuccessfulRuns} that it takes`;
}

export function renderSuggestion(
  history: readonly PipelineTimes[],
  suggestion: Suggestion,
  sanitize: Sanitize,
): string[] {
  const left = suggestion.left.map(({ pipeline, why }) => `${pipeline} (${why})`);
  return [
    "",
    ...tableOf(history, sanitize),
    "",
    ...(left.length === 0 ? [] : [`Left as they are: ${left.join(", ")}.`, ""]),
    ...sectionLines({ pipelines: suggestion.pipelines }),
  ];
}

const columns = "pipeline|runs|good|run: median|99 %|longest|queue: median|99 %|longest".split("|");

function tableOf(history: readonly PipelineTimes[], sanitize: Sanitize): string[] {
  const rows = history.map(({ pipeline, runs, successSeconds, queuedSeconds }) => [
    shorten(sanitize(pipeline), 50),
    String(runs),
    String(successSeconds.length),
    ...cellsOf(successSeconds),
    ...cellsOf(queuedSeconds),
  ]);
  const widths = columns.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const aligned = (cells: readonly string[]) =>
    cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
  return [columns, ...rows].map((cells) => aligned(cells).join("  "));
}

function cellsOf(seconds: readonly number[]): string[] {
  const spread = findSpread(seconds);
  return spread === undefined
    ? ["–", "–", "–"]
    : [spread.median, spread.p99, spread.longest].map((time) => `${time} s`);
}

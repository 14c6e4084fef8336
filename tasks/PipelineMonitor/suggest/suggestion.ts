import { keysOf, memberAt } from "../../../shared/members";
import type { Config } from "../config";
import { checksFor } from "../rules";
import { fewestGoodRuns, type PipelineTimes, type Spread, spreadOf, suggestedTimes } from "./times";

/** The section `pipelines` as it might be, and the pipelines of which too little is known to say. */
export interface Suggestion {
  pipelines: Record<string, unknown>;
  /** With how many good runs each has. */
  tooLittle: { pipeline: string; goodRuns: number }[];
}

/**
 * The section `pipelines` of a configuration with the times that a history suggests: all else stands as it stood, and so
 * do the entries of pipelines that are not checked, or had too few good runs. `known` is the file's value.
 */
export function suggestionOf(known: unknown, config: Config, history: readonly PipelineTimes[]): Suggestion {
  const entries = new Map(
    keysOf(memberAt(known, ["pipelines"])).map((name) => [name, memberAt(known, ["pipelines", name])]),
  );
  const historyOf = new Map(history.map((times) => [times.pipeline, times]));
  const configured = [...config.pipelines.keys()].filter((name) => name !== "default");
  // `default` serves all pipelines without an entry; a pipeline that is called so shares it, and cannot have times of its own.
  const names = [...new Set([...configured, ...historyOf.keys()])].filter((name) => name !== "default");
  const tooLittle: Suggestion["tooLittle"] = [];
  for (const name of names) {
    if (checksFor(name, config) === undefined || name === "__proto__") continue;
    const goodRunSeconds = historyOf.get(name)?.goodRunSeconds ?? [];
    const times = suggestedTimes(goodRunSeconds);
    if (times === undefined) tooLittle.push({ pipeline: name, goodRuns: goodRunSeconds.length });
    // A comment that is no settings object is a person's, and a pipeline of that name goes by the default.
    else if (config.pipelines.has(name) || !entries.has(name))
      entries.set(name, { ...Object(entries.get(name)), ...times });
  }
  return { pipelines: Object.fromEntries(entries), tooLittle };
}

/** What a suggestion reads like: a table of the times, what is not known, and the section, ready to be pasted. */
export function suggestionLines(history: readonly PipelineTimes[], suggestion: Suggestion): string[] {
  const section = JSON.stringify({ pipelines: suggestion.pipelines }, null, 2).split("\n");
  const little = suggestion.tooLittle.map(({ pipeline, goodRuns }) => `${pipeline} (${goodRuns})`);
  return [
    "",
    ...tableOf(history),
    "",
    ...(little.length === 0
      ? []
      : [
          `Too little history, fewer than ${fewestGoodRuns} good runs: ${little.join(", ")}. Their settings stay as they are; more --days may help.`,
          "",
        ]),
    ...section.slice(1, -1).map((line) => line.slice(2)),
  ];
}

const columns = [
  "pipeline",
  "runs",
  "good",
  "run: median",
  "99 %",
  "longest",
  "queue: median",
  "99 %",
  "longest",
];

function tableOf(history: readonly PipelineTimes[]): string[] {
  const rows = history.map(({ pipeline, runs, goodRunSeconds, queuedSeconds }) => [
    pipeline,
    String(runs),
    String(goodRunSeconds.length),
    ...cellsOf(spreadOf(goodRunSeconds)),
    ...cellsOf(spreadOf(queuedSeconds)),
  ]);
  const widths = columns.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const aligned = (cells: readonly string[]) =>
    cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
  return [columns, ...rows].map((cells) => aligned(cells).join("  ").trimEnd());
}

function cellsOf(spread: Spread | undefined): string[] {
  return spread === undefined
    ? ["–", "–", "–"]
    : [spread.median, spread.p99, spread.longest].map((seconds) => `${seconds} s`);
}

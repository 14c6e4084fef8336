import { type Sample, sampleOf } from "./statistics";

/** One line of the table: a ratio, the goal that it is held to, and the figures behind it. */
export interface Row {
  case: string;
  measure: string;
  ratio: number;
  goal: Goal;
  /** The figures behind the ratio, for people. */
  figures: string;
  /** The same as they were measured. */
  raw: Record<string, unknown>;
}

/** A row that only informs has none. */
export type Goal = { atMost: number } | { atLeast: number } | "none";

/** Whether a row keeps its goal. */
export function isMet({ ratio, goal }: Pick<Row, "ratio" | "goal">): boolean {
  if (goal === "none") return true;
  return "atMost" in goal ? ratio <= goal.atMost : ratio >= goal.atLeast;
}

/** A row about a time that is held against another, both measured several times. */
export function timeRow(
  name: string,
  measure: string,
  goal: Goal,
  ours: readonly number[],
  theirs: readonly number[],
): Row {
  const [own, other] = [sampleOf(ours), sampleOf(theirs)];
  // Against a rival that is to be left behind, the ratio says how many times.
  const faster = goal !== "none" && "atLeast" in goal;
  return {
    case: name,
    measure,
    ratio: faster ? other.median / own.median : own.median / other.median,
    goal,
    figures: `${shownSeconds(own)} against ${shownSeconds(other)}`,
    raw: { ourSeconds: own.values, theirSeconds: other.values },
  };
}

/** The median of some seconds, and their spread where there is one. */
export function shownSeconds({ median, min, max }: Sample): string {
  const milliseconds = (seconds: number) => (seconds * 1000).toFixed(seconds < 1 ? 1 : 0);
  const spread = min === max ? "" : ` (${milliseconds(min)}–${milliseconds(max)})`;
  return `${milliseconds(median)} ms${spread}`;
}

/** The table, ratios first. */
export function renderTable(rows: readonly Row[]): string {
  const heading = ["ratio", "goal", "", "case", "what", "figures"];
  const lines = rows.map((row) => [
    Number.isInteger(row.ratio) ? String(row.ratio) : row.ratio.toFixed(row.ratio < 100 ? 2 : 0),
    row.goal === "none" ? "" : "atMost" in row.goal ? `≤ ${row.goal.atMost}` : `≥ ${row.goal.atLeast}`,
    row.goal === "none" ? "" : isMet(row) ? "ok" : "MISSED",
    row.case,
    row.measure,
    row.figures,
  ]);
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const aligned = (line: readonly string[]) =>
    line
      .map((cell, column) =>
        column < 2 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [aligned(heading), ...lines.map(aligned)].join("\n");
}

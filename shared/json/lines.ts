import { visit } from "jsonc-parser";
import { shownPath } from "./path";

/** Adds the file to a text that begins with a path, and the line of what is there. */
export type Locate = (text: string) => string;

export function locatorIn(fileName: string, text: string): Locate {
  let lines: ReadonlyMap<string, number> | undefined;
  return (problem) => {
    lines ??= linesOf(text);
    const line = lineOf(problem, lines);
    return `${fileName}${line === undefined ? "" : `, line ${line}`}: ${problem}`;
  };
}

/** The line of each member and element of a JSON text, counted from 1, by its path as problems show it. */
export function linesOf(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const note = (line: number, path: readonly (string | number)[]) => {
    const shown = shownPath(path);
    if (!lines.has(shown)) lines.set(shown, line + 1);
  };
  visit(text, {
    onObjectProperty: (key, _, __, line, ___, pathTo) => note(line, [...pathTo(), key]),
    onObjectBegin: (_, __, line, ___, pathTo) => note(line, pathTo()),
    onArrayBegin: (_, __, line, ___, pathTo) => note(line, pathTo()),
    onLiteralValue: (_, __, ___, line, ____, pathTo) => note(line, pathTo()),
  });
  return lines;
}

/** The line of a problem that begins with a path, or of the nearest thing around it; undefined if that is the whole text. */
export function lineOf(problem: string, lines: ReadonlyMap<string, number>): number | undefined {
  // A key may contain dots and colons, so the longest path counts.
  const ends = [...problem.matchAll(/[.:]/g)].map(({ index }) => index).reverse();
  for (const end of ends) {
    const line = lines.get(problem.slice(0, end));
    if (line !== undefined) return line;
  }
  return undefined;
}

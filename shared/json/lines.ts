import { visit } from "jsonc-parser";
import { shownPath } from "./path";

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

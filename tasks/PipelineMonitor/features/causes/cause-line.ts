import type { Readable } from "node:stream";
import { readUntil } from "../../../../shared/http/body";
import type { CauseLine } from "../../causes/cause";
import { isSilent } from "../../causes/endings";
import { saysFailure } from "../../causes/failure-line";
import { lineEnds } from "../../logs/read-on";

const marker = "##[error]";
/** How much of a log is kept before its marked line, and of that line. */
const keptBytes = 16 * 1024;
const lineBytes = 4096;
const maxBytes = 256 * 1024 * 1024;

/**
 * Reads a log until the first line that the agent marked as an error. If that only says that there was one, or none is
 * marked, the line is the nearest before that says what failed. Undefined if there is none, or the log is too long.
 */
export async function readCauseLine(log: Readable): Promise<CauseLine | undefined> {
  const search = markedLineSearch();
  let bytes = 0;
  await readUntil(log, (chunk) => {
    bytes += chunk.length;
    return search.take(chunk) || bytes > maxBytes;
  });
  const { line, before, beforeNumber } = search.found();
  const number = beforeNumber + before.length;
  const marked =
    line === undefined ? undefined : { text: line, number, ending: "", isMarked: true, before, beforeNumber };
  if (marked !== undefined && !isSilent(marked.text)) return marked;
  const at = bytes > maxBytes ? -1 : nearestFailure(before);
  if (at === -1) return marked;
  const found = { text: before[at] ?? "", number: beforeNumber + at, isMarked: false };
  // Without a marked line, those before are commands that the shell may have been given.
  if (marked === undefined) return { ...found, ending: "", before: before.slice(0, at), beforeNumber };
  const behind = { before: before.slice(at + 1), beforeNumber: beforeNumber + at + 1 };
  return { ...found, ...behind, ending: marked.text };
}

/** Tools print several lines about one failure, of which the first says most; -1 if there is none. */
function nearestFailure(lines: readonly string[]): number {
  let at = lines.findLastIndex(saysFailure);
  while (at > 0 && saysFailure(lines[at - 1] ?? "")) at--;
  return at;
}

/** Searches the first marked line, in a text that arrives in chunks. */
function markedLineSearch() {
  let kept = Buffer.alloc(0);
  let isCut = false;
  let at = -1;
  /** How many lines end before what is kept. */
  let linesBefore = 0;
  return {
    /** Returns whether the line is complete. */
    take(chunk: Buffer): boolean {
      kept = Buffer.concat([kept, chunk]);
      if (at === -1) {
        at = kept.indexOf(marker);
        const from = Math.max(0, (at === -1 ? kept.length : at) - keptBytes);
        linesBefore += lineEnds(kept.subarray(0, from));
        // A copy, so that the whole chunk is not kept in memory because of its end.
        kept = Buffer.from(kept.subarray(from));
        isCut ||= from > 0;
        if (at !== -1) at -= from;
      }
      return at !== -1 && (kept.indexOf("\n", at) !== -1 || kept.length - at > lineBytes);
    },
    /** Without a marked line, the last lines of the log. */
    found(): { line: string | undefined; before: string[]; beforeNumber: number } {
      const end = at === -1 ? kept.length : at;
      const all = kept.subarray(0, end).toString("utf8").split("\n");
      // Half a line, or half a word of it, could be half a secret.
      const [first = "", ...others] = all;
      const lines = !isCut ? all : others.length > 0 ? others : [first.replace(/^\S*/, "")];
      const beforeNumber = linesBefore + 1 + all.length - lines.length;
      const start = lines.pop() ?? "";
      const before = lines.map(lineOf);
      if (at === -1)
        return { line: undefined, before: start === "" ? before : [...before, lineOf(start)], beforeNumber };
      const behind = kept.subarray(at, at + lineBytes).toString("utf8");
      const [whole = ""] = behind.split("\n");
      const line =
        whole === behind && kept.length - at > lineBytes ? whole.replace(/(?<!\S)\S+$/, "") : whole;
      return { line: (lineOf(start) + line).replace(marker, "").trim(), before, beforeNumber };
    },
  };
}

/** The service puts a time before each line. */
function lineOf(text: string): string {
  return text.replace(/^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?/, "").replace(/\r$/, "");
}

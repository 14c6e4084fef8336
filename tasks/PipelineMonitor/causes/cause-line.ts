import type { Readable } from "node:stream";
import type { Clock } from "../../../shared/clock";
import type { CauseLine } from "../issue/links";
import { lineEnds, type ReadOnAllowance, readOn } from "../logs/read-on";
import { isSilent } from "./cause";

const marker = "##[error]";
/** How much of a log is kept before and after the word. */
const keptBytes = 4096;

/**
 * Reads a log until its first `error` (rule 6.2), and then to the first line that the agent marked as an
 * error. Returns the marked line, or else the line around the first `error`; undefined if the log has none.
 * Only the part before the first `error` must be readable. An error after it does not fail the log; it only
 * means that the marked line may not be found.
 */
export async function readCauseLine(
  log: Readable,
  clock: Clock,
  cancelled: AbortSignal,
  allowance: ReadOnAllowance,
): Promise<CauseLine | undefined> {
  const plain = lineSearch("error");
  const marked = lineSearch(marker);
  let lines = 0;
  await readOn(log, { clock, cancelled, allowance }, (chunk) => {
    const isWhole = marked.take(chunk, lines);
    plain.take(chunk, lines);
    lines += lineEnds(chunk);
    return isWhole ? "done" : plain.isFound() ? "found" : "searching";
  });
  const [first, markedLine] = [plain.found(), marked.found()];
  if (markedLine === undefined) return first && { ...first, ending: "", isMarked: false };
  // "Exited with code 1" says nothing. The reason is in an earlier line.
  const ahead = isSilent(markedLine.text) ? errorBefore(markedLine, first) : undefined;
  return ahead === undefined
    ? { ...markedLine, ending: "", isMarked: true }
    : { ...ahead, ending: markedLine.text, isMarked: false };
}

type FoundLine = Omit<CauseLine, "ending" | "isMarked">;

/**
 * The nearest of the kept lines that names an error, or else the first such line of the log, with the lines up to
 * the marked one.
 */
function errorBefore(
  { text, before, beforeNumber }: FoundLine,
  first: FoundLine | undefined,
): FoundLine | undefined {
  const namesError = (line: string) =>
    /error|fatal|exception/i.test(line) && !/\b(?:0|no) errors?\b|##\[(?:warning|debug)\]/i.test(line);
  const near = before.findLastIndex(namesError);
  const number = beforeNumber + near;
  if (near !== -1)
    return { text: before[near] ?? "", number, before: before.slice(near + 1), beforeNumber: number + 1 };
  return first !== undefined && first.text !== text && namesError(first.text)
    ? { ...first, before, beforeNumber }
    : undefined;
}

/** Searches the first line that holds a word, in a text that arrives in chunks. */
function lineSearch(word: string) {
  let kept = Buffer.alloc(0);
  let isCut = false;
  let at = -1;
  let number = 0;
  let lineEnded = false;
  return {
    /** Takes a chunk, before which so many lines end. Returns whether the line is complete. */
    take(chunk: Buffer, linesBefore: number): boolean {
      if (lineEnded) return true;
      const before = kept;
      kept = Buffer.concat([kept, chunk]);
      if (at === -1) {
        at = kept.indexOf(word);
        if (at !== -1) number = linesBefore - lineEnds(before) + lineEnds(kept.subarray(0, at)) + 1;
        // A copy, so that the whole chunk is not kept in memory because of its end.
        const from = Math.max(0, (at === -1 ? kept.length : at) - keptBytes);
        kept = Buffer.from(kept.subarray(from));
        isCut ||= from > 0;
        if (at !== -1) at -= from;
      }
      lineEnded = at !== -1 && (kept.indexOf("\n", at) !== -1 || kept.length - at > keptBytes);
      return lineEnded;
    },
    isFound: () => at !== -1,
    found(): FoundLine | undefined {
      if (at === -1) return undefined;
      const before = textBefore(kept.subarray(0, at).toString("utf8"), isCut).split("\n");
      const behind = kept.subarray(at, at + keptBytes).toString("utf8");
      const [end = ""] = behind.split("\n");
      // The rest of a cut word could be half a secret.
      const whole = end === behind && kept.length - at > keptBytes ? end.replace(/(?<!\S)\S+$/, "") : end;
      const start = withoutTime(before.pop() ?? "");
      return {
        text: (start + whole).replace(marker, "").trim(),
        number,
        before: before.map(withoutTime),
        beforeNumber: number - before.length,
      };
    },
  };
}

/** Keeps complete words, and complete lines if there is more than one. */
function textBefore(text: string, isCut: boolean): string {
  if (!isCut) return text;
  return text.includes("\n") ? text.slice(text.indexOf("\n") + 1) : text.replace(/^\S*/, "");
}

/** The service puts a time before each line. */
function withoutTime(line: string): string {
  return line.replace(/^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?/, "");
}

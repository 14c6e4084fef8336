import type { Readable } from "node:stream";
import { readUntil } from "../../../../shared/http/body";
import { wholeWords, withoutTerminalCommands } from "../../../../shared/text/sanitize";
import type { CauseLine } from "../../causes/cause";
import { type Reason, reasonIn } from "../../causes/reason-in";
import { lineEnds } from "../../logs/error-word";

const marker = "##[error]";
/** How much of a log is kept before its first marked line, and from there on. */
const keptBytes = 16 * 1024;
const maxCharacters = 4096;
const maxBytes = 256 * 1024 * 1024;

/**
 * Reads a log until some lines behind the first that the agent marked as an error. Undefined if no line says anything, or the
 * log is too long to have its end read.
 */
export async function readCauseLine(log: Readable): Promise<CauseLine | undefined> {
  const search = markedLineSearch();
  let bytes = 0;
  await readUntil(log, (chunk) => {
    bytes += chunk.length;
    return search.take(chunk) || bytes > maxBytes;
  });
  const { lines, firstNumber, first } = search.found();
  if (first === -1 && bytes > maxBytes) return undefined;
  const reason = reasonIn(lines);
  if (reason === undefined || (first === -1 && isWeak(reason))) return undefined;
  const { message, place, certainty } = reason;
  const at = reason.number - 1;
  const isMarked = lines[at]?.includes(marker) === true;
  // What stands behind the reason may name the cause; what stands before it is of another failure, or of none.
  const from = certainty === "output" || isMarked || first === -1 ? 0 : at + 1;
  const end = isMarked || first === -1 || first < at ? at : first;
  return {
    text: wholeWords(place === "" ? message : `${message} (${place})`, maxCharacters),
    number: firstNumber + at,
    ending: isMarked || first === -1 ? "" : unmarked(lines[first] ?? ""),
    ...{ isMarked, certainty },
    before: lines.slice(Math.min(from, end), end).map(unmarked),
    beforeNumber: firstNumber + Math.min(from, end),
  };
}

/** Without a marked line, the step need not have failed by what it printed last. */
function isWeak({ certainty }: Reason): boolean {
  return certainty === "output" || certainty === "footer";
}

/** Searches the first marked line, in a text that arrives in chunks. */
function markedLineSearch() {
  let kept = Buffer.alloc(0);
  let isCut = false;
  let at = -1;
  /** How many lines end before what is kept. */
  let linesBefore = 0;
  return {
    /** Returns whether a marked line has arrived, with all that is kept behind it. */
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
      return at !== -1 && kept.length - at > keptBytes;
    },
    /** The lines, the number of the first one, and which of them is the first marked one: -1 for none. */
    found(): { lines: string[]; firstNumber: number; first: number } {
      const begin = at === -1 ? kept.length : at;
      const before = kept.subarray(0, begin).toString("utf8");
      // Half a line, or half a word of it, could be half a secret.
      const [half = ""] = isCut ? (/^[^\n]*\n|^\S*/.exec(before) ?? []) : [];
      const after = kept.subarray(begin, begin + keptBytes).toString("utf8");
      const whole = kept.length - begin > keptBytes ? after.replace(/(?<!\S)\S+$/, "") : after;
      const lines = (before.slice(half.length) + whole).split("\n");
      if (lines.at(-1) === "") lines.pop();
      const skipped = half.endsWith("\n") ? 1 : 0;
      const first = at === -1 ? -1 : lineEnds(kept.subarray(0, at)) - skipped;
      return { lines: lines.map(lineOf), firstNumber: linesBefore + 1 + skipped, first };
    },
  };
}

/** The service puts a time before each line. */
function lineOf(text: string): string {
  return withoutTerminalCommands(text.replace(/^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?/, "")).replace(/\r$/, "");
}

function unmarked(line: string): string {
  return line.includes(marker) ? line.replace(marker, "").trim() : line;
}

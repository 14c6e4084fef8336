import type { Readable } from "node:stream";
import { readUntil } from "../../../../shared/http/body";
import { wholeWords, withoutTerminalCommands } from "../../../../shared/text/sanitize";
import type { CauseLine } from "../../causes/cause";
import { isSilent } from "../../causes/endings";
import { lastOutput, saysFailure } from "../../causes/failure-line";
import { lineEnds } from "../../logs/error-word";

const marker = "##[error]";
/** How much of a log is kept before its first marked line, and from there on. */
const keptBytes = 16 * 1024;
const maxCharacters = 4096;
const maxBytes = 256 * 1024 * 1024;

/**
 * Reads a log until the first line that the agent marked as an error and that says more than that there was one. If all marked
 * lines near the first one say only that, or none is marked, the line is the nearest before that says what failed, or else the
 * last that a program printed. Undefined if there is none, or the log is too long.
 */
export async function readCauseLine(log: Readable): Promise<CauseLine | undefined> {
  const search = markedLineSearch();
  let bytes = 0;
  await readUntil(log, (chunk) => {
    bytes += chunk.length;
    return search.take(chunk) || bytes > maxBytes;
  });
  const { lines, firstNumber, first } = search.found();
  const reason = first === -1 ? undefined : markedReason(lines.slice(first));
  const before = (end: number) => ({ before: lines.slice(0, end).map(unmarked), beforeNumber: firstNumber });
  if (reason !== undefined) {
    const at = first + reason.at;
    return { text: reason.text, number: firstNumber + at, ending: "", isMarked: true, ...before(at) };
  }
  const end = first === -1 ? lines.length : first;
  const ahead = bytes > maxBytes ? [] : lines.slice(0, end);
  const ending = unmarked(lines[first] ?? "");
  const failure = nearestFailure(ahead);
  const number = firstNumber + failure;
  // Without a marked line, those before are commands that the shell may have been given.
  if (first === -1)
    return failure === -1
      ? undefined
      : { text: lines[failure] ?? "", number, ending: "", isMarked: false, ...before(failure) };
  if (failure !== -1) {
    const behind = { before: ahead.slice(failure + 1), beforeNumber: number + 1 };
    return { text: ahead[failure] ?? "", number, ending, isMarked: false, ...behind };
  }
  const output = lastOutput(ahead);
  return output === -1
    ? { text: ending, number: firstNumber + first, ending: "", isMarked: true, ...before(end) }
    : {
        text: ahead[output]?.trim() ?? "",
        number: firstNumber + output,
        ending,
        isMarked: false,
        ...before(end),
      };
}

/** Tools print several lines about one failure, of which the first says most; -1 if there is none. */
function nearestFailure(lines: readonly string[]): number {
  let at = lines.findLastIndex(saysFailure);
  while (at > 0 && saysFailure(lines[at - 1] ?? "")) at--;
  return at;
}

/** The first marked line that says a reason, or what the block below it says. */
function markedReason(lines: readonly string[]): { at: number; text: string } | undefined {
  const at = lines.findIndex((line) => line.includes(marker) && !isSilent(unmarked(line)));
  if (at === -1) return undefined;
  const message = messageInBlock(lines.slice(at + 1));
  return message === undefined
    ? { at, text: wholeWords(unmarked(lines[at] ?? ""), maxCharacters).trim() }
    : { at: at + 1 + message.at, text: message.text };
}

/**
 * PowerShell says in a first line only where an error is, then has the code, each line behind a bar, and its message below the
 * underlined part (Azure/apiops#250).
 */
function messageInBlock(lines: readonly string[]): { at: number; text: string } | undefined {
  if (!/^Line \|\s*$/.test(lines[0] ?? "")) return undefined;
  const others = lines.slice(1);
  const end = others.findIndex((line) => !inBlock.test(line));
  const block = end === -1 ? others : others.slice(0, end);
  const at = block.findIndex((line) => /^\s+\|[\s~^]*[^\s~^]/.test(line));
  const text = (block[at] ?? "").replace(/^\s+\|[\s~^]*/, "").trim();
  return at === -1 ? undefined : { at: 1 + at, text };
}

const inBlock = /^\s*(?:Line|\d+)?\s*\|/;

/** Searches the first marked line, in a text that arrives in chunks. */
function markedLineSearch() {
  let kept = Buffer.alloc(0);
  let isCut = false;
  let at = -1;
  /** How many lines end before what is kept. */
  let linesBefore = 0;
  /** Lines that arrived whole, from the marked one on. */
  const behind = () =>
    kept
      .subarray(at, at + keptBytes)
      .toString("utf8")
      .split("\n")
      .slice(0, -1)
      .map(lineOf);
  return {
    /** Returns whether a marked line that says a reason has arrived, with all that belongs to it. */
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
      if (at === -1) return false;
      if (kept.length - at > keptBytes) return true;
      const lines = behind();
      const marked = lines.findIndex((line) => line.includes(marker) && !isSilent(unmarked(line)));
      return marked !== -1 && lines.slice(marked + 1).some((line) => !inBlock.test(line));
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

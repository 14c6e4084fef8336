import type { Readable } from "node:stream";
import { readUntil } from "../../../../shared/http/body";
import { withoutTerminalCommands } from "../../../../shared/text/sanitize";
import type { CauseSearch } from "../../causes/cause-search";
import type { LogLine } from "../../causes/log-line";
import { nextTry } from "../../causes/reason-in";

const marker = "##[error]";
const kibibyte = 1024;
/** How much of a log is kept: before its first marked line, behind it, and at the end. */
const kept = { before: 64 * kibibyte, behind: 16 * kibibyte, end: 64 * kibibyte };
/** As many lines of each part are looked at. */
const maxLines = 4000;
/** The beginning of a longer line is shown. */
const maxLineBytes = 64 * kibibyte;
/** A text that is looked for may stand where two parts of a long line meet. */
const overlapBytes = 512;
const lineFeed = 10;
const maxBytes = 256 * kibibyte * kibibyte;

/**
 * Reads a whole log, if it is no longer than 256 MiB, and gives it to the search. Returns the lines that may say why its step
 * failed: around the first that the agent marked as an error in the last try, and the last ones. Empty if the log is too long and
 * has no marked line.
 */
export async function readFailedLog(log: Readable, search: CauseSearch): Promise<LogLine[]> {
  const parts = keptParts();
  const pieces = piecesOf((text, first, isShown) => {
    search.take(text, first, isShown);
    if (isShown) parts.take(text, first);
  });
  let bytes = 0;
  const isLong = await readUntil(log, (chunk) => {
    bytes += chunk.length;
    pieces.take(chunk);
    return bytes > maxBytes;
  });
  if (!isLong) pieces.end();
  return isLong && !parts.hasMark() ? [] : parts.lines();
}

/** Cuts a log into pieces of whole lines. Of a line that is too long, only the first piece may be shown. */
function piecesOf(give: (text: string, first: number, isShown: boolean) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let first = 1;
  let isInLine = false;
  return {
    take(chunk: Buffer): void {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (;;) {
        const window = rest.subarray(0, maxLineBytes);
        const end = isInLine ? window.indexOf(lineFeed) : window.lastIndexOf(lineFeed);
        if (end !== -1) {
          const text = window.subarray(0, end).toString("utf8");
          give(text, first, !isInLine);
          first += text.split("\n").length;
          rest = rest.subarray(end + 1);
          isInLine = false;
        } else if (rest.length > maxLineBytes) {
          // Half a word could be half a secret.
          give(window.toString("utf8").replace(/\S+$/, ""), first, !isInLine);
          rest = rest.subarray(maxLineBytes - overlapBytes);
          isInLine = true;
        } else break;
      }
      // A copy, so that the whole chunk is not kept in memory because of its end.
      rest = Buffer.from(rest);
    },
    end(): void {
      if (rest.length > 0) give(rest.toString("utf8"), first, !isInLine);
    },
  };
}

interface Piece {
  text: string;
  first: number;
}

function keptParts() {
  let end: Piece[] = [];
  let around: Piece[] | undefined;
  let behind = 0;
  const take = (piece: Piece) => {
    if (around !== undefined && behind < kept.behind) {
      around.push(piece);
      behind += piece.text.length;
    }
    end.push(piece);
    while (lengthOf(end.slice(1)) >= kept.end) end = end.slice(1);
    const at = around === undefined ? piece.text.indexOf(marker) : -1;
    if (at === -1) return;
    around = [...end];
    behind = piece.text.length - at;
  };
  return {
    take(text: string, first: number): void {
      const at = text.lastIndexOf(nextTry);
      if (at === -1) {
        take({ text, first });
        return;
      }
      [end, around] = [[], undefined];
      const skipped = text.slice(0, at).split("\n").length;
      const from = text.indexOf("\n", at);
      if (from !== -1) take({ text: text.slice(from + 1), first: first + skipped });
    },
    hasMark: () => around !== undefined,
    /** Cut to what is kept, at whole lines. */
    lines(): LogLine[] {
      const all = linesOf(end);
      const last = all.slice(-fitting([...all].reverse(), kept.end));
      if (around === undefined) return last;
      const near = linesOf(around);
      const mark = near.findIndex(({ isMarked }) => isMarked);
      const from = mark - fitting(near.slice(0, mark).reverse(), kept.before);
      const until = mark + 1 + fitting(near.slice(mark + 1), kept.behind);
      const first = near.slice(from, until);
      return [...first, ...last.filter(({ number }) => number > (first.at(-1)?.number ?? 0))];
    },
  };
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

/** How many lines fit, at least one. */
function fitting(lines: readonly LogLine[], maxCharacters: number): number {
  let sum = 0;
  const over = lines.findIndex(({ text }) => {
    sum += text.length + 1;
    return sum > maxCharacters;
  });
  return Math.min(maxLines, over === -1 ? lines.length : Math.max(1, over));
}

function linesOf(pieces: readonly Piece[]): LogLine[] {
  return pieces.flatMap(({ text, first }) =>
    text.split("\n").map((line, index) => ({ ...lineOf(line), number: first + index })),
  );
}

/** The service puts a time before each line. */
function lineOf(text: string): Pick<LogLine, "text" | "isMarked"> {
  const line = withoutTerminalCommands(text.replace(/^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?/, "")).replace(
    /\r$/,
    "",
  );
  return { text: line.replace(marker, ""), isMarked: line.includes(marker) };
}

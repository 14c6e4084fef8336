import type { Readable } from "node:stream";
import type { Clock } from "../../../../shared/clock";
import { readUntil } from "../../../../shared/http/body";
import type { CauseLine } from "../../issue/issue";
import { isSilent } from "./cause";

const marker = "##[error]";
/** How much of a log is kept before and after the word. */
const keptBytes = 4096;
/** How far a log is read after its first `error` to find the line that the agent marked. */
const readOnBytes = 16 * 1024 * 1024;
const readOnSeconds = 10;

/** How long logs may still be read further, in total. The search for other logs waits meanwhile. */
export interface ReadOnAllowance {
  leftSeconds: number;
}

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
  let readsOn: { since: number; cancelTimer: () => void } | undefined;
  let bytesOn = 0;
  try {
    await readUntil(log, (chunk) => {
      const isWhole = marked.take(chunk);
      plain.take(chunk);
      if (!plain.isFound()) return false;
      const seconds = Math.min(readOnSeconds, allowance.leftSeconds);
      readsOn ??= {
        since: clock.now(),
        cancelTimer: clock.after(seconds * 1000, () =>
          log.destroy(new Error("the time to read further is up")),
        ),
      };
      bytesOn += chunk.length;
      return isWhole || bytesOn > readOnBytes || seconds <= 0;
    });
  } catch (error) {
    if (cancelled.aborted || !plain.isFound()) throw error;
  } finally {
    readsOn?.cancelTimer();
    if (readsOn !== undefined)
      allowance.leftSeconds = Math.max(0, allowance.leftSeconds - (clock.now() - readsOn.since) / 1000);
  }
  const [first, markedLine] = [plain.found(), marked.found()];
  if (markedLine === undefined) return first && { ...first, ending: "", isMarked: false };
  // "Exited with code 1" says nothing. The reason is in an earlier line.
  const ahead = isSilent(markedLine.text) ? errorBefore(markedLine, first) : undefined;
  return ahead === undefined
    ? { ...markedLine, ending: "", isMarked: true }
    : { ...ahead, ending: markedLine.text, isMarked: false };
}

type FoundLine = Pick<CauseLine, "text" | "before">;

/**
 * Returns a line before the marked one that names an error, and the lines between them. It is the nearest of
 * the kept lines, or else the first of the log.
 */
function errorBefore({ text, before }: FoundLine, first: FoundLine | undefined): FoundLine | undefined {
  const namesError = (line: string) =>
    /error|fatal|exception/i.test(line) && !/\b(?:0|no) errors?\b|##\[(?:warning|debug)\]/i.test(line);
  const near = before.findLastIndex(namesError);
  if (near !== -1) return { text: before[near] ?? "", before: before.slice(near + 1) };
  return first !== undefined && first.text !== text && namesError(first.text)
    ? { text: first.text, before }
    : undefined;
}

/** Searches the first line that holds a word, in a text that arrives in chunks. */
function lineSearch(word: string) {
  let kept = Buffer.alloc(0);
  let isCut = false;
  let at = -1;
  let lineEnded = false;
  return {
    /** Takes a chunk. Returns whether the line is complete. */
    take(chunk: Buffer): boolean {
      if (lineEnded) return true;
      kept = Buffer.concat([kept, chunk]);
      if (at === -1) {
        at = kept.indexOf(word);
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
      return { text: (start + whole).replace(marker, "").trim(), before: before.map(withoutTime) };
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

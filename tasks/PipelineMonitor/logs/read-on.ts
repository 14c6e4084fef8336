import type { Readable } from "node:stream";
import type { Clock } from "../../../shared/clock";
import { readUntil } from "../../../shared/http/body";

/** How far a log is read after its first `error` to find a line that says more. */
const readOnBytes = 16 * 1024 * 1024;
const readOnSeconds = 10;

/** How long logs may still be read further, in total. The search for other logs waits meanwhile. */
export interface ReadOnAllowance {
  leftSeconds: number;
}

/**
 * Passes a log to `take` until that is done, and after its first `error` no further than the allowance. Only the part
 * before must be readable.
 */
export async function readOn(
  log: Readable,
  { clock, cancelled, allowance }: { clock: Clock; cancelled: AbortSignal; allowance: ReadOnAllowance },
  take: (chunk: Buffer) => "searching" | "found" | "done",
): Promise<void> {
  let readsOn: { since: number; cancelTimer: () => void } | undefined;
  let bytesOn = 0;
  try {
    await readUntil(log, (chunk) => {
      const state = take(chunk);
      if (state === "searching") return false;
      const seconds = Math.min(readOnSeconds, allowance.leftSeconds);
      readsOn ??= {
        since: clock.now(),
        cancelTimer: clock.after(seconds * 1000, () =>
          log.destroy(new Error("the time to read further is up")),
        ),
      };
      bytesOn += chunk.length;
      return state === "done" || bytesOn > readOnBytes || seconds <= 0;
    });
  } catch (error) {
    if (cancelled.aborted || readsOn === undefined) throw error;
  } finally {
    readsOn?.cancelTimer();
    if (readsOn !== undefined)
      allowance.leftSeconds = Math.max(0, allowance.leftSeconds - (clock.now() - readsOn.since) / 1000);
  }
}

const lineFeed = 0x0a;

export function lineEnds(text: Buffer): number {
  let count = 0;
  // A search for a number is ten times as fast as one for a text.
  for (let at = text.indexOf(lineFeed); at !== -1; at = text.indexOf(lineFeed, at + 1)) count++;
  return count;
}

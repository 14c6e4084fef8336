import { readUntil } from "../../../shared/http/body";
import type { Context } from "../issue/context";
import { errorSearch } from "./error-word";
import type { LogReader } from "./log-search";

/** How far a log is read after its first `error` to find a line that says more. */
const readOnBytes = 16 * 1024 * 1024;
const readOnSeconds = 10;
/** How long logs may be read further, in total: a tenth of the time for the log search, which waits meanwhile. */
const allSeconds = 60;

/** Finds the last line with `error`, for messages that open logs on their pages. Only the part up to the first must be readable. */
export function lastErrorReader({ clock, cancelled }: Context): LogReader {
  let leftSeconds = allSeconds;
  return async (log) => {
    const search = errorSearch();
    let lineNumber: number | undefined;
    let readsOn: { since: number; cancelTimer: () => void } | undefined;
    let bytesOn = 0;
    try {
      await readUntil(log, (chunk) => {
        lineNumber = search(chunk);
        if (lineNumber === undefined) return false;
        const seconds = Math.min(readOnSeconds, leftSeconds);
        readsOn ??= {
          since: clock.now(),
          cancelTimer: clock.after(seconds * 1000, () =>
            log.destroy(new Error("the time to read further is up")),
          ),
        };
        bytesOn += chunk.length;
        return bytesOn > readOnBytes || seconds <= 0;
      });
    } catch (error) {
      if (cancelled.aborted || readsOn === undefined) throw error;
    } finally {
      readsOn?.cancelTimer();
      if (readsOn !== undefined)
        leftSeconds = Math.max(0, leftSeconds - (clock.now() - readsOn.since) / 1000);
    }
    return { holdsError: lineNumber !== undefined, lineNumber };
  };
}

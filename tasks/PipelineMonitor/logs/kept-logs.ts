import { Readable } from "node:stream";
import type { BuildService } from "../../../shared/azure-devops/client";
import type { Clock } from "../../../shared/clock";
import { readUntil } from "../../../shared/http/body";

const mebibyte = 1024 * 1024;
/** The limits for one log, and for all that are kept at the same time. */
const maxLogBytes = mebibyte;
const maxKeptBytes = 32 * mebibyte;
/** How long logs are read on when their readers have enough of them: each, and all together. */
const maxLogSeconds = 10;
const maxSeconds = 60;

/**
 * Lets two read a log that is requested once. The first may need only its beginning, up to the first `error` (rule 6.2), so the
 * rest is read too, and the text is kept until somebody else reads it. A log that is too long or too slow is requested again.
 */
export function keepingLogs<Service extends Pick<BuildService, "readLog">>(
  service: Service,
  clock: Clock,
): Service {
  const texts = new Map<string, Buffer>();
  let leftBytes = maxKeptBytes;
  let leftSeconds = maxSeconds;

  /** Returns whether the rest arrived, or as much of it as `isEnough` says. */
  async function readRest(log: Readable, isEnough: () => boolean): Promise<boolean> {
    const since = clock.now();
    const seconds = Math.min(maxLogSeconds, leftSeconds);
    const cancelTimer = clock.after(seconds * 1000, () => log.destroy());
    try {
      const rest = readUntil(log, isEnough);
      log.resume();
      await rest;
      return true;
    } catch {
      return false;
    } finally {
      cancelTimer();
      leftSeconds = Math.max(0, leftSeconds - (clock.now() - since) / 1000);
    }
  }

  return {
    ...service,
    readLog<T>(
      runId: number,
      logId: number,
      read: (log: Readable) => Promise<T>,
      signal: AbortSignal,
    ): Promise<T> {
      const key = `${runId}/${logId}`;
      const kept = texts.get(key);
      if (kept !== undefined) {
        texts.delete(key);
        leftBytes += kept.length;
        return read(Readable.from([kept]));
      }
      return service.readLog(
        runId,
        logId,
        async (log) => {
          const chunks: Buffer[] = [];
          let bytes = 0;
          const isLong = () => bytes > Math.min(maxLogBytes, leftBytes);
          log.on("data", (chunk: Buffer) => {
            bytes += chunk.length;
            if (isLong()) chunks.length = 0;
            else chunks.push(chunk);
          });
          const found = await read(log);
          if (isLong() || !(await readRest(log, isLong)) || isLong()) return found;
          texts.set(key, Buffer.concat(chunks));
          leftBytes -= bytes;
          return found;
        },
        signal,
      );
    },
  };
}

import { isFor, type QuietWindow } from "../config/alerts";
import { occurrences } from "../config/cron";

/**
 * Returns when the maintenance window began in which something happened to a pipeline; undefined if it was in none.
 * Times are in seconds since 1970. The window's first second is part of it, its end is not.
 */
export function quietSince(
  pipeline: string | undefined,
  at: number,
  windows: readonly QuietWindow[],
): number | undefined {
  for (const window of windows) {
    if (!isFor(window, pipeline)) continue;
    const [began] = occurrences([window.schedule], Math.floor(at - window.seconds) + 1, at + 1);
    if (began !== undefined) return began;
  }
  return undefined;
}

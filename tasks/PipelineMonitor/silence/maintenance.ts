import { isFor, type QuietWindow } from "../config/alerts";
import { occurrences } from "../config/cron";
import { words } from "../issue/parts";
import type { ProjectReport } from "../issue/report";
import { silencedBy } from "./silenced";

/** Silences what happened in a maintenance window. What has no time happens now. */
export function maintenance(report: ProjectReport): ProjectReport {
  return silencedBy(report, (pipeline, at = Math.floor(report.window.now / 1000)) => {
    const since = quietSince(pipeline, at, report.config.alerts.quiet);
    if (since === undefined) return undefined;
    const began = { time: since * 1000, isDated: true };
    const why = [words("In the maintenance window that began at "), began, words(".")];
    return { by: "maintenance", why };
  });
}

/**
 * Returns when the maintenance window began in which something happened to a pipeline; undefined if it was in none.
 * Times are in seconds since 1970. The window's first second is part of it, its end is not.
 */
function quietSince(
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

import type { Run } from "../../../shared/azure-devops/records";
import { timeLimit } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import { keptDays } from "../../../shared/journal/schema";
import { daySeconds } from "../../../shared/text/time";
import type { Context } from "../issue/context";
import type { FoundProject } from "../issue/report";
import type { OptionalStage } from "../issue/stage";
import { endOf, isSinceLast } from "../issue/window";
import { noteRuns } from "./note";

const name = "earlier runs";

/** Reads what ran before the first report, once, if something depends on it. */
export const filledJournal: OptionalStage = {
  name,
  isEnabled: ({ journal, window }) => !journal.isFilled && isSinceLast(window),
  run: (report, context) => withFilled(report, context),
};

/**
 * Reads the runs of four weeks before those of the report, the newest first, as far as the share of pages and time goes.
 * Times that were not read count as not watched. Throws if nothing could be read.
 */
export async function withFilled(report: FoundProject, context: Context): Promise<FoundProject> {
  const { config, window, journal } = report;
  if (journal.isFilled) return report;
  if (report.skipped.includes(name)) throw new Error("the earlier runs are unknown");
  const { service, clock, cancelled, time, agent } = context;
  const from = endOf(window) - keptDays * daySeconds;
  const whole = time.limit(cancelled);
  const limit = timeLimit(clock, time.fill.seconds, whole.signal);
  const until = journal.since ?? Number.POSITIVE_INFINITY;
  const runs: Run[] = [];
  let [since, pages] = [until, 0];
  // At once, because each run is compared with the one before it.
  const filled = (): FoundProject => {
    return { ...report, journal: { ...noteRuns({ ...journal, isFilled: true }, runs, config), since } };
  };
  try {
    for await (const page of service.runsSince(new Date(from * 1000), limit.signal)) {
      for (const record of page) {
        const finishTime = "run" in record ? (record.run.finishTime ?? until) : until;
        if (!("run" in record) || finishTime >= until) continue;
        runs.push(record.run);
        since = Math.min(since, finishTime);
      }
      if (++pages >= time.fill.pages) return filled();
    }
    since = Math.min(from, until);
    return filled();
  } catch (error) {
    cancelled.throwIfAborted();
    if (pages === 0) throw error;
    agent.warn(`Could not read all earlier runs: ${messageOf(error)}`);
    return filled();
  } finally {
    limit.end();
    whole.end();
  }
}

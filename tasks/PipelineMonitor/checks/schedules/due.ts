import type { BuildService } from "../../../../shared/azure-devops/client";
import type { ScheduledPipeline } from "../../config/schedules";
import type { ReportWindow } from "../../issue/window";
import { findDueTimes, findMissingRuns, type MissingRun, queuedSince } from "./missing-runs";

/** A scheduled pipeline, and those of its times whose grace ended within a window. */
export interface DuePipeline {
  scheduled: ScheduledPipeline;
  due: number[];
}

/** Returns the scheduled pipelines that had a run due within a window. The window ends now at the latest. */
export function findDuePipelines(
  schedules: readonly ScheduledPipeline[],
  { dueFrom, until }: Pick<ReportWindow, "dueFrom" | "until">,
  nowMilliseconds: number,
): DuePipeline[] {
  const end = Math.min(until, Math.floor(nowMilliseconds / 1000));
  return schedules
    .map((scheduled) => ({ scheduled, due: findDueTimes(scheduled, dueFrom, end) }))
    .filter(({ due }) => due.length > 0);
}

/**
 * Returns the missing runs. A record that cannot be parsed may have been a run of its pipeline, so each one
 * excuses one missing run, the earliest first. Throws if the runs cannot be listed, because then it is
 * unknown which are missing.
 */
export async function readMissingRuns(
  pipelines: readonly DuePipeline[],
  service: Pick<BuildService, "runsQueuedSince">,
  signal: AbortSignal,
): Promise<MissingRun[]> {
  const since = Math.min(...pipelines.map(({ due }) => queuedSince(due)));
  const queued = new Map(
    pipelines.map(({ scheduled }) => [scheduled.pipeline, { times: [] as number[], unknown: 0 }]),
  );
  for await (const page of service.runsQueuedSince(since, signal))
    for (const record of page) {
      const { pipeline = "", queueTime } =
        "run" in record ? record.run : { ...record.unreadable, queueTime: undefined };
      const known = queued.get(pipeline);
      if (queueTime !== undefined) known?.times.push(queueTime);
      else if (known !== undefined) known.unknown++;
    }
  return pipelines.flatMap(({ scheduled, due }) => {
    const { times = [], unknown = 0 } = queued.get(scheduled.pipeline) ?? {};
    return findMissingRuns(scheduled, due, times).slice(unknown);
  });
}

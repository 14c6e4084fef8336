import type { BuildService } from "../../../../shared/azure-devops/client";
import type { ScheduledPipeline } from "../../config/schedules";
import type { ReportWindow } from "../../rules/window";
import { findDueTimes, findMissingRuns, type MissingRun, queuedSince } from "./missing-runs";

/** A scheduled pipeline, and its times whose grace has ended within a window. */
export interface DuePipeline {
  scheduled: ScheduledPipeline;
  due: number[];
}

/** The scheduled pipelines of which a run was due within a window that ends now. */
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
 * The due times at which there was no run. A record of a pipeline that cannot be understood may have been one: the first
 * time is left to it. Throws when the runs cannot be listed: who cannot see does not say that none was.
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

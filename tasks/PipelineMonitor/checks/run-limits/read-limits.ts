import pMap from "p-map";
import { type BuildService, maxConnections } from "../../../../shared/azure-devops/client";
import type { ScheduledPipeline } from "../../config/schedules";
import { findRunLimit, type RunLimit, type UnknownPipeline, weekSeconds } from "./run-limits";

/**
 * Returns the scheduled pipelines that will exceed a limit of the service, and those that the service does
 * not know, whose runs cannot be counted. Throws if their runs cannot be listed.
 */
export async function readLimits(
  schedules: readonly ScheduledPipeline[],
  runsPerWeekMax: number,
  service: Pick<BuildService, "pipelinesNamed" | "runsQueuedSince">,
  nowMilliseconds: number,
  signal: AbortSignal,
): Promise<(RunLimit | UnknownPipeline)[]> {
  const now = Math.floor(nowMilliseconds / 1000);
  const limitOf = async (scheduled: ScheduledPipeline): Promise<RunLimit | UnknownPipeline | undefined> => {
    const { pipeline } = scheduled;
    const ids = await service.pipelinesNamed(pipeline, signal);
    if (ids.length === 0) return { kind: "unknownPipeline", pipeline };
    const ran = await readQueueTimes(ids, service, now, signal);
    return findRunLimit(scheduled, ran, runsPerWeekMax, now);
  };
  const limits = await pMap(schedules, limitOf, { concurrency: maxConnections });
  return limits.filter((limit) => limit !== undefined);
}

/**
 * Returns when the runs of the last seven days were queued. If several pipelines have the name, those of the
 * one with the most runs.
 */
async function readQueueTimes(
  ids: readonly number[],
  service: Pick<BuildService, "runsQueuedSince">,
  now: number,
  signal: AbortSignal,
): Promise<number[]> {
  let fullest: number[] = [];
  for (const id of ids) {
    const times: number[] = [];
    // A record without that time still counts as a run. It gets the latest possible time, so that it counts
    // the longest.
    for await (const page of service.runsQueuedSince(now - weekSeconds, signal, id))
      times.push(...page.map((record) => ("run" in record ? record.run.queueTime : undefined) ?? now));
    if (times.length > fullest.length) fullest = times;
  }
  return fullest;
}

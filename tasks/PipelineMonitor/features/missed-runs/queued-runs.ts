import type { BuildService } from "../../../../shared/azure-devops/client";
import { withoutFolder } from "../../../../shared/azure-devops/pipeline-path";
import type { Run } from "../../../../shared/azure-devops/records";
import type { Phrase } from "../../../../shared/chat/message";
import type { AboutPipeline } from "../../issue/issue";

/** A run that was due and was not queued. */
export interface MissedRun extends AboutPipeline {
  /** When it was due, in seconds since 1970. */
  at: number;
  /** How long after that it counts as missed. */
  graceSeconds?: number;
  /** Why it was due, if that was learned: ` (every day for 5 weeks)`. */
  evidence?: string;
  /** Why nothing started it; undefined if nobody knows. */
  reason?: Phrase | undefined;
  /** Whether it is one more of a schedule that was reported to have stopped. */
  isFurther?: boolean;
  /** Whether it may have been skipped because nothing had changed. */
  mayBeUnchanged?: boolean;
}

/** The runs that were queued, by the names of their pipelines without folders; and how many records of each are not readable. */
export interface QueuedRuns {
  runs: ReadonlyMap<string, readonly Run[]>;
  unknown: ReadonlyMap<string, number>;
}

/** Reads the runs of some pipelines since a second. Throws if the runs cannot be listed, because then it is unknown which were missed. */
export async function readQueued(
  names: readonly string[],
  since: number,
  service: Pick<BuildService, "runsQueuedSince">,
  signal: AbortSignal,
): Promise<QueuedRuns> {
  const runs = new Map<string, Run[]>(names.map((name) => [withoutFolder(name).normalize(), []]));
  const unknown = new Map<string, number>();
  for await (const page of service.runsQueuedSince(since, signal))
    for (const record of page) {
      const run = "run" in record && record.run.queueTime !== undefined ? record.run : undefined;
      const { pipeline: name = "" } = "run" in record ? record.run : record.unreadable;
      const pipeline = name.normalize();
      if (run === undefined) unknown.set(pipeline, (unknown.get(pipeline) ?? 0) + 1);
      else runs.get(pipeline)?.push(run);
    }
  return { runs, unknown };
}

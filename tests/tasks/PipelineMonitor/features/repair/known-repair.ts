import type { Repair } from "../../../../../tasks/PipelineMonitor/features/repair/record";

/** A run that was run again after the loss of its agent, an hour before a second since 1970, but for what is changed. */
export function knownRepair(now: number, changes: Partial<Repair> = {}): Repair {
  return {
    ...{ kind: "lostAgent", incident: "x", pipeline: { id: 7, name: "nightly import" } },
    ...{ branch: "refs/heads/main", at: now - 4800, intendedAt: now - 3600 },
    ...{ state: "sent", runId: 700, configuration: "c" },
    ...changes,
  };
}

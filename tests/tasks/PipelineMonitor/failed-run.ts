import type { Run } from "../../../shared/azure-devops/records";
import { definitionIdOf } from "../../sandbox/runs";

/** A run that failed, but for what is changed. */
export function failedRun(changes: Partial<Run> = {}): Run {
  return {
    id: 812,
    buildNumber: "20261120.3",
    pipeline: "nightly import",
    definitionId: definitionIdOf(changes.pipeline),
    status: "completed",
    result: "failed",
    queueTime: 0,
    startTime: 0,
    finishTime: 0,
    ...changes,
  };
}

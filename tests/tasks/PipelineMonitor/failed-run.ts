import type { Pipeline } from "../../../shared/pipeline";
import type { CheckedRun } from "../../../tasks/PipelineMonitor/issue/report";
import { definitionIdOf } from "../../sandbox/runs";

/** The pipeline of a run may be named only. */
export type RunChanges = Partial<Omit<CheckedRun, "pipeline">> & {
  pipeline?: string | Pipeline;
  definitionId?: number | undefined;
  folder?: string | undefined;
};

/** A run that failed, but for what is changed. */
export function failedRun({ pipeline = "nightly import", folder, ...changes }: RunChanges = {}): CheckedRun {
  const { definitionId, ...others } = changes;
  const at: Pipeline = typeof pipeline === "string" ? { name: pipeline } : pipeline;
  const id = "definitionId" in changes ? definitionId : (at.id ?? definitionIdOf(at.name));
  const place = folder ?? at.folder;
  return {
    id: 812,
    buildNumber: "20261120.3",
    pipeline: {
      name: at.name,
      ...(id === undefined ? {} : { id }),
      ...(place === undefined ? {} : { folder: place }),
    },
    status: "completed",
    result: "failed",
    queueTime: 0,
    startTime: 0,
    finishTime: 0,
    ...others,
  };
}

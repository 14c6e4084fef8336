import type { ProjectRun } from "../../tab/geometry/project-run";

/** A run with its pipeline's name, id and folder. */
export interface RunChanges extends Partial<Omit<ProjectRun, "pipeline">> {
  pipeline?: string;
  definitionId?: number;
  folder?: string;
}

/** A run that succeeded. */
export function madeRun({
  pipeline = "nightly import",
  definitionId = 7,
  folder = "\\",
  ...changes
}: RunChanges): ProjectRun {
  const { id = 1, finishTime } = changes;
  return {
    ...{
      id,
      number: `20261124.${id}`,
      pipeline: { id: definitionId, name: pipeline, folder },
      branch: "refs/heads/main",
      commit: "",
      requestedFor: "",
    },
    ...{ status: "completed", result: "succeeded", reason: "schedule", tags: [], finishTime },
    queueTime: finishTime === undefined ? undefined : finishTime - 65,
    startTime: finishTime === undefined ? undefined : finishTime - 60,
    url: `https://dev.azure.com/contoso/Night%20Shift/_build/results?buildId=${id}`,
    ...changes,
  };
}

import type { ProjectRun } from "../../tab/geometry/project-run";

/** A run that succeeded. */
export function madeRun(changes: Partial<ProjectRun>): ProjectRun {
  const { id = 1, finishTime } = changes;
  return {
    ...{
      id,
      number: `20261124.${id}`,
      definitionId: 7,
      pipeline: "nightly import",
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

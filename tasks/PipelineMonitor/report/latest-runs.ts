import type { Run, RunRecord } from "../../../shared/azure-devops/records";

/** More runs than this do not fit into an attached report. */
const maxRuns = 2000;

/** The latest runs of a list. */
export interface LatestRuns {
  count(record: RunRecord): void;
  /** Returns the runs, the one that finished last first. */
  runs(): readonly Run[];
}

/** Creates a collection of the latest runs of a list. Its memory does not grow with the list. */
export function createLatestRuns(): LatestRuns {
  let runs: Run[] = [];
  const latest = () =>
    runs.sort((one, other) => (other.finishTime ?? 0) - (one.finishTime ?? 0)).slice(0, maxRuns);
  return {
    count(record) {
      if (!("run" in record)) return;
      runs.push(record.run);
      if (runs.length >= 2 * maxRuns) runs = latest();
    },
    runs: latest,
  };
}

import type { Run } from "../../../../shared/azure-devops/records";
import { emptyJournal, type ProjectJournal } from "../../../../shared/journal/schema";
import type { Config } from "../../../../tasks/PipelineMonitor/config/parse";
import { noteRuns } from "../../../../tasks/PipelineMonitor/journal/note";
import { failedRun } from "../failed-run";

const hour = 3600;

/** Some weeks of a project: each pipeline runs every so often, a few seconds late, for minutes, and fails now and then. */
export function madeRuns(
  pipelines: number,
  {
    everySeconds,
    weeks,
    until,
    branches = 1,
  }: { everySeconds: number; weeks: number; until: number; branches?: number },
): Run[] {
  let lastId = 1000;
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: Math.floor((weeks * 7 * 24 * hour) / everySeconds) }, (_, back) =>
    Array.from({ length: pipelines }, (_, index): Run => {
      const queueTime = until - 2 * hour - back * everySeconds - index * 7 + Math.floor(random() * 3);
      lastId += 1 + Math.floor(random() * 9);
      const startTime = queueTime + Math.floor(random() * 40);
      return failedRun({
        ...{
          id: lastId,
          pipeline: `pipeline ${index} of the night`,
          definitionId: index,
        },
        result: random() < 0.05 ? "failed" : "succeeded",
        branch: `refs/heads/${["main", "develop", "release/7", "hotfix"][Math.floor(random() * branches)]}`,
        ...{ queueTime, startTime, finishTime: startTime + 200 + Math.floor(random() * 600) },
        ...{ reason: "schedule", commit: `${Math.floor(back / 20)}`.padStart(40, "a") },
      });
    }),
  ).flat();
}

export function journalOf(runs: readonly Run[], config: Config, since: number): ProjectJournal {
  return noteRuns({ ...emptyJournal, since, isFilled: true }, runs, config);
}

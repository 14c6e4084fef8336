import pMap from "p-map";
import { maxConnections } from "../../../../shared/azure-devops/client";
import { hasSucceeded } from "../../../../shared/azure-devops/run-state";
import type { ProjectJournal } from "../../../../shared/journal/schema";
import { safeLine } from "../../causes/safe-line";
import type { Context } from "../../issue/context";
import { withTimelines } from "../../logs/timelines";
import { gatheredWarnings, type PlatformWarning, platformWarningsIn } from "./platform-warnings";

/** The digest reads the timeline of one run of each pipeline, and of no more pipelines. */
const maxPipelines = 100;

/** Reads what the platform warns of in the latest successful run of each pipeline since a second since 1970. */
export async function readPlatformWarnings(
  journal: ProjectJournal,
  since: number,
  context: Context,
): Promise<PlatformWarning[]> {
  const { sanitize } = context.agent;
  const latest = latestGreenRuns(journal, since);
  const read = latest.slice(0, maxPipelines);
  if (latest.length > read.length)
    context.agent.print(
      `Looked for warnings of Azure Pipelines in ${read.length} of ${latest.length} pipelines.`,
    );
  const runs = await withTimelines(context, (timelineOf) =>
    pMap(
      read,
      async ({ id, pipeline }) => {
        const messages = (await timelineOf(id))?.warnings ?? [];
        return { pipeline, warnings: platformWarningsIn(messages.map((one) => safeLine(one, sanitize))) };
      },
      { concurrency: maxConnections },
    ),
  );
  return gatheredWarnings(runs);
}

/** The newest first. */
function latestGreenRuns(
  { pipelines }: ProjectJournal,
  since: number,
): { id: number; pipeline: string; finishTime: number }[] {
  return [...pipelines.values()]
    .flatMap(({ pipeline, branches }) => {
      const [latest] = branches
        .flatMap(({ runs }) => runs)
        .filter((run) => hasSucceeded(run) && run.finishTime >= since)
        .sort((one, other) => other.finishTime - one.finishTime);
      return latest === undefined ? [] : [{ id: latest.id, pipeline, finishTime: latest.finishTime }];
    })
    .sort((one, other) => other.finishTime - one.finishTime);
}

import type { Run } from "../../../shared/azure-devops/records";
import type { Config } from "../config/parse";
import { attempt, type Context, withinBudget } from "../issue/context";
import { type ProjectMemory, whatWasReported } from "../issue/memory";
import type { Window } from "../issue/window";
import { silencedBy } from "./marks";

/** No more runs are looked at again at a time; each is a request. */
const maxRuns = 100;

/** Reads the runs that silence kept from the message until now. One that cannot be read is tried again next time. */
export async function readReleased(
  config: Config,
  window: Window,
  known: ProjectMemory | undefined,
  context: Context,
): Promise<Run[]> {
  const silenceOf = silencedBy({ config, window });
  if (known === undefined) return [];
  const held = known.problems.flatMap((problem) => problem.held ?? []);
  const isReleased = (pipeline: string, at?: number) => silenceOf(pipeline, at) === undefined;
  // What waited for business hours is silent if it happened in a maintenance window, not if it is told in one.
  const ids = [
    ...(known.waiting ?? []).filter(({ pipeline, at }) => isReleased(pipeline, at)),
    ...held.filter(({ pipeline }) => isReleased(pipeline)),
  ].flatMap(({ runId }) => runId ?? []);
  const read = (id: number) =>
    attempt(whatWasReported, context, () =>
      withinBudget(context, (signal) => context.service.run(String(id), signal)),
    );
  const runs: Run[] = [];
  for (const id of [...new Set(ids)].slice(0, maxRuns)) {
    const run = await read(id);
    // A run that is run again stays as it is until it has finished.
    if (run?.finishTime !== undefined) runs.push(run);
  }
  return runs;
}

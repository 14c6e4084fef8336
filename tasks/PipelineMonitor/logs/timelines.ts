import type { Timeline } from "../../../shared/azure-devops/timeline";
import { messageOf } from "../../../shared/errors";
import type { Context } from "../issue/context";

/**
 * Lets `act` read timelines, and what else it needs, within the time for optional checks. A timeline that cannot be read is
 * undefined, and the step's log says why. Throws if the step is cancelled.
 */
export async function withTimelines<T>(
  { agent, cancelled, service, time }: Context,
  act: (read: (runId: number) => Promise<Timeline | undefined>, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, end } = time.limit(cancelled);
  const read = async (runId: number): Promise<Timeline | undefined> => {
    try {
      return await service.timeline(runId, signal);
    } catch (error) {
      cancelled.throwIfAborted();
      if (!signal.aborted) agent.print(`The timeline of run ${runId} could not be read: ${messageOf(error)}`);
      return undefined;
    }
  };
  signal.addEventListener("abort", () => {
    if (!cancelled.aborted)
      agent.print("The time for optional checks is up; the remaining timelines were not read.");
  });
  try {
    return await act(read, signal);
  } finally {
    end();
  }
}

import type { Agent } from "../../../shared/agent/agent";
import type { BuildService } from "../../../shared/azure-devops/client";
import type { RunRecord } from "../../../shared/azure-devops/records";
import { readable, utc } from "../../../shared/text/time";
import type { ReportWindow } from "../issue/window";

/** The list of runs of a window, while it is read. */
export interface OpenList {
  /**
   * The time that the window is based on, in milliseconds since 1970: the agent's, or the service's if they
   * differ.
   */
  now: number;
  window: ReportWindow;
  pages: AsyncIterable<RunRecord[]>;
  /** A note about the agent's clock; empty if the clock is right. */
  clockNote: string;
}

/**
 * A clock is right if it differs by no more than this: responses take time, and their `Date` has whole
 * seconds.
 */
const maxDifferenceSeconds = 60;
/** If the clocks differ by years, one was never set. It is unknown which. */
const maxCorrectedSeconds = 366 * 24 * 3600;

/**
 * Opens the list of runs of a window (rule 1). The first response holds the service's time. If the agent's
 * clock is wrong, the window is based on the service's time, and the list is requested again. Throws if the
 * list cannot be read, or the clocks differ by years.
 */
export async function openList(
  service: Pick<BuildService, "runsSince" | "clockDifference">,
  windowAt: (now: number) => ReportWindow,
  agentNow: number,
  agent: Pick<Agent, "warn">,
  signal: AbortSignal,
): Promise<OpenList> {
  const window = windowAt(agentNow);
  const pages = service.runsSince(window.requestedSince, signal);
  const first = await pages.next();
  const difference = service.clockDifference() ?? 0;
  if (Math.abs(difference) <= maxDifferenceSeconds * 1000)
    return { now: agentNow, window, pages: resumed(first, pages), clockNote: "" };
  await pages.return(undefined);
  const now = agentNow + difference;
  const clockNote = renderClockNote(agentNow, now);
  if (Math.abs(difference) > maxCorrectedSeconds * 1000)
    throw new Error(`${clockNote} One of the two clocks is wrong, so the runs to check are unknown. Set it.`);
  agent.warn(`${clockNote} The monitor uses the service's time. Set the agent's clock.`);
  const corrected = windowAt(now);
  return { now, window: corrected, pages: service.runsSince(corrected.requestedSince, signal), clockNote };
}

function renderClockNote(agentNow: number, serviceNow: number): string {
  const seconds = Math.round((agentNow - serviceNow) / 1000);
  const error = `${readable(Math.abs(seconds))} ${seconds > 0 ? "fast" : "slow"}`;
  return (
    `The agent's clock is ${error}: it says ${utc(agentNow)} UTC, ` +
    `the build service's says ${utc(serviceNow)} UTC.`
  );
}

/** Yields the first page, which has been read already, and then the others. */
async function* resumed(
  first: IteratorResult<RunRecord[]>,
  others: AsyncGenerator<RunRecord[]>,
): AsyncGenerator<RunRecord[]> {
  if (first.done) return;
  yield first.value;
  yield* others;
}

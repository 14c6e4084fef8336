import type { Agent } from "../../../shared/agent/agent";
import type { BuildService } from "../../../shared/azure-devops/client";
import type { RunRecord } from "../../../shared/azure-devops/records";
import { readable, utc } from "../../../shared/text/time";
import type { ReportWindow } from "./window";

/** The list of runs of a window, being read. */
export interface OpenList {
  /** The current time that the window goes by, in milliseconds since 1970: the agent's, or the service's where they differ. */
  now: number;
  window: ReportWindow;
  pages: AsyncIterable<RunRecord[]>;
  /** What is to be said of the agent's clock; empty when it is right. */
  clockNote: string;
}

/** A clock that differs by no more is right: responses take time, and their `Date` has whole seconds. */
const maxDifferenceSeconds = 60;
/** A difference of years is a clock that was never set; nobody knows whose. */
const maxCorrectedSeconds = 366 * 24 * 3600;

/**
 * Opens the list of runs of a window (rule 1). The first response tells the service's time: where the agent's clock is
 * wrong, the window goes by that time, and the list is asked for again. Throws when the list cannot be read.
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
    throw new Error(
      `${clockNote} One of them was never set, so nobody knows which runs to check: set the clock.`,
    );
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

/** Pages of which the first has been read. */
async function* resumed(
  first: IteratorResult<RunRecord[]>,
  others: AsyncGenerator<RunRecord[]>,
): AsyncGenerator<RunRecord[]> {
  if (first.done) return;
  yield first.value;
  yield* others;
}

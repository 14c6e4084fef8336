import { graceMinutes, type Pipeline, scheduled } from "./script";
import type { PlayedReport } from "./world";

// What the monitor knows of earlier reports, as the judge can tell.

/** Whether a report may repeat what another one told: it does not know all that was done before, or nobody will know it. */
export function isForgetful({ isSaved, fate }: PlayedReport): boolean {
  return !isSaved || fate === "forgotten" || fate === "twin";
}

/** The first report after nothing looks back for a day, but only for an hour to a run that was due. */
function horizonOf(pipeline: Pipeline, at: number): number {
  return pipeline === scheduled ? at - 60 - graceMinutes : at - 1440;
}

/** From which minute on the monitor knows something, report after report: from the first whose memory was kept. */
export function createMemory(pipeline: Pipeline): (report: PlayedReport) => number {
  let [from, isBeginning] = [0, true];
  return (report) => {
    const isForgotten = report.fate === "forgotten";
    if (isBeginning || isForgotten) from = horizonOf(pipeline, report.at);
    isBeginning = !report.isSaved && (isBeginning || isForgotten);
    return from;
  };
}

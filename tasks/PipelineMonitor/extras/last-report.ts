import { createHash } from "node:crypto";
import type { BuildService } from "../../../shared/build-service";
import { type ReportWindow, sinceLastReport, withWhatWasUnseen } from "./window";

/** The monitor's own pipeline, whose runs tell which of them have delivered their report. */
export interface OwnPipeline {
  service: Pick<BuildService, "taggedRuns" | "run" | "dispose">;
  definitionId: string;
  /** The id of this run. */
  runId: string;
  /** What a run of this monitor, and of no other in the same pipeline, is tagged with. */
  tag: string;
}

/** The tag of a monitor: of what tells its step from every other of the pipeline, and stays from run to run. */
export function reportTag(parts: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `monitor-reported-${digest.slice(0, 12)}`;
}

/** The window since this monitor's last report. Throws when the service cannot tell. */
export async function askReportWindow(
  { service, definitionId, runId, tag }: OwnPipeline,
  nowMilliseconds: number,
  signal: AbortSignal,
): Promise<ReportWindow> {
  // This run may be one of them, when it is run again: what it has told already, it does not tell twice.
  const [[last], own] = await Promise.all([
    service.taggedRuns(definitionId, tag, 1, signal),
    service.run(runId, signal),
  ]);
  const window = sinceLastReport(nowMilliseconds, last?.startTime, own.startTime);
  const wasPartial = last !== undefined && !last.tags.includes(wholeTag(tag));
  return wasPartial ? withWhatWasUnseen(window, nowMilliseconds) : window;
}

/** The tag of a run that has also seen what hung, and what did not happen: that is told once. */
export function wholeTag(tag: string): string {
  return `${tag}-whole`;
}

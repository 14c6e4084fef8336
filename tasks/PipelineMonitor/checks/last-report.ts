import type { BuildService } from "../../../shared/azure-devops/client";
import { includeUnchecked, type ReportWindow, sinceLastReport } from "../rules/window";

/** The monitor's own pipeline, whose runs tell which of them have delivered their report. */
export interface OwnPipeline {
  service: Pick<BuildService, "taggedRuns" | "run" | "dispose">;
  definitionId: string;
  /** The id of this run. */
  runId: string;
  /** What a run of this monitor, and of no other in the same pipeline, is tagged with. */
  tag: string;
}

/** What the monitor's own pipeline tells of its reports; times in whole seconds since 1970. */
export interface Reports {
  /** When the last run that delivered its report started; undefined when there is none. */
  lastStart: number | undefined;
  /** By which runs it had in the end of its window; see `digestOfIds`. */
  seenDigests: readonly string[];
  /** Whether that run could not see what hung or did not happen. */
  wasPartial: boolean;
  /** When this run started; undefined when that is not known. */
  ownStart: number | undefined;
}

/** Asks for this monitor's last report. Throws when the service cannot tell. */
export async function readReports(
  { service, definitionId, runId, tag }: OwnPipeline,
  signal: AbortSignal,
): Promise<Reports> {
  // This run may be one of them, when it is run again: what it has told already, it does not tell twice.
  const [[last], own] = await Promise.all([
    service.taggedRuns(definitionId, tag, 1, signal),
    service.run(runId, signal),
  ]);
  const wasPartial = last !== undefined && !last.tags.includes(wholeTag(tag));
  const prefix = seenTag(tag, "");
  const seenDigests = (last?.tags ?? []).flatMap((one) =>
    typeof one === "string" && one.startsWith(prefix) ? [one.slice(prefix.length)] : [],
  );
  return { lastStart: last?.startTime, seenDigests, wasPartial, ownStart: own.startTime };
}

/** The window since this monitor's last report, at a time in milliseconds since 1970. */
export function windowSince(
  { lastStart, seenDigests, wasPartial, ownStart }: Reports,
  nowMilliseconds: number,
): ReportWindow {
  const window = sinceLastReport(nowMilliseconds, lastStart, ownStart, seenDigests);
  return wasPartial ? includeUnchecked(window, nowMilliseconds) : window;
}

/** The tag of a run that has also seen what hung, and what did not happen: that is told once. */
export function wholeTag(tag: string): string {
  return `${tag}-whole`;
}

/** The tag of a run by the digest of the runs that it found in the last minutes before it started. */
export function seenTag(tag: string, digest: string): string {
  return `${tag}-seen-${digest}`;
}

import type { BuildService } from "../../../shared/azure-devops/client";
import { includeUnchecked, type ReportWindow, sinceLastReport } from "../issue/window";

/** The monitor's own pipeline. Tags on its runs say which of them delivered their report. */
export interface OwnPipeline {
  service: Pick<BuildService, "taggedRuns" | "run" | "attachments" | "dispose">;
  definitionId: string;
  /** The id of this run. */
  runId: string;
  /** The tag of this monitor's runs. No other monitor in the same pipeline uses it. */
  tag: string;
}

/** What the runs of the monitor's own pipeline say about its reports. Times are whole seconds since 1970. */
export interface Reports {
  /** The id of the last run that delivered its report; undefined if there is none. */
  lastId: number | undefined;
  /** When the last run that delivered its report started; undefined if there is none. */
  lastStart: number | undefined;
  /** Digests of the runs that it found at the end of its window; see `digestOfIds`. */
  seenDigests: readonly string[];
  /** Whether that run could not check for stuck or missing runs. */
  wasPartial: boolean;
  /** The fingerprints of the projects that it could not read; `allOthers` if it could not list them. */
  unread: readonly string[];
  /** When this run started; undefined if that is unknown. */
  ownStart: number | undefined;
}

/** Reads when this monitor reported last. Throws if the service cannot say. */
export async function readReports(
  { service, definitionId, runId, tag }: OwnPipeline,
  signal: AbortSignal,
): Promise<Reports> {
  // If this run is run again, it may itself be the last that reported. Then its earlier report is not
  // repeated.
  const [[last], own] = await Promise.all([
    service.taggedRuns(definitionId, tag, 1, signal),
    service.run(runId, signal),
  ]);
  const wasPartial = last !== undefined && !last.tags.includes(wholeTag(tag));
  const after = (prefix: string) =>
    (last?.tags ?? []).flatMap((one) =>
      typeof one === "string" && one.startsWith(prefix) ? [one.slice(prefix.length)] : [],
    );
  return {
    lastId: last?.id,
    lastStart: last?.startTime,
    seenDigests: after(seenTag(tag, "")),
    wasPartial,
    unread: after(unreadTag(tag, "")),
    ownStart: own.startTime,
  };
}

/**
 * Returns the window since this monitor's last report on a project, at a time in milliseconds since 1970. If that
 * report could not read the project, the window is as after a first report.
 */
export function windowSince(
  { lastStart, seenDigests, wasPartial, unread, ownStart }: Omit<Reports, "lastId">,
  nowMilliseconds: number,
  project = "",
): ReportWindow {
  if (unread.includes(project))
    return includeUnchecked(sinceLastReport(nowMilliseconds, undefined, ownStart), nowMilliseconds);
  const window = sinceLastReport(nowMilliseconds, lastStart, ownStart, seenDigests);
  return wasPartial ? includeUnchecked(window, nowMilliseconds) : window;
}

/**
 * Returns the tag of a run that has also checked for stuck and missing runs, which are reported only once.
 */
export function wholeTag(tag: string): string {
  return `${tag}-whole`;
}

/** Stands for all projects but the own one in the tag of those that could not be read. */
export const allOthers = "others";

/** Returns the tag that holds the fingerprint of a project that could not be read. */
export function unreadTag(tag: string, project: string): string {
  return `${tag}-unread-${project}`;
}

/**
 * Returns the tag that holds the digest of the runs that finished in the last minutes before a run started.
 */
export function seenTag(tag: string, digest: string): string {
  return `${tag}-seen-${digest}`;
}

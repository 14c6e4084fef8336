import type { Config } from "../config/parse";
import { attempt, type Context, withinBudget } from "../issue/context";
import {
  allOthers,
  type Memories,
  type OwnPipeline,
  projectFingerprint,
  seenTag,
  unreadTag,
  whatWasReported,
  wholeTag,
} from "../issue/memory";
import { type LastStart, lastHour, sinceLast, type Window } from "../issue/window";

/** What the runs of the monitor's own pipeline say about its reports. */
export interface Reports extends Required<LastStart> {
  /** The id of the last run that delivered its report; undefined if there is none. */
  lastId: number | undefined;
  /** The fingerprints of the projects that it could not read; `allOthers` if it could not list them. */
  unread: readonly string[];
}

/** What the monitor's last report says. */
export interface LastReport {
  /** Returns the window of a project, as a function of the time in milliseconds since 1970. */
  windowOf(config: Config): (now: number) => Window;
  /** What it knew of each project. */
  memories: Memories;
  /** Names what could not be read. */
  skipped: readonly string[];
  /** Whether it is unknown when the last report was, although the window depends on it. */
  isUnknown: boolean;
}

const lastReport = "the time of the last report";

/** Reads the last report of this monitor, if the configuration depends on it. What cannot be read costs a warning. */
export async function readLastReport(
  own: Config,
  ownPipeline: OwnPipeline | { unknown: string } | undefined,
  context: Context,
): Promise<LastReport> {
  const { sinceLastReport } = own;
  const remembers = own.alerts.remindSeconds !== undefined;
  const none = { windowOf: () => lastHour, memories: new Map(), skipped: [], isUnknown: false };
  if (ownPipeline === undefined) return none;
  const name = sinceLastReport ? lastReport : whatWasReported;
  const reports = await attempt(name, context, () =>
    withinBudget(context, (signal) => {
      if ("unknown" in ownPipeline) throw new Error(ownPipeline.unknown);
      return readReports(ownPipeline, signal);
    }),
  );
  if (reports === undefined) {
    if (sinceLastReport) context.agent.print("Checking the last hour instead.");
    if (remembers) context.agent.print(everything);
    return { ...none, skipped: [name], isUnknown: sinceLastReport };
  }
  const memories =
    remembers && !("unknown" in ownPipeline)
      ? await readKnown(ownPipeline, reports, context)
      : new Map<string, never>();
  return {
    windowOf: (config) =>
      sinceLastReport ? (now) => windowSince(reports, now, nameOf(config, own, reports)) : lastHour,
    memories: memories ?? new Map(),
    skipped: memories === undefined ? [whatWasReported] : [],
    isUnknown: false,
  };
}

const everything = "Reporting everything, even if an earlier message has reported it.";

/** Returns what tags call a project that could not be read. */
function nameOf(config: Config, own: Config, { unread }: Reports): string {
  return config !== own && unread.includes(allOthers) ? allOthers : projectFingerprint(config);
}

async function readKnown(
  ownPipeline: OwnPipeline,
  { lastId }: Reports,
  context: Context,
): Promise<Memories | undefined> {
  const memories = await attempt(whatWasReported, context, async () => {
    const { readMemories } = await import("./alerts.js");
    return withinBudget(context, (signal) => readMemories(ownPipeline, lastId, signal));
  });
  if (memories === undefined) context.agent.print(everything);
  return memories;
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
  const after = (prefix: string) =>
    (last?.tags ?? []).flatMap((one) =>
      typeof one === "string" && one.startsWith(prefix) ? [one.slice(prefix.length)] : [],
    );
  return {
    lastId: last?.id,
    lastStart: last?.startTime,
    ownStart: own.startTime,
    seenDigests: after(seenTag(tag, "")),
    wasPartial: last !== undefined && !last.tags.includes(wholeTag(tag)),
    unread: after(unreadTag(tag, "")),
  };
}

/**
 * Returns the window since this monitor's last report on a project, at a time in milliseconds since 1970. If that
 * report could not read the project, the window is as after a first report that could not check everything.
 */
export function windowSince(reports: Omit<Reports, "lastId">, now: number, project = ""): Window {
  return reports.unread.includes(project)
    ? sinceLast(now, { lastStart: undefined, ownStart: reports.ownStart, wasPartial: true })
    : sinceLast(now, reports);
}

import type { AlertsPart } from "../alerts";
import { projectFingerprint } from "../alerts/fingerprint";
import type { Memories } from "../alerts/memory-form";
import { allOthers, type OwnPipeline, type Reports, readReports, windowSince } from "../checks/last-report";
import { attempt, type CheckParts, withinBudget } from "../checks/optional-check";
import type { Config } from "../config/parse";
import { lastHour, type ReportWindow } from "../issue/window";
import { whatWasReported } from "./check-project";

/** What the monitor's last report says. */
export interface LastReport {
  /** Returns the window of a project, as a function of the time in milliseconds since 1970. */
  windowOf(config: Config): (now: number) => ReportWindow;
  /** What it knew of each project. */
  memories: Memories;
  /** Names what could not be read. */
  skipped: readonly string[];
  /** Whether it is unknown when the last report was, although the window depends on it. */
  isUnknown: boolean;
}

const lastReport = "the time of the last report";

/** Reads the last report of this monitor, if the configuration depends on it. What cannot be read costs a warning. */
export async function findLastReport(
  own: Config,
  ownPipeline: OwnPipeline | { unknown: string } | undefined,
  alertsPart: AlertsPart | undefined,
  parts: CheckParts,
): Promise<LastReport> {
  const { optional, alerts } = own;
  const { agent } = parts;
  const always: LastReport = {
    windowOf: () => lastHour,
    memories: new Map(),
    skipped: [],
    isUnknown: false,
  };
  if (ownPipeline === undefined) return always;
  const { sinceLastReport } = optional;
  const reports = await attempt(sinceLastReport ? lastReport : whatWasReported, parts, () =>
    withinBudget(parts, (signal) => {
      if ("unknown" in ownPipeline) throw new Error(ownPipeline.unknown);
      return readReports(ownPipeline, signal);
    }),
  );
  if (reports === undefined) {
    if (sinceLastReport) agent.print("Checking the last hour instead.");
    if (alerts.remindSeconds !== undefined)
      agent.print("Reporting everything, even if an earlier message has reported it.");
    return {
      ...always,
      skipped: [sinceLastReport ? lastReport : whatWasReported],
      isUnknown: sinceLastReport,
    };
  }
  const memories =
    alertsPart === undefined || alerts.remindSeconds === undefined || "unknown" in ownPipeline
      ? new Map()
      : await readWhatWasReported(ownPipeline, reports, alertsPart, parts);
  return {
    windowOf: (config) =>
      sinceLastReport ? (now) => windowSince(reports, now, nameOf(config, own, reports)) : lastHour,
    memories: memories ?? new Map(),
    skipped: memories === undefined ? [whatWasReported] : [],
    isUnknown: false,
  };
}

/** Returns what tags call a project that could not be read. */
function nameOf(config: Config, own: Config, { unread }: Reports): string {
  return config !== own && unread.includes(allOthers) ? allOthers : projectFingerprint(config);
}

async function readWhatWasReported(
  ownPipeline: OwnPipeline,
  { lastId }: Reports,
  { readMemories }: AlertsPart,
  parts: CheckParts,
): Promise<Memories | undefined> {
  const memories = await attempt(whatWasReported, parts, () =>
    withinBudget(parts, (signal) => readMemories(ownPipeline, lastId, signal)),
  );
  if (memories === undefined)
    parts.agent.print("Reporting everything, even if an earlier message has reported it.");
  return memories;
}

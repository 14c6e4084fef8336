import type { StepResult } from "../sandbox/agent";
import { hourSeconds } from "./alerts-config";
import type { AlertsScript, MonitoredHour, ProjectName } from "./alerts-script";

/** One run of the monitor's pipeline, as it ended. */
export interface EndedStep {
  hour: MonitoredHour;
  /** When its run starts, and when its window ends, in seconds since 1970. */
  start: number;
  now: number;
  result: StepResult;
  /** The texts that the channel took from this step. */
  texts: string[];
  requests: string[];
}

/** One run of the monitor's pipeline, and what it can know of those before it. */
export interface AlertsStep extends EndedStep {
  /** The reports that it knows of, the oldest first. */
  reports: readonly AlertsStep[];
  /** Whether it leaves nothing to later ones: the service could not say what it has to add to, or nobody wants to know. */
  isUnknown: boolean;
  /** From when on it must know what happened in a project, and which runs were missed, in seconds since 1970. */
  coveredFrom: Readonly<Record<ProjectName, number>>;
  dueFrom: number;
}

export const daySeconds = 24 * hourSeconds;
/** The specification's window: an hour, and an allowance. */
export const windowSeconds = hourSeconds + 30;
/** The monitor looks at no more runs that have its tag. */
const maxTagged = 5;

export function remembers({ notify, window }: AlertsScript): boolean {
  return notify === "changes" || window === "since_last_report";
}

/** Adds to a step what it can know of those before it, the oldest first. */
export function withMemory(step: EndedStep, before: readonly AlertsStep[], script: AlertsScript): AlertsStep {
  const { now, hour } = step;
  const tagged = before.filter(isTagged).slice(-maxTagged);
  const last = tagged.findLast((one) => one.hour.ending !== "unattached");
  const [dayAgo, hourAgo] = [now - daySeconds, now - windowSeconds];
  const all = (from: number) => ({ "Night Shift": Math.max(from, dayAgo), Shop: Math.max(from, dayAgo) });
  if (!remembers(script) || (tagged.length > 0 && hour.memory === "refused"))
    return { ...step, reports: [], isUnknown: true, coveredFrom: all(hourAgo), dueFrom: hourAgo };
  const none = { ...step, reports: [], isUnknown: false };
  if (last === undefined) return { ...none, coveredFrom: all(dayAgo), dueFrom: hourAgo };
  // Only the start of that run is known.
  if (hour.memory === "corrupt")
    return { ...none, coveredFrom: all(last.start), dueFrom: Math.max(last.start, dayAgo) };
  const reports = [...last.reports, last];
  const from = (project: ProjectName) => {
    const listed = reports.findLast((one) => isListed(one, script));
    // A project that is new begins where the reports on the others ended.
    const isNew = !reports.some((one) => isAskedFor(project, one, script));
    return Math.max(dayAgo, isNew && listed !== undefined ? listed.now : last.coveredFrom[project]);
  };
  const coveredFrom = { "Night Shift": from("Night Shift"), Shop: from("Shop") };
  return { ...none, reports, coveredFrom, dueFrom: Math.max(last.dueFrom, dayAgo) };
}

/** A run is tagged if it delivered its report, or had none to deliver. */
function isTagged({ hour, result, texts, isUnknown }: AlertsStep): boolean {
  const isSaved = hour.ending !== "killed" && hour.ending !== "vanished";
  return isSaved && !isUnknown && (result.outputs["delivered"] === "notNeeded" || texts.length > 0);
}

export function isAskedFor(project: ProjectName, { hour }: EndedStep, { watches }: AlertsScript): boolean {
  return project !== "Shop" || watches === "named" || (watches === "all" && hour.list === "fine");
}

export function isRead(project: ProjectName, step: EndedStep, script: AlertsScript): boolean {
  return isAskedFor(project, step, script) && !(project === "Shop" && step.hour.shopIsUnreadable);
}

export function isListed({ hour }: EndedStep, { watches }: AlertsScript): boolean {
  return watches !== "all" || hour.list === "fine" || hour.list === "withoutShop";
}

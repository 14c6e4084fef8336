import { type Monitor, monitorsOf, timeOf } from "../../geometry/monitors";
import type { MonitorStep } from "../../host/monitor-steps";
import { type Clock, momentText } from "../../words/clock";
import { noReport, olderText, unreadText } from "../../words/hub-state";
import { leftOutText } from "../../words/report-words";
import { attachmentsOf, isUnreported, type MonitorAttachments } from "./monitor-steps";
import type { MonitorsRead } from "./read-steps";
import { isSameProject } from "./watchers";

export interface NamedMonitor extends Monitor {
  name: string;
  /** When the report ended that is shown; when it ran last, unless that run's cannot be read. */
  knownAt: number;
}

/** A monitor, what is shown of it, and what could not be read or checked. */
export interface KnownMonitor {
  monitor: NamedMonitor;
  shown: MonitorAttachments;
  gaps(clock: Clock): string[];
}

/** Those of a project; of one that another project has, only what it knows of `watched`. */
export function knownMonitors(
  { monitorRuns, monitorsSince, steps }: MonitorsRead,
  other: { project: string; watched: string } | undefined,
  now: number,
): KnownMonitor[] {
  const monitors = monitorsOf(monitorRuns, now, monitorsSince);
  const all = monitors.map((monitor) => [monitor, attachmentsOf(monitor, monitors, steps)] as const);
  return all.flatMap(([monitor, found]) => {
    const shown = other === undefined ? found : ofProject(found, other.watched);
    if (other !== undefined && shown.reports.length === 0 && shown.nights === undefined) return [];
    const own = nameOf(monitor, monitors, found);
    const name = other === undefined ? own : `${own} in ${other.project}`;
    const knownAt = shown.run === undefined ? monitor.reportedAt : timeOf(shown.run);
    const isLacking = isUnreported(monitor, all, steps);
    return [
      {
        monitor: { ...monitor, name, knownAt },
        shown,
        gaps: (clock) => gapsOf({ monitor, name, shown, isLacking }, clock),
      },
    ];
  });
}

function ofProject(shown: MonitorAttachments, watched: string): MonitorAttachments {
  const nights = shown.nights?.filter((night) => isSameProject(night.name, watched));
  return {
    ...shown,
    reports: shown.reports.filter((report) => isSameProject(report.project, watched)),
    nights: nights?.length === 0 ? undefined : nights,
  };
}

function nameOf(
  { run }: Monitor,
  all: readonly Monitor[],
  { reports: [report] }: MonitorAttachments,
): string {
  const isOnly = all.filter((other) => other.run.pipeline === run.pipeline).length === 1;
  const configuration = report?.configuration.split(",")[0];
  return isOnly || configuration === undefined ? run.pipeline : `${run.pipeline} (${configuration})`;
}

interface GapContent {
  monitor: Monitor;
  name: string;
  shown: MonitorAttachments;
  /** Whether its newest run has nothing of it. */
  isLacking: boolean;
}

function gapsOf({ monitor: { run }, name, shown, isLacking }: GapContent, clock: Clock): string[] {
  const gaps = [
    ...(shown.problem === undefined ? [] : [unreadText(run, shown.problem)]),
    ...shown.newest.flatMap((step) => stepGaps(name, step)),
    ...(isLacking ? [noReport(name)] : []),
  ];
  const [first, ...others] = gaps;
  if (first === undefined || shown.run === undefined || shown.run === run) return gaps;
  return [`${first} ${olderText(momentText(timeOf(shown.run), clock))}`, ...others];
}

function stepGaps(name: string, { reports, problems }: MonitorStep): string[] {
  const cut = reports.map(leftOutText).filter((text) => text !== "");
  const skipped = [...new Set(reports.flatMap(({ skippedChecks }) => skippedChecks))];
  return [
    ...problems.map((problem) => `${name}: ${problem}`),
    ...cut.map((text) => `${name}: ${text}`),
    ...(reports.length === 0 && problems.length === 0 ? [noReport(name)] : []),
    ...(skipped.length === 0 ? [] : [`${name} could not check ${skipped.join(", ")}; see the step's log.`]),
  ];
}

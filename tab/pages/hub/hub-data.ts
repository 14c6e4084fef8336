import type { ReportProblem } from "../../../shared/report/schema";
import { daySeconds } from "../../../shared/text/time";
import { branchKey } from "../../geometry/failing";
import { nightFromRuns, openProblems } from "../../geometry/from-runs";
import { isLate, isOld, isSilent, timeOf } from "../../geometry/monitors";
import type { WatchedProject } from "../../geometry/night";
import { type Claim, wrongNow } from "../../geometry/wrong-now";
import { type Clock, clockOf, momentText } from "../../words/clock";
import { lateProblem } from "../../words/hub-words";
import { leftOutText } from "../../words/report-words";
import type { Reading } from "./read-hub";
import { isSameProject, type KnownMonitor } from "./read-monitors";

export type HubData = ReturnType<typeof hubData>;

/** Everything that the hub shows: the state of a project at a time, by what the service had when it was read. */
export function hubData(
  reading: Reading,
  project: { name: string; url: string },
  { now, timeZone }: { now: number; timeZone: string },
) {
  const { monitors, at, recent, open } = reading;
  const reports = monitors.flatMap((monitor) => monitor.reports);
  // That of the first monitor's configuration. Without a monitor, the reader's own clock is as good as any.
  const clock = clockOf(monitors.length === 0 ? timeZone : reports[0]?.zone, timeZone, now);
  const present = (problem: ReportProblem): Claim => ({ ...problem, knownAt: at, isOld: false });
  const told = [
    ...monitors
      .filter((monitor) => isLate(monitor, now))
      .map((monitor) => present(lateProblem(monitor, project.name, clock))),
    ...monitors.flatMap((monitor) => claimsOf(monitor, now)),
  ];
  const isReported = reports.length > 0;
  const problems = wrongNow(told, project.name, knownRuns(reading, project.name), isReported);
  if (open !== undefined && !isReported)
    problems.push(
      ...openProblems(recent.runs, open.unfinished.runs, open.waits, project.name, at).map(present),
    );
  const watched = monitors.flatMap((monitor) => watchedBy(monitor, problems, timeZone, now));
  const listed = watched.length > 0 || open === undefined ? undefined : recent;
  if (listed !== undefined) {
    const night = nightFromRuns(listed, project, at, clock.zone);
    if (night.pipelines.length > 0)
      watched.push({ monitor: "", zone: clock.zone, night, problems, isSilent: false });
  }
  // In place of a journal, a list that was cut has a note of its own.
  const isNoted = open !== undefined && reading.recentSince <= at - daySeconds && recent.runs.length > 0;
  return {
    clock,
    /** When the service was read, in seconds since 1970. */
    readAt: at,
    /** Equal if the rows are the same, but for the present hour: nobody can change what a run has attached. */
    version: JSON.stringify([
      monitors.map((one) => [one.run.id, one.knownAt, isSilent(one, now), one.nights?.length]),
      problems.map(({ key, last, count, state }) => [key, last, count, state.kind]),
      open === undefined ? [] : recent.runs.map(({ id }) => id),
    ]),
    monitors,
    /** The present problems, the most important first. */
    problems,
    watched,
    /** Sentences on what could not be read or checked. */
    gaps: [
      ...monitors.flatMap((monitor) => gapsOf(monitor, clock)),
      ...[reading.last.gap, isNoted ? undefined : recent.gap, open?.unfinished.gap].flatMap(
        (gap) => gap ?? [],
      ),
    ],
    /** The rows of features of the monitors. */
    rows: reports.flatMap(({ rows }) => rows),
    /** The monitors whose steps attach none, and so have no hours. */
    withoutJournal: monitors.flatMap(({ name, nights, steps }) =>
      nights === undefined && steps.some((step) => step.reports.length > 0 && step.problems.length === 0)
        ? [name]
        : [],
    ),
    /** The runs that were read in place of a journal: of the last 24 hours, the last one first. */
    listed,
  };
}

/** A report says what was wrong when it ended. */
function claimsOf({ periodSeconds, reports }: KnownMonitor, now: number): Claim[] {
  return reports.flatMap(({ problems, to }) =>
    problems.map((problem) => ({ ...problem, knownAt: to, isOld: isOld(now - to, periodSeconds) })),
  );
}

function knownRuns({ at, last, recent, recentSince, monitors }: Reading, project: string) {
  const out = new Map<string, boolean>();
  for (const { name, pipelines } of monitors.flatMap(({ nights = [] }) => nights))
    if (isSameProject(name, project))
      for (const { definitionId = 0, branches } of pipelines)
        for (const { branch, isOut } of branches) {
          const key = branchKey({ definitionId, branch });
          out.set(key, isOut && out.get(key) !== false);
        }
  return {
    runs: [...new Map([...last.runs, ...recent.runs].map((run) => [run.id, run])).values()],
    readAt: at,
    knownSince: recent.isCut ? Number.POSITIVE_INFINITY : recentSince,
    isExcluded: (branch: string) => out.get(branch) === true,
  };
}

function watchedBy(
  monitor: KnownMonitor,
  problems: readonly Claim[],
  timeZone: string,
  now: number,
): WatchedProject[] {
  const { zone } = clockOf(monitor.reports[0]?.zone, timeZone, now);
  return (monitor.nights ?? []).map((night) => ({
    monitor: monitor.name,
    zone,
    night,
    isSilent: isSilent(monitor, now),
    problems: problems.filter((one) => isSameProject(one.project, night.name)),
  }));
}

/** Sentences on what could not be read or checked. */
function gapsOf(monitor: KnownMonitor, clock: Clock): string[] {
  const { name, run, reportRun, steps, problem, isLacking } = monitor;
  const noReport = `${name} has no report on its last run.`;
  const [first, ...others] = [
    ...(problem === undefined
      ? []
      : [`The report of ${run.pipeline} ${run.number} could not be read: ${problem}`]),
    ...steps.flatMap(({ reports, problems }) => {
      const cut = reports.map(leftOutText).filter((text) => text !== "");
      const skipped = [...new Set(reports.flatMap(({ skippedChecks }) => skippedChecks))].join(", ");
      return [
        ...[...problems, ...cut].map((text) => `${name}: ${text}`),
        ...(reports.length + problems.length === 0 ? [noReport] : []),
        ...(skipped === "" ? [] : [`${name} could not check ${skipped}; see the step's log.`]),
      ];
    }),
    ...(isLacking ? [noReport] : []),
  ];
  if (first === undefined) return [];
  const isOlder = reportRun !== undefined && reportRun !== run;
  const older = isOlder ? ` The one of ${momentText(timeOf(reportRun), clock)} is shown.` : "";
  return [`${first}${older}`, ...others];
}

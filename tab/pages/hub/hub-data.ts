import { daySeconds } from "../../../shared/text/time";
import { branchKey } from "../../geometry/failing";
import { type Listed, nightFromRuns, openProblems } from "../../geometry/from-runs";
import { isOld, type Monitor, monitorsOf, timeOf } from "../../geometry/monitors";
import type { Watched } from "../../geometry/night";
import { type Claim, type KnownRuns, wrongNow } from "../../geometry/wrong-now";
import type { MonitorStep } from "../../host/monitor-steps";
import type { RunList } from "../../host/run-lists";
import { type Clock, clockOf, momentText } from "../../words/clock";
import { cutListText, noReport, olderText, unreadText } from "../../words/hub-state";
import { lateProblem } from "../../words/hub-words";
import { leftOutText } from "../../words/report-words";
import { isUnreported, type Shown, shownOf } from "./monitor-steps";
import type { Reading } from "./read-hub";

/** Everything that the hub shows. */
export interface HubData {
  /** That of the first monitor's configuration. */
  clock: Clock;
  /** When the service was read, in seconds since 1970. */
  readAt: number;
  /** Equal if the rows are the same, but for the present hour. */
  version: string;
  monitors: readonly NamedMonitor[];
  /** What is wrong now, the most important first. */
  problems: readonly Claim[];
  watched: readonly Watched[];
  /** What could not be read or checked. */
  gaps: readonly string[];
  /** The monitors whose steps attach none, and so have no hours. */
  withoutJournal: readonly string[];
  /** Read in place of a journal: the last 24 hours. */
  listed: { count: number; since: number | undefined; isCut: boolean } | undefined;
}

export interface NamedMonitor extends Monitor {
  name: string;
  /** When the report began that is shown; that of its newest run, unless that cannot be read. */
  knownAt: number;
}

interface Known {
  monitor: NamedMonitor;
  shown: Shown;
}

/** Of a project at a time, by what the service had when it was read. */
export function hubData(
  reading: Reading,
  project: { name: string; url: string },
  { now, timeZone }: { now: number; timeZone: string },
): HubData {
  const monitors = monitorsOf(reading.monitorRuns, now, reading.monitorsSince);
  const all = monitors.map((monitor) => [monitor, shownOf(monitor, monitors, reading.steps)] as const);
  const known = all.map(([monitor, shown]): Known => {
    const knownAt = shown.run === undefined ? monitor.reportedAt : timeOf(shown.run);
    return { monitor: { ...monitor, name: nameOf(monitor, monitors, shown), knownAt }, shown };
  });
  // Without a monitor, the reader's own clock is as good as any.
  const configured = monitors.length === 0 ? timeZone : known.flatMap(({ shown }) => shown.reports)[0]?.zone;
  const clock = clockOf(configured, timeZone, now);
  const isReported = known.some(({ shown }) => shown.reports.length > 0);
  const listed = listedIn(reading);
  const told = [
    ...known
      .filter(({ monitor }) => monitor.isLate)
      .map(({ monitor }) => lateClaim(monitor, project.name, reading.at)),
    ...known.flatMap((one) => claimsOf(one, now)),
  ];
  const claims = wrongNow(told, project.name, knownRuns(reading, known, project.name), { isReported });
  const open =
    listed === undefined || isReported
      ? []
      : openProblems(listed, project.name, reading.at).map((one) => ({
          ...one,
          knownAt: reading.at,
          isOld: false,
        }));
  const problems = [...claims, ...open];
  const watched = known.flatMap((one) => watchedBy(one, problems, timeZone, now));
  const gaps = [
    ...all.flatMap(([monitor], index) => gapsOf(monitor, known[index], all, reading, clock)),
    ...listGaps(reading),
  ];
  const facts = {
    ...{ clock, readAt: reading.at, version: versionOf(known, problems, listed) },
    ...{ monitors: known.map(({ monitor }) => monitor), problems, gaps },
  };
  const withoutJournal = known.flatMap(({ monitor, shown }) =>
    shown.nights === undefined &&
    shown.newest.some(({ problems: unread, reports }) => reports.length > 0 && unread.length === 0)
      ? [monitor.name]
      : [],
  );
  if (watched.length > 0 || listed === undefined)
    return { ...facts, watched, withoutJournal, listed: undefined };
  const night = nightFromRuns(listed, project.name, project.url, reading.at, clock.zone);
  const own = { monitor: "", zone: clock.zone, night, problems, isSilent: false };
  return {
    ...{ ...facts, withoutJournal, watched: night.pipelines.length === 0 ? [] : [own] },
    listed: { count: listed.runs.length, since: listed.runs.at(-1)?.finishTime, isCut: listed.isCut },
  };
}

/** Nobody can change what a run has attached. */
function versionOf(known: readonly Known[], problems: readonly Claim[], listed: Listed | undefined): string {
  return JSON.stringify([
    known.map(({ monitor, shown }) => [
      monitor.run.id,
      monitor.knownAt,
      monitor.isSilent,
      shown.nights?.length,
    ]),
    problems.map(({ key, last, count, state }) => [key, last, count, state.kind]),
    listed?.runs.map(({ id }) => id),
  ]);
}

/** What the lists show in place of a journal. */
function listedIn({ open, recent }: Reading): Listed | undefined {
  if (open === undefined) return undefined;
  const { runs, isCut }: RunList = typeof recent === "string" ? { runs: [], isCut: true } : recent;
  return { runs, isCut, unfinished: open.unfinished.runs, waits: open.waits };
}

function lateClaim(monitor: NamedMonitor, project: string, readAt: number): Claim {
  return { ...lateProblem(monitor, project), knownAt: readAt, isOld: false };
}

/** A report says what was wrong when it ended. */
function claimsOf({ monitor: { periodSeconds }, shown }: Known, now: number): Claim[] {
  return shown.reports.flatMap(({ problems, to }) =>
    problems.map((problem) => ({ ...problem, knownAt: to, isOld: isOld(now - to, periodSeconds) })),
  );
}

function knownRuns(
  { at, last, recent, recentSince }: Reading,
  known: readonly Known[],
  project: string,
): KnownRuns {
  const lists = [last, recent].flatMap((list) => (typeof list === "string" ? [] : list.runs));
  const isAll = typeof recent !== "string" && !recent.isCut;
  const out = new Map<string, boolean>();
  for (const { name, pipelines } of known.flatMap(({ shown }) => shown.nights ?? []))
    if (name.toLowerCase() === project.toLowerCase())
      for (const { definitionId = 0, branches } of pipelines)
        for (const { branch, isOut } of branches) {
          const key = branchKey({ definitionId, branch });
          out.set(key, isOut && out.get(key) !== false);
        }
  return {
    ...{ runs: [...new Map(lists.map((run) => [run.id, run])).values()], readAt: at },
    knownSince: isAll ? recentSince : Number.POSITIVE_INFINITY,
    isExcluded: (branch) => out.get(branch) === true,
  };
}

function watchedBy(
  { monitor, shown }: Known,
  problems: readonly Claim[],
  timeZone: string,
  now: number,
): Watched[] {
  const { zone } = clockOf(shown.reports[0]?.zone, timeZone, now);
  return (shown.nights ?? []).map((night) => ({
    ...{ monitor: monitor.name, zone, night, isSilent: monitor.isSilent },
    problems: problems.filter((one) => one.project.toLowerCase() === night.name.toLowerCase()),
  }));
}

function nameOf({ run }: Monitor, all: readonly Monitor[], { reports: [report] }: Shown): string {
  const isOnly = all.filter((other) => other.run.pipeline === run.pipeline).length === 1;
  const configuration = report?.configuration.split(",")[0];
  return isOnly || configuration === undefined ? run.pipeline : `${run.pipeline} (${configuration})`;
}

function gapsOf(
  monitor: Monitor,
  known: Known | undefined,
  all: readonly (readonly [Monitor, Shown])[],
  { steps }: Reading,
  clock: Clock,
): string[] {
  if (known === undefined) return [];
  const { shown } = known;
  const { name, run } = known.monitor;
  const older =
    shown.run === undefined || shown.run === run ? "" : olderText(momentText(timeOf(shown.run), clock));
  const problems = [
    ...(shown.problem === undefined ? [] : [unreadText(run, shown.problem)]),
    ...shown.newest.flatMap((step) => stepGaps(name, step)),
    ...(isUnreported(monitor, all, steps) ? [noReport(name)] : []),
  ];
  return older === "" || problems.length === 0
    ? problems
    : problems.map((problem, index) => (index === 0 ? `${problem} ${older}` : problem));
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

function listGaps({ last, recent, recentSince, at, open }: Reading): string[] {
  const isDay = open !== undefined && recentSince <= at - daySeconds;
  return [
    ...(typeof last === "string"
      ? [`The list of last runs could not be read: ${last}`]
      : last.isCut
        ? [cutListText(last.runs.length)]
        : []),
    ...(typeof recent === "string" ? [`The list of runs could not be read: ${recent}`] : []),
    // In place of a journal, it has a note of its own.
    ...(typeof recent !== "string" && recent.isCut && !isDay ? [cutListText(recent.runs.length)] : []),
    ...(open?.unfinished.isCut === true ? [cutListText(open.unfinished.runs.length)] : []),
  ];
}

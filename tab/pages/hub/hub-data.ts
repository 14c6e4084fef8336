import type { MonitorReport } from "../../../shared/report/schema";
import { daySeconds } from "../../../shared/text/time";
import { branchKey } from "../../geometry/failing";
import { type ListedProject, nightFromRuns, openProblems } from "../../geometry/from-runs";
import { isOld } from "../../geometry/monitors";
import type { WatchedProject } from "../../geometry/night";
import { usualBranch } from "../../geometry/usual-branch";
import { type Claim, type KnownRuns, wrongNow } from "../../geometry/wrong-now";
import type { RunList } from "../../host/run-lists";
import { type Clock, clockOf } from "../../words/clock";
import { cutListText } from "../../words/hub-state";
import { lateProblem } from "../../words/hub-words";
import { type KnownMonitor, knownMonitors, type NamedMonitor } from "./known-monitors";
import type { Reading } from "./read-hub";
import { isSameProject } from "./watchers";

/** Everything that the hub shows. */
export interface HubData {
  /** That of the first monitor's configuration. */
  clock: Clock;
  /** When the service was read, in seconds since 1970. */
  readAt: number;
  /** Equal if the rows are the same, but for the present hour. */
  version: string;
  monitors: readonly NamedMonitor[];
  /** The present problems, the most important first. */
  problems: readonly Claim[];
  watched: readonly WatchedProject[];
  /** Sentences on what could not be read or checked. */
  gaps: readonly string[];
  /** The rows of features of the monitors. */
  rows: MonitorReport["rows"];
  /** The monitors whose steps attach none, and so have no hours. */
  withoutJournal: readonly string[];
  /** Read in place of a journal: the last 24 hours. */
  listed:
    | { count: number; since: number | undefined; isCut: boolean; branch: string | undefined }
    | undefined;
}

/** The state of a project at a time, by what the service had when it was read. */
export function hubData(
  reading: Reading,
  project: { name: string; url: string },
  { now, timeZone }: { now: number; timeZone: string },
): HubData {
  const known = [
    ...knownMonitors(reading, undefined, now),
    ...reading.watchers.flatMap((one) =>
      knownMonitors(one, { project: one.project, watched: project.name }, now),
    ),
  ];
  // Without a monitor, the reader's own clock is as good as any.
  const configured = known.length === 0 ? timeZone : known.flatMap(({ shown }) => shown.reports)[0]?.zone;
  const clock = clockOf(configured, timeZone, now);
  const isReported = known.some(({ shown }) => shown.reports.length > 0);
  const listed = listedIn(reading);
  const told = [
    ...known
      .filter(({ monitor }) => monitor.isLate)
      .map(({ monitor }) => lateClaim(monitor, project.name, reading.at, clock)),
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
  const gaps = [...known.flatMap((one) => one.gaps(clock)), ...listGaps(reading)];
  const facts = {
    clock,
    readAt: reading.at,
    version: versionOf(known, problems, listed),
    monitors: known.map(({ monitor }) => monitor),
    problems,
    gaps,
    rows: known.flatMap(({ shown }) => shown.reports).flatMap(({ rows }) => rows),
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
    ...facts,
    withoutJournal,
    watched: night.pipelines.length === 0 ? [] : [own],
    listed: {
      count: listed.runs.length,
      since: listed.runs.at(-1)?.finishTime,
      isCut: listed.isCut,
      branch: usualBranch(listed.runs),
    },
  };
}

/** Nobody can change what a run has attached. */
function versionOf(
  known: readonly KnownMonitor[],
  problems: readonly Claim[],
  listed: ListedProject | undefined,
): string {
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

/** The lists that stand in for a journal; undefined if there is one. */
function listedIn({ open, recent }: Reading): ListedProject | undefined {
  if (open === undefined) return undefined;
  const { runs, isCut }: RunList = typeof recent === "string" ? { runs: [], isCut: true } : recent;
  return { runs, isCut, unfinished: open.unfinished.runs, waits: open.waits };
}

function lateClaim(monitor: NamedMonitor, project: string, readAt: number, clock: Clock): Claim {
  return { ...lateProblem(monitor, project, clock), knownAt: readAt, isOld: false };
}

/** A report says what was wrong when it ended. */
function claimsOf({ monitor: { periodSeconds }, shown }: KnownMonitor, now: number): Claim[] {
  return shown.reports.flatMap(({ problems, to }) =>
    problems.map((problem) => ({ ...problem, knownAt: to, isOld: isOld(now - to, periodSeconds) })),
  );
}

function knownRuns(
  { at, last, recent, recentSince }: Reading,
  known: readonly KnownMonitor[],
  project: string,
): KnownRuns {
  const lists = [last, recent].flatMap((list) => (typeof list === "string" ? [] : list.runs));
  const isAll = typeof recent !== "string" && !recent.isCut;
  const out = new Map<string, boolean>();
  for (const { name, pipelines } of known.flatMap(({ shown }) => shown.nights ?? []))
    if (isSameProject(name, project))
      for (const { definitionId = 0, branches } of pipelines)
        for (const { branch, isOut } of branches) {
          const key = branchKey({ definitionId, branch });
          out.set(key, isOut && out.get(key) !== false);
        }
  return {
    runs: [...new Map(lists.map((run) => [run.id, run])).values()],
    readAt: at,
    knownSince: isAll ? recentSince : Number.POSITIVE_INFINITY,
    isExcluded: (branch) => out.get(branch) === true,
  };
}

function watchedBy(
  { monitor, shown }: KnownMonitor,
  problems: readonly Claim[],
  timeZone: string,
  now: number,
): WatchedProject[] {
  const { zone } = clockOf(shown.reports[0]?.zone, timeZone, now);
  return (shown.nights ?? []).map((night) => ({
    monitor: monitor.name,
    zone,
    night,
    isSilent: monitor.isSilent,
    problems: problems.filter((one) => isSameProject(one.project, night.name)),
  }));
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

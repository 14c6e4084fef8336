import { groupBy } from "../../../shared/group-by";
import type { ReportProblem } from "../../../shared/report/schema";
import { endedProblems, eveningBefore } from "../../geometry/ended";
import { branchKey } from "../../geometry/failing";
import { nightFromRuns, openProblems } from "../../geometry/from-runs";
import { dayOf } from "../../geometry/grid";
import { isLate, isOld, isSilent, timeOf } from "../../geometry/monitors";
import type { WatchedProject } from "../../geometry/night";
import { shortBranch } from "../../geometry/project-run";
import { habitsOf, weeksOf } from "../../geometry/weeks";
import { type Claim, runOf, wrongNow } from "../../geometry/wrong-now";
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
  const { monitors, at, open, known } = reading;
  const recent = recentRuns(reading);
  const reports = monitors.flatMap((monitor) => monitor.reports);
  // That of the first monitor's configuration. Without a monitor, the reader's own clock is as good as any.
  const clock = clockOf(monitors.length === 0 ? timeZone : reports[0]?.zone, timeZone, now);
  const renamed = renamer(reading);
  const present = (problem: ReportProblem): Claim => ({ ...problem, knownAt: at, isOld: false });
  const told = [
    ...monitors
      .filter((monitor) => isLate(monitor, at))
      .map((monitor) => present(lateProblem(monitor, project.name, clock))),
    ...monitors
      .flatMap((monitor) => claimsOf(monitor, reading))
      .map((claim) => (isSameProject(claim.project, project.name) ? renamed(claim) : claim)),
  ];
  const isReported = reports.length > 0;
  const problems = wrongNow(told, project.name, knownRuns(reading, project.name), isReported);
  if (open !== undefined && !isReported)
    problems.push(
      ...openProblems(recent.runs, open.unfinished.runs, open.waits, project.name, at).map(present),
    );
  const watched = monitors.flatMap((monitor) =>
    watchedBy(monitor, problems, timeZone, at).map(({ night, ...one }) => ({
      ...one,
      night: isSameProject(night.name, project.name)
        ? { ...night, pipelines: night.pipelines.map(renamed) }
        : night,
    })),
  );
  const listed = watched.length > 0 || open === undefined ? undefined : recent;
  if (listed !== undefined) {
    const night = nightFromRuns(listed, project, at, clock.zone);
    if (night.pipelines.length > 0)
      watched.push({ monitor: "", zone: clock.zone, night, problems, isSilent: false });
  }
  const nights = listed === undefined ? watched.map(({ night }) => night) : [];
  return {
    clock,
    ended: endedProblems([...known.runs.values()], known.ended, eveningBefore(at, clock.zone)),
    habits: habitsOf(nights, dayOf(now, clock.zone)),
    weeks: weeksOf(nights, dayOf(now, clock.zone)),
    /** When the service was read, in seconds since 1970. */
    readAt: at,
    /** Equal if the rows are the same, but for the present hour: nobody can change what a run has attached. */
    version: JSON.stringify([
      monitors.map((one) => [one.run.id, one.knownAt, isSilent(one, at), one.nights?.length]),
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
      ...known.gaps,
      ...[open?.unfinished.gap].flatMap((gap) => gap ?? []),
    ],
    /** Sentences on runs that carry a monitor's tag and are not believed, and on runs that wait for a person. */
    remarks: [...remarksOf(reading, clock), ...waitsOf(reading, problems, clock)],
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

/** A report says what was wrong when it ended. The monitor's journal knows the ids of pipelines. */
function claimsOf({ periodSeconds, reports, nights = [] }: KnownMonitor, { at, known }: Reading): Claim[] {
  const ids = new Map(
    nights.flatMap(({ name, pipelines }) =>
      pipelines.map(
        ({ pipeline, definitionId }) => [JSON.stringify([name, pipeline]), definitionId] as const,
      ),
    ),
  );
  return reports.flatMap(({ problems, to }) =>
    problems.map((problem) => ({
      ...problem,
      definitionId:
        ids.get(JSON.stringify([problem.project, problem.pipeline])) ??
        runOf(problem, known.runs)?.definitionId,
      knownAt: to,
      isOld: isOld(at - to, periodSeconds),
    })),
  );
}

/**
 * Gives a pipeline its present name: a report or a journal may be older than the last time that it was renamed. A name with its
 * folder is kept.
 */
function renamer({ known }: Reading) {
  const ordered = [...known.runs.values()].toSorted((one, other) => one.id - other.id);
  const names = new Map(ordered.map(({ definitionId, pipeline }) => [definitionId, pipeline]));
  return <One extends { pipeline?: string | undefined; definitionId?: number | undefined }>(
    one: One,
  ): One => {
    const { pipeline = "", definitionId = 0 } = one;
    const name = names.get(definitionId) ?? "";
    return name === "" || pipeline.endsWith(`\\${name}`) ? one : { ...one, pipeline: name };
  };
}

/** Those since a time, the last one first; `isCut` if earlier ones are missing. */
function recentRuns({ known, recentSince }: Reading) {
  const runs = [...known.runs.values()]
    .filter(({ finishTime = 0 }) => finishTime >= Math.max(recentSince, known.since))
    .sort((one, other) => (other.finishTime ?? 0) - (one.finishTime ?? 0) || other.id - one.id);
  return { runs, isCut: known.since > recentSince };
}

function knownRuns({ at, known, monitors }: Reading, project: string) {
  const out = new Map<string, boolean>();
  for (const { name, pipelines } of monitors.flatMap(({ nights = [] }) => nights))
    if (isSameProject(name, project))
      for (const { definitionId = 0, branches } of pipelines)
        for (const { branch, isOut } of branches) {
          const key = branchKey({ definitionId, branch });
          out.set(key, isOut && out.get(key) !== false);
        }
  return {
    runs: [...known.runs.values()],
    readAt: at,
    failuresSince: known.failuresSince,
    isExcluded: (branch: string) => out.get(branch) === true,
  };
}

function watchedBy(
  monitor: KnownMonitor,
  problems: readonly Claim[],
  timeZone: string,
  at: number,
): WatchedProject[] {
  const { zone } = clockOf(monitor.reports[0]?.zone, timeZone, at);
  return (monitor.nights ?? []).map((night) => ({
    monitor: monitor.name,
    zone,
    night,
    isSilent: isSilent(monitor, at),
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

/** One for each run that waits for a person, unless that is a problem. */
function waitsOf({ open }: Reading, problems: readonly Claim[], clock: Clock): string[] {
  return (open?.unfinished.runs ?? []).flatMap((run) => {
    const wait = open?.waits.get(run.id);
    if (wait === undefined || problems.some(({ runUrl }) => runUrl === run.url)) return [];
    const since = wait.since === undefined ? "" : ` since ${momentText(wait.since, clock)}`;
    return [`${run.pipeline} ${run.number} ${wait.what}${since}.`];
  });
}

/** One for each branch whose runs do not speak for a monitor. */
function remarksOf({ untrusted, listed }: Reading, clock: Clock): string[] {
  const branches = groupBy(untrusted, branchKey);
  return [...branches.values()].flatMap(([run]) => {
    if (run === undefined) return [];
    const speaking = listed.runs.find(
      (one) => one.definitionId === run.definitionId && !untrusted.includes(one),
    );
    const only = speaking === undefined ? "its default branch" : shortBranch(speaking.branch);
    return [
      `${run.pipeline} also ran on ${shortBranch(run.branch)}, at ${momentText(timeOf(run), clock)}. What it reported there is ` +
        `not shown: only runs on ${only} speak for the monitor.`,
    ];
  });
}

import { groupBy } from "../../../shared/group-by";
import type { Project } from "../../../shared/project";
import type { Subject } from "../../../shared/subject";
import { dayOf } from "../../../shared/text/zone";
import { endedProblems, eveningBefore } from "../../geometry/ended";
import { branchKey, lastFirst } from "../../geometry/failing";
import { nightFromRuns, openProblems } from "../../geometry/from-runs";
import { isLate, isOld, isSilent } from "../../geometry/monitors";
import { type NameIn, namesIn } from "../../geometry/names";
import type { WatchedProject } from "../../geometry/night";
import { type Problem, problemIn } from "../../geometry/problem";
import { projectIn } from "../../geometry/project";
import { habitsOf, weeksOf } from "../../geometry/weeks";
import { type Claim, wrongNow } from "../../geometry/wrong-now";
import { clockOf } from "../../words/clock";
import { lateProblem } from "../../words/hub-words";
import type { Reading } from "./read-hub";
import { type KnownMonitor, type NamedMonitor, pipelinesOf, projectOfReport } from "./read-monitors";
import { gapsOf, remarksOf, waitsOf } from "./remarks";

export type HubData = ReturnType<typeof hubData>;

/** Everything that the hub shows: the state of a project at a time, by what the service had when it was read. */
export function hubData(
  reading: Reading,
  project: Project & { url: string },
  { now, timeZone }: { now: number; timeZone: string },
) {
  const { at, open, known } = reading;
  const recent = recentRuns(reading);
  const { clock, monitors, reports, claims } = claimsNow(reading, project, { now, timeZone });
  const over = endedProblems([...known.runs.values()], known.ended, eveningBefore(at, clock.zone)).map(
    (problem) => ({ ...problem, project }),
  );
  const nameIn = namesOf(reading, [...claims, ...over], project);
  const named = <Shown extends Subject & { project: Project }>(shown: Shown) => ({
    ...shown,
    name: nameIn(shown.project, shown),
  });
  const problems = claims.map(named);
  const watched = monitors.flatMap((monitor) =>
    watchedBy(monitor, project, problems, { timeZone, at, nameIn }),
  );
  const listed = watched.length > 0 || open === undefined ? undefined : recent;
  const nameOf = (subject: Subject) => nameIn(project, subject);
  if (listed !== undefined) {
    const night = nightFromRuns(listed, project, at, clock.zone);
    if (night.pipelines.length > 0)
      watched.push({ monitor: "", zone: clock.zone, night, problems, nameOf, isSilent: false });
  }
  const nights = listed === undefined ? watched.map(({ night }) => night) : [];
  return {
    clock,
    ended: over.map(named),
    habits: habitsOf(nights, dayOf(now, clock.zone)).map(named),
    weeks: weeksOf(nights, dayOf(now, clock.zone)),
    /** When the service was read, in seconds since 1970. */
    readAt: at,
    /** Equal if the rows are the same, but for the present hour: nobody can change what a run has attached. */
    version: JSON.stringify([
      monitors.map((each) => [each.run.id, each.knownAt, isSilent(each, at), each.nights?.length]),
      problems.map(({ key, name, last, count, state }) => [key, name, last, count, state.kind]),
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
    remarks: [...remarksOf(reading, nameOf, clock), ...waitsOf(reading, problems, nameOf, clock)],
    /** The rows of features of the monitors. */
    rows: reports.flatMap(({ rows }) => rows),
    /** The monitors whose steps attach none, and so have no hours. */
    withoutJournal: monitors.flatMap(({ name, nights: kept, steps }) =>
      kept === undefined && steps.some((step) => step.reports.length > 0 && step.problems.length === 0)
        ? [name]
        : [],
    ),
    /** The runs that were read in place of a journal: of the last 24 hours, the last one first. */
    listed,
  };
}

/** The present problems, the most important first, and who watches. */
function claimsNow(reading: Reading, project: Project, { now, timeZone }: { now: number; timeZone: string }) {
  const { at, open } = reading;
  const reports = reading.monitors.flatMap((monitor) => monitor.reports);
  // That of the first monitor's configuration. Without a monitor, the reader's own clock is as good as any.
  const clock = clockOf(reading.monitors.length === 0 ? timeZone : reports[0]?.zone, timeZone, now);
  const reported = reading.monitors.flatMap((monitor) => claimsOf(monitor, reading, project));
  const nameIn = namesOf(reading, reported, project);
  const monitors = reading.monitors.map((monitor) =>
    namedMonitor(monitor, reading.monitors, project, nameIn),
  );
  const present = (problem: Problem): Claim => ({ ...problem, knownAt: at, isOld: false });
  const late = monitors
    .filter((monitor) => isLate(monitor, at))
    .map((monitor) => present(lateProblem(monitor, project, clock)));
  const isReported = reports.length > 0;
  const claims = wrongNow([...late, ...reported], project, knownRuns(reading, project), isReported);
  if (open !== undefined && !isReported) {
    const { runs, unfinished } = recentRuns(reading);
    claims.push(...openProblems(runs, unfinished, open.waits, project, at).map(present));
  }
  return { clock, monitors, reports, claims };
}

/** Names what is told, among all pipelines that are known. */
function namesOf(reading: Reading, shown: Parameters<typeof namesIn>[0], project: Project): NameIn {
  return namesIn(
    [...pipelinesOf(reading.known.runs, reading.monitors, project), ...shown],
    [...reading.known.runs.values()],
    project,
  );
}

/** With the configuration where several steps of a pipeline monitor, and the project where that is another one. */
function namedMonitor(
  monitor: KnownMonitor,
  all: readonly KnownMonitor[],
  own: Project,
  nameIn: NameIn,
): NamedMonitor {
  const { run, reports, project } = monitor;
  const { pipeline } = run;
  const isOnly =
    all.filter((other) => other.project?.id === project?.id && other.run.pipeline.id === pipeline.id)
      .length === 1;
  const configuration = isOnly ? undefined : reports[0]?.configuration.split(",")[0];
  const name = [
    nameIn(project ?? own, { pipeline }),
    configuration === undefined ? "" : ` (${configuration})`,
    project === undefined ? "" : ` in ${project.name}`,
  ];
  return { ...monitor, name: name.join("") };
}

/** A report says what was wrong when it ended, which is no later than its run, whatever times it claims. */
function claimsOf(
  { periodSeconds, reports, knownAt: ended }: KnownMonitor,
  reading: Reading,
  own: Project,
): Claim[] {
  const pipelines = pipelinesOf(reading.known.runs, reading.monitors, own);
  const ofProjects = groupBy(pipelines, ({ project }) => project.id);
  const possible = (time: number) => Math.max(0, Math.min(time, ended));
  return reports.flatMap((report) => {
    const [knownAt, project] = [possible(report.to), projectOfReport(report, own)];
    return report.problems.map((problem) => ({
      ...problemIn(problem, project, ofProjects.get(project.id) ?? []),
      since: possible(problem.since),
      last: possible(problem.last),
      knownAt,
      isOld: isOld(reading.at - knownAt, periodSeconds),
    }));
  });
}

/** Those since a time, the last one first; `isCut` if earlier ones are missing. */
function recentRuns({ known, recentSince, open }: Reading) {
  const runs = [...known.runs.values()]
    .filter(({ finishTime = 0 }) => finishTime >= Math.max(recentSince, known.since))
    .sort(lastFirst);
  return { runs, unfinished: open?.unfinished.runs ?? [], isCut: known.since > recentSince };
}

function knownRuns({ at, known, monitors }: Reading, own: Project) {
  const out = new Map<string, boolean>();
  for (const night of monitors.flatMap(({ nights = [] }) => nights))
    if (projectIn(night, own).id === own.id)
      for (const { pipeline, branches } of night.pipelines)
        for (const { branch, isOut } of branches) {
          const key = branchKey({ pipeline, branch });
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
  monitor: NamedMonitor,
  own: Project,
  problems: WatchedProject["problems"],
  { timeZone, at, nameIn }: { timeZone: string; at: number; nameIn: NameIn },
): WatchedProject[] {
  const { zone } = clockOf(monitor.reports[0]?.zone, timeZone, at);
  return (monitor.nights ?? []).map((night) => {
    const project = projectIn(night, own);
    return {
      monitor: monitor.name,
      zone,
      night: { ...night, ...project },
      nameOf: (subject) => nameIn(project, subject),
      isSilent: isSilent(monitor, at),
      problems: problems.filter((problem) => problem.project.id === project.id),
    };
  });
}

import { happeningOf, type Issue, type Note } from "../issue/issue";
import {
  attemptOf,
  type Memory,
  type ProjectMemory,
  projectFingerprint,
  rowOf,
  runLimitsName,
} from "../issue/memory";
import type { ProjectReport, Report } from "../issue/report";
import { endOf, lateSeconds, takenUntil, type Window } from "../issue/window";
import { identityOf, stateKeyOf, timeOf } from "./identity";
import { type LastReport, windowOf } from "./last-report";

/** Returns what the reports on a project have told after this one. `told` holds what its messages said. */
export function memoryAfter(project: ProjectReport, told: ReadonlySet<Issue | Note>): ProjectMemory {
  const { window, known, followed, issues, notes, records } = project;
  const isTold = (one: Issue | Note) => one.silenced !== undefined || told.has(one);
  const untold = [...issues, ...notes].filter((one) => !isTold(one));
  const now = endOf(window);
  const finished = records.flatMap((record) => ("run" in record ? (record.run.finishTime ?? []) : []));
  const until = finished.reduce((end, at) => (at < takenUntil(window) ? Math.max(end, at + 1) : end), now);
  const start = known?.until ?? Math.floor(window.listedSince.getTime() / 1000);
  // A later report has to look again at a stuck run that silence keeps from the message.
  const hidesStuckRuns = issues.some(
    ({ verdict, silenced }) => verdict === "stuck" && silenced !== undefined && silenced.by !== "known",
  );
  const isWhole = untold.length === 0 && project.isWhole && !hidesStuckRuns;
  const times = {
    until: untold.length === 0 ? until : start,
    wholeUntil: isWhole ? now : (known?.wholeUntil ?? start),
  };
  const keptFrom = Math.min(times.until, times.wholeUntil) - lateSeconds;
  const dealtWith = [
    ...(known?.seen ?? []),
    ...issues.filter(isTold).flatMap((issue) => happeningOf(issue) ?? []),
    ...notes.filter(isTold).flatMap(({ run }) => (run === undefined ? [] : [attemptOf(run)])),
  ];
  // The next report begins with these as this one did.
  const untoldIssues = new Set(
    issues.filter((issue) => !isTold(issue)).flatMap((issue) => keyOf(issue) ?? []),
  );
  const untoldEnds = new Set(notes.flatMap((note) => (isTold(note) ? [] : (keyOfEnd(note) ?? []))));
  const isUntold = (key: string) => untoldIssues.has(key) || untoldEnds.has(key);
  return {
    ...times,
    seen: [...new Set(dealtWith)].filter((seen) => timeOf(seen) >= keptFrom),
    problems: [
      ...(followed?.problems ?? []).filter(({ row }) => !isUntold(row)),
      // Something else may have been told since, so the next report holds none of it back.
      ...(known?.problems ?? [])
        .filter(({ row }) => untoldIssues.has(row))
        .map((problem) => ({ ...problem, reportedAt: 0 })),
      // This one may have told the problem, but not its end.
      ...(followed?.ended ?? []).filter(({ row }) => untoldEnds.has(row) && !untoldIssues.has(row)),
    ],
    states: [
      ...(followed?.states ?? []).filter(({ key }) => !isUntold(key)),
      ...(known?.states ?? []).filter(({ key }) => isUntold(key)),
    ],
  };
}

function keyOf(issue: Issue): string | undefined {
  return identityOf(issue)?.row ?? stateKeyOf(issue);
}

/** The history tells the end of a problem, too. */
function keyOfEnd({ key, run }: Note): string | undefined {
  return key ?? (run && rowOf(run));
}

const daySeconds = 24 * 3600;

/** Returns what a monitor knows after a report. */
export function memoryOf(report: Report, last: LastReport): Memory {
  const { config, projects, unread, told, isListed } = report;
  const now = Math.max(...projects.map(({ window }) => endOf(window)));
  const own = projects.find((project) => project.config === config);
  const known = new Map(last.memory?.projects);
  for (const one of unread) {
    const window = windowOf(one, last)(now * 1000);
    if (!known.has(projectFingerprint(one))) known.set(projectFingerprint(one), untouched(window));
  }
  if (config.sinceLastReport)
    for (const project of projects) known.set(projectFingerprint(project.config), memoryAfter(project, told));
  const isTold = (one: Issue | Note) => one.silenced !== undefined || told.has(one);
  const untold = new Set(report.notes.flatMap((note) => (isTold(note) ? [] : (note.key ?? []))));
  const hasToldNotes = report.notes.every(isTold);
  const { limitsAt, skipped = [] } = own ?? {};
  const hasToldLimits = own?.issues.every(isTold) === true && !skipped.includes(runLimitsName);
  return {
    projects: known,
    // The end of a mute that is not told is told by the next report.
    othersUntil: isListed && hasToldNotes ? now : (last.memory?.othersUntil ?? now),
    unread: [
      ...report.unreadStates.filter(({ key }) => !untold.has(key)),
      ...(last.memory?.unread ?? []).filter(({ key }) => untold.has(key)),
    ],
    limitsUntil:
      limitsAt === undefined ? last.memory?.limitsUntil : hasToldLimits ? limitsAt : limitsAt - daySeconds,
    digestUntil: report.digestUntil ?? last.memory?.digestUntil,
  };
}

function untouched(window: Window): ProjectMemory {
  const from = window.kind === "lastHour" ? undefined : window.from;
  const until = from ?? Math.floor(window.listedSince.getTime() / 1000);
  return { until, wholeUntil: until, seen: [], problems: [], states: [] };
}

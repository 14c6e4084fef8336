import { limitCodes } from "../checks/run-limits";
import type { Config } from "../config/parse";
import { happeningOf, type Issue, missedCode, type Note, pipelineNameOf } from "../issue/issue";
import {
  attemptOf,
  type KnownProblem,
  type Memory,
  type ProjectMemory,
  projectFingerprint,
  rowOf,
} from "../issue/memory";
import type { ProjectReport, Report } from "../issue/report";
import type { KnownSchedule, KnownSchedules } from "../issue/schedules";
import { coveredUntil, dueFrom, endOf, lateSeconds, takenUntil, type Window } from "../issue/window";
import { waitingAfter } from "./business-hours";
import { identityOf, stateKeyOf, timeOf } from "./identity";
import { type LastReport, windowOf } from "./last-report";
import { endOfMute } from "./mutes";

/** `told` holds the issues and notes of the messages on the project. */
export function memoryAfter(project: ProjectReport, told: ReadonlySet<Issue | Note>): ProjectMemory {
  const { window, known, followed, issues, notes, records } = project;
  const isTold = (one: Issue | Note) => one.silenced !== undefined || told.has(one);
  const isAllTold = [...issues, ...notes].every(isTold);
  const now = endOf(window);
  const finished = records.flatMap((record) => ("run" in record ? (record.run.finishTime ?? []) : []));
  const until = finished.reduce((end, at) => (at < takenUntil(window) ? Math.max(end, at + 1) : end), now);
  const start = known?.until ?? Math.floor(window.listedSince.getTime() / 1000);
  // A later report has to look again at a stuck run that silence keeps from the message.
  const hidesStuckRuns = issues.some(
    ({ verdict, silenced }) => verdict === "stuck" && ["mute", "maintenance"].includes(silenced?.by ?? ""),
  );
  const isWhole = isAllTold && project.isWhole;
  const times = {
    until: isAllTold ? until : start,
    wholeUntil: isWhole && !hidesStuckRuns ? now : (known?.wholeUntil ?? start),
    dueUntil: isWhole ? now : dueFrom(window),
  };
  const keptFrom = Math.min(times.until, times.wholeUntil, times.dueUntil) - lateSeconds;
  const dealtWith = [
    ...(known?.seen ?? []),
    ...issues.filter(isTold).flatMap((issue) => happeningOf(issue) ?? []),
    ...notes.filter(isTold).flatMap(({ run }) => (run === undefined ? [] : [attemptOf(run)])),
  ];
  // The next report begins with these as this one did.
  const untoldIssues = new Set(issues.filter((issue) => !isTold(issue)).map(keyOf));
  const untoldEnds = new Set(notes.filter((note) => !isTold(note)).map(keyOfEnd));
  const isUntold = (key: string) => untoldIssues.has(key) || untoldEnds.has(key);
  return {
    ...times,
    seen: [...new Set(dealtWith)].filter((seen) => timeOf(seen) >= keptFrom),
    problems: [
      ...(followed?.problems ?? []).filter(({ row }) => !isUntold(row)),
      ...rowsToTellAgain(
        known?.problems ?? [],
        issues.filter((issue) => told.has(issue)),
      ).filter(({ row }) => untoldIssues.has(row)),
      // This one may have told the problem, but not its end.
      ...(followed?.ended ?? []).filter(({ row }) => untoldEnds.has(row) && !untoldIssues.has(row)),
    ],
    schedules: isAllTold && project.schedules ? schedulesAfter(project.schedules, issues) : known?.schedules,
    states: [
      ...(followed?.states ?? []).filter(({ key }) => !isUntold(key)),
      ...(known?.states ?? []).filter(({ key }) => isUntold(key)),
    ],
    waiting: waitingAfter(project, isTold),
  };
}

/** A missed run in a maintenance window is reported if the next run is missed, too. */
function schedulesAfter(schedules: KnownSchedules, issues: readonly Issue[]): KnownSchedules {
  const unknown = new Set(
    issues
      .filter(({ code, silenced }) => code === missedCode && silenced?.by === "maintenance")
      .map(pipelineNameOf),
  );
  const forget = (known: KnownSchedule) =>
    unknown.has(known.pipeline) ? { ...known, missed: [], isStopped: false } : known;
  return { ...schedules, pipelines: schedules.pipelines.map(forget) };
}

/**
 * If an issue or note of a row is untold, the next report begins with the latest problem of the row that is known
 * or was told. Another one may have been told since, so the next report holds none of it back.
 */
function rowsToTellAgain(known: readonly KnownProblem[], told: readonly Issue[]): KnownProblem[] {
  const ofTold = told
    .flatMap((issue) => identityOf(issue) ?? [])
    .map(({ at, ...identity }) => ({ ...identity, since: at, lastSeen: at, wasTold: true }));
  const all = [...known, ...ofTold].sort((one, other) => one.lastSeen - other.lastSeen);
  const latest = new Map(all.map((problem) => [problem.row, { ...problem, reportedAt: 0 }]));
  return [...latest.values()];
}

function keyOf(issue: Issue): string | undefined {
  return identityOf(issue)?.row ?? stateKeyOf(issue);
}

/** The history tells the end of a problem, too. */
function keyOfEnd({ key, run }: Note): string | undefined {
  return key ?? (run && rowOf(run));
}

export function memoryOf(report: Report, last: LastReport): Memory {
  const { config, projects, unread, told, isListed } = report;
  const now = Math.max(...projects.map(({ window }) => endOf(window)));
  const own = projects.find((project) => project.config === config);
  const known = new Map(last.memory?.projects);
  const untouched = (one: Config) => beforeFirst(windowOf(one, last)(now * 1000));
  for (const one of unread)
    if (!known.has(projectFingerprint(one))) known.set(projectFingerprint(one), untouched(one));
  if (config.sinceLastReport)
    for (const project of projects) known.set(projectFingerprint(project.config), memoryAfter(project, told));
  const isTold = (one: Issue | Note) => one.silenced !== undefined || told.has(one);
  const untold = new Set(report.notes.filter((note) => !isTold(note)).map(({ key }) => key));
  const { limitsDueAt, limitsFoundAt } = own ?? {};
  // A limit that waits for business hours is due until then.
  const isDue = ({ silenced, code }: Issue) => silenced?.by === "hours" && limitCodes.includes(code);
  const hasToldLimits = limitsFoundAt !== undefined && own?.issues.every((one) => isTold(one) && !isDue(one));
  const hasToldMutes = report.notes.every((note) => note.tally !== endOfMute || told.has(note));
  const window = windowOf(config, last)(now * 1000);
  return {
    projects: known,
    othersUntil: isListed ? now : (last.memory?.othersUntil ?? untouched(config).until),
    unread: [
      ...report.unreadStates.filter(({ key }) => !untold.has(key)),
      ...(last.memory?.unread ?? []).filter(({ key }) => untold.has(key)),
    ],
    // What could not be told remains due.
    mutesUntil: hasToldMutes ? now : (last.memory?.mutesUntil ?? coveredUntil(window)),
    limitsUntil: hasToldLimits ? limitsFoundAt : (last.memory?.limitsUntil ?? (limitsDueAt ?? now) - 1),
  };
}

/** For a target that got nothing of its first report. What is silenced in that report may not be in the next one. */
export function memoryBefore({ config, projects, unread }: Report, last: LastReport): Memory {
  if (last.memory !== undefined) return last.memory;
  const now = Math.max(...projects.map(({ window }) => window.now));
  const covered = coveredUntil(windowOf(config, last)(now));
  const all = [...projects.map((project) => project.config), ...unread];
  const begin = (one: Config) => beforeFirst(windowOf(one, last)(now));
  return {
    projects: new Map(all.map((one) => [projectFingerprint(one), begin(one)])),
    othersUntil: begin(config).until,
    unread: [],
    mutesUntil: covered,
    limitsUntil: covered - 1,
  };
}

function beforeFirst(window: Window): ProjectMemory {
  const from = window.kind === "lastHour" ? undefined : window.from;
  const until = from ?? Math.floor(window.listedSince.getTime() / 1000);
  return { until, wholeUntil: until, dueUntil: dueFrom(window), seen: [], problems: [], states: [] };
}

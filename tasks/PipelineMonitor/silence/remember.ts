import { limitCodes } from "../checks/run-limits";
import type { Config } from "../config/parse";
import { happeningOf, type Issue, missedCode, type Note, pipelineNameOf } from "../issue/issue";
import { attemptOf, type Memory, type ProjectMemory, projectFingerprint } from "../issue/memory";
import type { ProjectReport, Report } from "../issue/report";
import type { KnownSchedule, KnownSchedules } from "../issue/schedules";
import { coveredUntil, dueFrom, endOf, lateSeconds, takenUntil, type Window } from "../issue/window";
import { waitingAfter } from "./business-hours";
import { timeOf } from "./identity";
import { type LastReport, windowOf } from "./last-report";
import { endOfMute } from "./mutes";

/** After a report that its target has. */
export function memoryAfter(project: ProjectReport): ProjectMemory {
  const { window, known, followed, issues, notes, records, isWhole } = project;
  const now = endOf(window);
  const finished = records.flatMap((record) => ("run" in record ? (record.run.finishTime ?? []) : []));
  const until = finished.reduce((end, at) => (at < takenUntil(window) ? Math.max(end, at + 1) : end), now);
  const start = known?.until ?? Math.floor(window.listedSince.getTime() / 1000);
  // A later report has to look again at a stuck run that silence keeps from the message.
  const hidesStuckRuns = issues.some(
    ({ verdict, silenced }) => verdict === "stuck" && ["mute", "maintenance"].includes(silenced?.by ?? ""),
  );
  const times = {
    until,
    wholeUntil: isWhole && !hidesStuckRuns ? now : (known?.wholeUntil ?? start),
    dueUntil: isWhole ? now : dueFrom(window),
  };
  const keptFrom = Math.min(times.until, times.wholeUntil, times.dueUntil) - lateSeconds;
  const dealtWith = [
    ...(known?.seen ?? []),
    ...issues.flatMap((issue) => happeningOf(issue) ?? []),
    ...notes.flatMap(({ run }) => (run === undefined ? [] : [attemptOf(run)])),
  ];
  return {
    ...times,
    seen: [...new Set(dealtWith)].filter((seen) => timeOf(seen) >= keptFrom),
    problems: followed?.problems ?? [],
    states: followed?.states ?? [],
    schedules: project.schedules ? schedulesAfter(project.schedules, issues) : known?.schedules,
    waiting: waitingAfter(project),
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

/** After a report that its target has. */
export function memoryOf(report: Report, last: LastReport): Memory {
  const { config, projects, unread, isListed } = report;
  const now = Math.max(...projects.map(({ window }) => endOf(window)));
  const own = projects.find((project) => project.config === config);
  const known = new Map(last.memory?.projects);
  const untouched = (one: Config) => beforeFirst(windowOf(one, last)(now * 1000));
  for (const one of unread)
    if (!known.has(projectFingerprint(one))) known.set(projectFingerprint(one), untouched(one));
  if (config.sinceLastReport)
    for (const project of projects) known.set(projectFingerprint(project.config), memoryAfter(project));
  const { limitsDueAt, limitsFoundAt, issues = [] } = own ?? {};
  // What waits for business hours is due until then.
  const waits = ({ silenced }: Issue | Note) => silenced?.by === "hours";
  const limitsWait = issues.some((issue) => waits(issue) && limitCodes.includes(issue.code));
  const mutesWait = report.notes.some((note) => waits(note) && note.tally === endOfMute);
  const window = windowOf(config, last)(now * 1000);
  return {
    projects: known,
    othersUntil: isListed ? now : (last.memory?.othersUntil ?? untouched(config).until),
    unread: report.unreadStates,
    mutesUntil: mutesWait ? (last.memory?.mutesUntil ?? coveredUntil(window)) : now,
    limitsUntil:
      limitsFoundAt === undefined || limitsWait
        ? (last.memory?.limitsUntil ?? (limitsDueAt ?? now) - 1)
        : limitsFoundAt,
  };
}

/** For a target that did not get its first report. What is silenced in that report may not be in the next one. */
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

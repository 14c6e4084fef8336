import type { BuildService } from "../../../shared/azure-devops/client";
import type { Run } from "../../../shared/azure-devops/records";
import type { AlertsPart } from "../alerts";
import type { Memory, ProblemKind } from "../alerts/known-problem";
import { type SortedOut, sortNothing } from "../alerts/sorted-out";
import { attempt, type CheckParts, warnOfSkipped, withinBudget } from "../checks/optional-check";
import { type Collected, collectIssues } from "../collect-issues";
import type { Config } from "../config/parse";
import type { Note } from "../issue/issue";
import { numberOf, pipelineOf, words } from "../issue/parts";
import { isFirstOfDay, type ReportWindow } from "../issue/window";
import type { FinishedRun } from "../rules/check-runs";
import { searchSeconds } from "../rules/log-search";
import { openList } from "../rules/open-list";

/** What the monitor found in a project. Times are in milliseconds since 1970. */
export interface ProjectReport {
  config: Config;
  collected: Collected;
  sorted: SortedOut;
  window: ReportWindow;
  /** Until when the last report covered the project, in seconds since 1970; undefined if that is unknown. */
  knownUntil: number | undefined;
  since: number;
  until: number;
  clockNote: string;
  runPage: (id: number) => URL;
}

/** What checking a project needs. */
export interface ProjectParts extends CheckParts {
  config: Config;
  service: BuildService;
  windowAt: (now: number) => ReportWindow;
  /** What the last report knew of the project; undefined if that is unknown. */
  memory: Memory | undefined;
  /** When the monitor started, in milliseconds since 1970. */
  startedAt: number;
  /** The part of the monitor's time that this project may take, at most 1. */
  timeShare: number;
  isMention: (owner: string) => boolean;
  /** What is needed if the configuration says how people learn of issues; undefined if it does not. */
  alerts: AlertsPart | undefined;
}

/** Checks a project by the rules and the optional checks. Throws if its list of runs cannot be read to its end. */
export async function checkProject(parts: ProjectParts): Promise<ProjectReport> {
  const { config, service, agent, clock, cancelled, time, windowAt, startedAt, timeShare } = parts;
  const list = await openList(service, windowAt, startedAt, agent, cancelled);
  const { window, now, clockNote } = list;
  const collected = await collectIssues(
    {
      config,
      service,
      agent,
      clock,
      cancelled,
      time,
      isFirstOfDay: isFirstOfDay(window, now),
      searchSeconds: Math.ceil(searchSeconds * timeShare),
    },
    list,
  );
  const known = await knownBefore(parts, window);
  const toSort = {
    config,
    isMention: parts.isMention,
    issues: collected.issues,
    notes: collected.notes,
    runs: [...collected.finishedRuns, ...known.runs],
    memory: known.memory,
    now: Math.floor(now / 1000),
    until: Math.min(window.until, Math.floor(now / 1000)),
    recoveryNote: (run: Run, kind: ProblemKind) => recoveryNote(run, kind, service),
  };
  const everything = sortNothing(collected, toSort.now);
  const sorted = await attempt(alertSettings, parts, () => parts.alerts?.sortOut(toSort) ?? everything);
  const skipped = [
    ...collected.skipped,
    ...(known.isSkipped ? [whatWasReported] : []),
    ...(sorted === undefined ? [alertSettings] : []),
  ];
  return {
    config,
    sorted: sorted ?? everything,
    window,
    knownUntil: parts.memory?.until,
    clockNote,
    runPage: service.runPage,
    collected: { ...collected, skipped },
    since: window.listedSince.getTime(),
    until: now,
  };
}

/** Names in the report what could not be applied: then the message has every issue. */
const alertSettings = "the alert settings";

/** Names in the report what could not be compared. */
export const whatWasReported = "what earlier messages reported";

/** Completes what the last report knew by what has happened before the runs that are listed now. */
async function knownBefore(
  { config, service, memory, alerts, agent, cancelled, time }: ProjectParts,
  window: ReportWindow,
): Promise<{ memory: Memory | undefined; runs: readonly FinishedRun[]; isSkipped: boolean }> {
  if (alerts === undefined || memory === undefined) return { memory, runs: [], isSkipped: false };
  const listedFrom = Math.floor(window.requestedSince.getTime() / 1000);
  const between = await attempt(whatWasReported, { agent, cancelled }, () =>
    withinBudget({ time, cancelled }, (signal) =>
      alerts.readBetween(memory, listedFrom, config, service, signal),
    ),
  );
  if (between === undefined) return { memory: undefined, runs: [], isSkipped: true };
  const { failure } = between;
  if (failure !== undefined) warnOfSkipped(whatWasReported, { agent, cancelled }, failure);
  return { memory: between.memory, runs: between.runs, isSkipped: failure !== undefined };
}

const ends: Readonly<Record<ProblemKind, string>> = {
  failure: "works again.",
  limit: "is within its limits again.",
  missed: "runs again.",
};

/** Returns the note on a run that ended a known problem. */
function recoveryNote(run: Run, kind: ProblemKind, service: Pick<BuildService, "runPage">): Note {
  return {
    parts: [pipelineOf(run), words(" "), ...numberOf(run, service.runPage(run.id)), words(` ${ends[kind]}`)],
    severity: "recovery",
    rank: 5,
    issueCount: 0,
    recoveryCount: 1,
    pipeline: run.pipeline,
    at: run.finishTime,
  };
}

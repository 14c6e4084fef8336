import { keyOf } from "../checks/schedules/learn";
import type { Config } from "../config/parse";
import type { Addressee } from "../issue/context";
import { type Issue, missedCode, type Note, pipelineNameOf, runOf, stuckSince } from "../issue/issue";
import { type Memory, missedAt, type ProjectMemory, projectFingerprint } from "../issue/memory";
import { words } from "../issue/parts";
import { listedRecords, type OptionalStage, type ProjectReport } from "../issue/report";
import type { KnownSchedule, KnownSchedules } from "../issue/schedules";
import {
  coveredUntil,
  dueFrom,
  isNew,
  isStuckWithin,
  lastMidnight,
  reportedFrom,
  untoldMoment,
  type Window,
  wasSeen,
} from "../issue/window";
import { hasWaited } from "./business-hours";
import type { LastReport } from "./last-report";

interface KnownTo extends Pick<Addressee, "takes"> {
  known: ProjectMemory;
}

/** The combined memory of all targets about a project, so that one reading finds everything that any of them lacks. */
export function knownToAny(
  config: Config,
  targets: readonly { target: Pick<Addressee, "takes">; last: LastReport }[],
): ProjectMemory | undefined {
  const project = projectFingerprint(config);
  const known = targets.flatMap(({ target: { takes }, last }): KnownTo[] => {
    const memory = last.memory?.projects.get(project);
    return memory === undefined ? [] : [{ known: memory, takes }];
  });
  const all = known.map((one) => one.known);
  // Missed runs are found again from when the first of them is to be told.
  const [first, ...others] = all.sort((one, other) => one.until - other.until);
  if (first === undefined || others.length === 0) return first;
  return {
    ...first,
    problems: all.flatMap(({ problems }) => problems),
    waiting: all.flatMap(({ waiting = [] }) => waiting),
    schedules: schedulesOf(known),
  };
}

/**
 * From the target with the latest report. A missed run is known only if every target knows it that is told of its
 * pipeline: the delivery to one may have failed, and a maintenance window hides it from these alone.
 */
function schedulesOf(targets: readonly KnownTo[]): KnownSchedules | undefined {
  const all = targets.flatMap(({ known, takes }) => {
    const { schedules } = known;
    return schedules === undefined ? [] : [{ schedules, takes }];
  });
  const [latest] = all.map(({ schedules }) => schedules).sort((one, other) => other.until - one.until);
  if (latest === undefined) return undefined;
  const byKey = all.map(({ schedules: { pipelines }, takes }) => ({
    takes,
    pipelines: new Map(pipelines.map((one) => [keyOf(one), one])),
  }));
  const toAll = (one: KnownSchedule): KnownSchedule => {
    const told = byKey
      .filter(({ takes }) => takes(one.pipeline))
      .map(({ pipelines }) => pipelines.get(keyOf(one)));
    return {
      ...one,
      missed: one.missed.filter((minute) => told.every((each) => each?.missed.includes(minute))),
      isStopped: one.isStopped && told.every((each) => each?.isStopped),
    };
  };
  return { ...latest, pipelines: latest.pipelines.map(toAll) };
}

/** The last day for which every target got the run limits, in seconds since 1970. */
export function limitsToldToAll(
  targets: readonly { last: LastReport; window: Window }[],
): number | undefined {
  const [only, ...others] = targets;
  if (others.length === 0) return only?.last.memory?.limitsUntil;
  return Math.min(...targets.map(({ last, window }) => last.memory?.limitsUntil ?? coveredUntil(window) - 1));
}

/** As of the window of one target: without issues that it was told before. */
export function viewOf(found: ProjectReport, window: Window, memory: Memory | undefined): ProjectReport {
  const known = memory?.projects.get(projectFingerprint(found.config));
  const limitsDueAt = untoldMoment(window, lastMidnight(window), memory?.limitsUntil);
  const view = { ...found, window, known, limitsDueAt };
  return {
    ...view,
    limitsFoundAt: limitsDueAt === undefined ? undefined : found.limitsFoundAt,
    issues: found.issues.filter((issue) => isUntold(issue, view)),
    notes: found.notes.filter(({ run, since }) => {
      if (run === undefined || since === undefined) return true;
      return since >= reportedFrom(window) && isNew(window, run);
    }),
    runCount: listedRecords(view).length,
  };
}

function isUntold(issue: Issue, { config, window, known, limitsDueAt }: ProjectReport): boolean {
  const { about, at = 0, graceSeconds = 0, code } = issue;
  if (about === "project" || "unreadable" in about) return true;
  const { waiting = [] } = known ?? {};
  const run = runOf(issue);
  if (run?.finishTime !== undefined)
    return isNew(window, run) || isHeld(known, issue) || waiting.some(({ runId }) => runId === run.id);
  if (run !== undefined)
    return config.alerts.remindSeconds !== undefined || isStuckWithin(window, stuckSince(issue), issue);
  if (!("pipeline" in about) || code !== missedCode) return limitsDueAt !== undefined;
  const isDue = at + graceSeconds >= dueFrom(window) && !wasSeen(window, missedAt(about.pipeline, at));
  return isDue || isHeld(known, issue);
}

/** True if a mute has hidden an issue from a target. */
function isHeld(known: ProjectMemory | undefined, one: Issue | Note): boolean {
  if (known === undefined || !("about" in one)) return false;
  const run = runOf(one);
  return known.problems.some(({ held, lastSeen }) => {
    if (held?.runId !== run?.id || held === undefined) return false;
    return run !== undefined || (lastSeen === one.at && held.pipeline === pipelineNameOf(one));
  });
}

/**
 * Marks the issues and notes that go to other targets. An issue that silence has kept from a target goes there when
 * the silence ends.
 */
export const routedElsewhere: OptionalStage = {
  name: "the routes",
  isEnabled: ({ config: { routes, paging } }) => routes.length > 0 || paging !== undefined,
  async run(report, { takes }) {
    const pipelineOf = (one: Issue | Note) =>
      "about" in one ? pipelineNameOf(one) : (one.run?.pipeline ?? one.pipeline);
    const mark = <T extends Issue | Note>(one: T): T =>
      takes(pipelineOf(one)) || hasWaited(report, one) || isHeld(report.known, one)
        ? one
        : { ...one, silenced: elsewhere };
    return { ...report, issues: report.issues.map(mark), notes: report.notes.map(mark) };
  },
};

const elsewhere = { by: "route", why: [words("It goes to another channel.")] } as const;

/** The issues and notes that a report tells its target, or would without silence. */
export function addressed(report: ProjectReport): ProjectReport {
  const isOwn = ({ silenced }: Issue | Note) => silenced?.by !== "route";
  return { ...report, issues: report.issues.filter(isOwn), notes: report.notes.filter(isOwn) };
}

import type { Moment } from "../../../shared/chat/message";
import { isSameDay, type Zone } from "../../../shared/text/zone";
import { happeningOf, type Issue } from "./issue";
import { attemptOf, type ProjectMemory } from "./memory";

/** Which runs a report is about. */
export type Window = LastHour | SinceLast;

/** The specification's window (rule 1): everything that is listed since its beginning. */
export interface LastHour {
  kind: "lastHour";
  /** The present, in milliseconds since 1970. */
  now: number;
  /** Runs are listed from this time on. */
  listedSince: Date;
}

/** The window since the monitor's last report. Times are whole seconds since 1970, like those of runs. */
export interface SinceLast {
  kind: "sinceLast";
  now: number;
  /** Runs are listed from this time on: the specification's hour, or longer. */
  listedSince: Date;
  /** Earlier reports cover what happened before this time; undefined without one. */
  from: number | undefined;
  /** Earlier reports cover runs that got stuck before this time; undefined without one. */
  stuckFrom: number | undefined;
  /** Earlier reports cover runs that were due before this time and are missing. */
  dueFrom: number;
  /** The keys of issues that earlier reports have dealt with, by `happeningOf`. */
  seen: ReadonlySet<string>;
}

/** The hour to check, and an allowance for the start of the monitor's own pipeline (rule 1). */
const windowSeconds = 3600 + 30;
const maxListedSeconds = 24 * 3600;
/** A run may reach the list this long after it finished, and is still reported. */
export const lateSeconds = 600;
/** A run that finishes while a report is made is on its list, and the agent's clock may be slow. */
const aheadSeconds = 120;

/** The specification's window. `now` is in milliseconds since 1970. */
export function lastHour(now: number): LastHour {
  return { kind: "lastHour", now, listedSince: new Date(now - windowSeconds * 1000) };
}

/**
 * `now` is in milliseconds since 1970. Runs are listed for at most a day, and for at least the specification's
 * hour, so that those of the hour can be counted.
 */
export function sinceLast(
  now: number,
  last: Partial<Pick<ProjectMemory, "until" | "wholeUntil" | "dueUntil" | "seen">> | undefined,
): SinceLast {
  const { until: from, wholeUntil = from, dueUntil = wholeUntil, seen = [] } = last ?? {};
  const dayAgo = Math.floor(now / 1000) - maxListedSeconds;
  const listedFrom = Math.max(from ?? dayAgo, dayAgo);
  return {
    kind: "sinceLast",
    now,
    listedSince: new Date(Math.min(listedFrom, hourFrom(now)) * 1000),
    from,
    stuckFrom: wholeUntil,
    // Without a last report, a schedule may be new, so earlier runs are not known to be missing.
    dueFrom: dueUntil === undefined ? hourFrom(now) : Math.max(dueUntil, dayAgo),
    seen: new Set(seen),
  };
}

/** The window that begins first; all end now. There is at least one. */
export function earliestOf(windows: readonly Window[]): Window {
  return windows.reduce((one, other) =>
    one.kind === "lastHour" || other.kind === "lastHour" ? one : earlierOf(one, other),
  );
}

function earlierOf(one: SinceLast, other: SinceLast): SinceLast {
  const earlier = (time: number | undefined, otherTime: number | undefined) =>
    time === undefined || otherTime === undefined ? undefined : Math.min(time, otherTime);
  return {
    ...{ kind: "sinceLast", now: one.now },
    listedSince: one.listedSince < other.listedSince ? one.listedSince : other.listedSince,
    from: earlier(one.from, other.from),
    stuckFrom: earlier(one.stuckFrom, other.stuckFrom),
    dueFrom: Math.min(one.dueFrom, other.dueFrom),
    // An issue that one target was not told must be found again.
    seen: new Set([...one.seen].filter((happening) => other.seen.has(happening))),
  };
}

function hourFrom(now: number): number {
  return Math.floor(lastHour(now).listedSince.getTime() / 1000);
}

/** Runs that finished from this time on count, however late they reached the list. In seconds since 1970. */
export function takenFrom(window: Window): number {
  const listedFrom = window.listedSince.getTime() / 1000;
  if (window.kind === "lastHour" || window.from === undefined) return listedFrom;
  // Do not list more than a day again to find runs that came late.
  return window.from * 1000 < window.now - maxListedSeconds * 1000 ? listedFrom : window.from - lateSeconds;
}

/** In seconds since 1970. Later runs are left to later reports. */
export function takenUntil(window: Window): number {
  return endOf(window) + aheadSeconds;
}

/**
 * Runs are requested from an earlier time than they are listed if some may have reached the list late, or if
 * metrics count from an earlier second since 1970 on.
 */
export function requestedSince(window: Window, metricsUntil = Number.POSITIVE_INFINITY): Date {
  const seconds = Math.min(takenFrom(window), countedFrom(window, metricsUntil));
  return new Date(Math.min(window.listedSince.getTime(), seconds * 1000));
}

/**
 * Metrics count runs from this time on, in seconds since 1970. Earlier reports counted those until `metricsUntil`.
 */
export function countedFrom(window: Window, metricsUntil: number | undefined): number {
  const dayAgo = endOf(window) - maxListedSeconds;
  return Math.max(Math.floor(metricsUntil ?? reportedFrom(window)), dayAgo);
}

/** Due runs are reported as missing from this time on. */
export function dueFrom(window: Window): number {
  return window.kind === "lastHour" ? Math.floor(window.listedSince.getTime() / 1000) : window.dueFrom;
}

/** The end of an earlier report; if there is none, the beginning of the window. */
export function coveredUntil(window: Window): number {
  return (window.kind === "lastHour" ? undefined : window.from) ?? dueFrom(window);
}

/** A report tells issues that happened from this time on. */
export function reportedFrom(window: Window): number {
  const listedFrom = window.listedSince.getTime() / 1000;
  return window.kind === "lastHour" ? listedFrom : Math.max(window.from ?? listedFrom, listedFrom);
}

/** In seconds since 1970. */
export function endOf(window: Window): number {
  return Math.floor(window.now / 1000);
}

/** With its date if it is on another day than the end of the window. */
export function momentSeenFrom(window: Window, seconds: number, zone: Zone): Moment {
  return { time: seconds * 1000, zone, isDated: !isSameDay(seconds, endOf(window), zone) };
}

/** False if the run was requested only to find runs that reached the list late. */
export function isListed(window: Window, finishTime: number | undefined): boolean {
  return window.kind === "lastHour" || !((finishTime ?? Number.NaN) * 1000 < window.listedSince.getTime());
}

/** Applies to a listed run (rule 2). */
export function isOfLastHour(window: Window, finishTime: number | undefined): boolean {
  return window.kind === "lastHour" || !((finishTime ?? Number.NaN) < hourFrom(window.now));
}

/** True without a time, so that nothing is lost. */
export function isWithin(window: Window, seconds: number | undefined): boolean {
  if (window.kind === "lastHour" || seconds === undefined) return true;
  return seconds >= (window.from ?? seconds);
}

/** True if the run finished in the window, or reached the list late, and no report has dealt with it. */
export function isNew(window: Window, run: { id: number; finishTime: number | undefined }): boolean {
  if (window.kind === "lastHour" || run.finishTime === undefined) return true;
  const { finishTime } = run;
  return (
    finishTime >= takenFrom(window) && finishTime < takenUntil(window) && !wasSeen(window, attemptOf(run))
  );
}

/** True if a run got stuck in the window, and no report has dealt with it. */
export function isStuckWithin(window: Window, seconds: number | undefined, issue: Issue): boolean {
  if (window.kind === "lastHour" || seconds === undefined) return true;
  return seconds >= (window.stuckFrom ?? seconds) && !wasSeen(window, happeningOf(issue) ?? "");
}

/** True if an earlier report has dealt with the issue of this key. */
export function wasSeen(window: Window, happening: string): boolean {
  return window.kind === "sinceLast" && window.seen.has(happening);
}

/**
 * For something that is told at regular moments: the last of them before the end of the window; undefined if it
 * was told. `toldUntil` is the last one that was told; both are in seconds since 1970. Without it, the moments
 * that an earlier report covers were told.
 */
export function untoldMoment(
  window: Window,
  last: number | undefined,
  toldUntil: number | undefined,
): number | undefined {
  return last !== undefined && last > (toldUntil ?? coveredUntil(window) - 1) ? last : undefined;
}

const daySeconds = 24 * 3600;

/** In UTC, before the end of the window, in seconds since 1970. */
export function lastMidnight(window: Window): number {
  return Math.floor((endOf(window) - 1) / daySeconds) * daySeconds;
}
